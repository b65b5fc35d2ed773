import type { RawLine } from './decode.ts'
import { LogModel, merged, rawLine } from './logModel.ts'
import { followStream, readStored, SourceError } from './logSource.ts'
import type { Failure, LogSourceOptions, Phase } from './protocol.ts'

interface Listener {
  /** Lines were added to the model. */
  changed: () => void
  /** Another model takes the place of the one so far. */
  replaced: (model: LogModel) => void
  phase: (phase: Phase, failure?: Failure) => void
}

/** How long a stream may stay open after its step has ended; it ends by itself only when the whole workflow does. */
const grace = 2_000

/**
 * Brings one log into a model: follows the stream while the step runs, then reads the stored log once and merges both
 * by line number, so that a line lost on either way is still shown.
 */
export class LogReader {
  readonly #options: LogSourceOptions
  readonly #listener: Listener
  #model: LogModel
  #life = new AbortController()
  #stream = new AbortController()
  #lastEventId = ''
  #mustFollow: boolean
  #isPaused = false
  #wake: () => void = () => undefined
  #ending: ReturnType<typeof setTimeout> | undefined

  constructor(options: LogSourceOptions, model: LogModel, listener: Listener) {
    this.#options = options
    this.#model = model
    this.#listener = listener
    this.#mustFollow = options.streamUrl !== undefined
    this.#start()
  }

  close() {
    clearTimeout(this.#ending)
    this.#life.abort()
    this.#wake()
  }

  retry() {
    this.#life.abort()
    this.#wake()
    this.#life = new AbortController()
    this.#start()
  }

  /** The step has ended: what the stream still brings within a moment is taken, then the stored log is read. */
  finish() {
    this.#ending ??= setTimeout(() => {
      this.#mustFollow = false
      this.#stream.abort()
      this.#wake()
    }, grace)
  }

  pause() {
    this.#isPaused = true
    this.#stream.abort()
  }

  resume() {
    this.#isPaused = false
    this.#wake()
  }

  #start() {
    const { signal } = this.#life
    this.#run(signal).catch((error: unknown) => {
      if (signal.aborted) return
      const status = error instanceof SourceError ? error.status : 0
      this.#listener.phase('failed', { status, message: error instanceof Error ? error.message : '' })
    })
  }

  async #run(signal: AbortSignal) {
    while (this.#mustFollow && !signal.aborted) {
      if (this.#isPaused) await new Promise<void>((resolve) => (this.#wake = resolve))
      else await this.#follow(signal)
    }
    if (!signal.aborted) await this.#readAll(signal)
  }

  /** Returns early when the stream is left; only then does it have to be followed again. */
  async #follow(signal: AbortSignal) {
    const stream = new AbortController()
    this.#stream = stream
    try {
      const refusal = await followStream({
        url: this.#options.streamUrl ?? '',
        token: this.#options.token,
        signal: AbortSignal.any([signal, stream.signal]),
        lastEventId: this.#lastEventId,
        onEventId: (id) => {
          this.#lastEventId = id
        },
        onLines: (lines) => this.#add(lines),
        onState: (state) => this.#listener.phase(state),
      })
      // The one refusal that says where to go on: the stored log.
      if (refusal !== '' && !refusal.startsWith('step not running')) throw new SourceError(200, refusal)
      this.#mustFollow = false
    } catch (error) {
      if (!stream.signal.aborted) throw error
    }
  }

  async #readAll(signal: AbortSignal) {
    const shown = this.#model
    const isFirst = shown.count === 0
    const stored = isFirst ? shown : new LogModel(shown.columns)
    if (isFirst) this.#listener.phase('loading')
    await readStored({
      url: this.#options.storedUrl,
      token: this.#options.token,
      signal,
      onLines: (lines) => {
        for (const line of lines) stored.append(line)
        if (isFirst) this.#listener.changed()
      },
    })
    this.#settle(stored, isFirst ? [] : linesMissing(shown, stored))
    this.#listener.phase('complete')
  }

  /** Shows the stored log together with the lines that only the stream brought. */
  #settle(stored: LogModel, missing: RawLine[]) {
    const shown = this.#model
    const isAllShown = shown.count - missing.length === stored.count && shown.strays.length === 0
    if (stored.strays.length === 0 && (stored === shown || isAllShown)) {
      shown.finish()
      return
    }
    this.#model = merged(stored, [...stored.strays, ...shown.strays, ...missing], shown)
    this.#model.finish()
    this.#listener.replaced(this.#model)
  }

  #add(lines: RawLine[]) {
    for (const line of lines) this.#model.append(line)
    this.#listener.changed()
  }
}

/** Lines that the one has and the other has not. */
function linesMissing(shown: LogModel, stored: LogModel): RawLine[] {
  const missing: RawLine[] = []
  for (let index = 0; index < shown.count; index++) {
    if (!stored.store.has(shown.store.number(index))) missing.push(rawLine(shown, index))
  }
  return missing
}
