import { startLogClient, type LogClient } from './logClient.ts'
import type { LogEngineApi, LogSourceOptions, Method, Result, Snapshot } from './protocol.ts'

export interface SessionState {
  /** Undefined until the engine has spoken. */
  snapshot: Snapshot | undefined
  /** The worker could not be started or has broken down. */
  isBroken: boolean
}

const nothing: SessionState = { snapshot: undefined, isBroken: false }
/** A tab that nobody looks at gives its stream back after this: a browser opens only six connections to a server. */
const abandonedAfter = 5_000

/** One log in its worker, and what is known about it. */
export class LogSession {
  readonly #options: LogSourceOptions
  readonly #listeners = new Set<() => void>()
  #client: LogClient | undefined
  #state = nothing
  #watching = new AbortController()
  #columns = 0
  #isFinished = false

  constructor(options: LogSourceOptions) {
    this.#options = options
  }

  readonly subscribe = (listener: () => void) => {
    this.#listeners.add(listener)
    return () => {
      this.#listeners.delete(listener)
    }
  }

  readonly read = () => this.#state

  start() {
    const client = startLogClient(
      (snapshot) => this.#set({ snapshot, isBroken: false }),
      () => this.#set({ snapshot: undefined, isBroken: true }),
    )
    this.#client = client
    this.send('open', this.#options)
    if (this.#columns > 0) this.send('setColumns', this.#columns)
    if (this.#isFinished) this.send('finish')
    this.#watching = new AbortController()
    this.#watchVisibility(this.#watching.signal)
    this.#watchNetwork(this.#watching.signal)
  }

  stop() {
    this.#watching.abort()
    this.#client?.close()
    this.#client = undefined
    this.#set(nothing)
  }

  /** Begins again with a new worker. */
  restart() {
    this.stop()
    this.start()
  }

  setColumns(columns: number) {
    this.#columns = columns
    this.send('setColumns', columns)
  }

  /** The step has ended, as the page knows from elsewhere. */
  finish() {
    this.#isFinished = true
    this.send('finish')
  }

  /** Resolves with undefined, too, when the engine has gone or cannot answer; `isBroken` then says so. */
  async call<M extends Method>(
    method: M,
    ...args: Parameters<LogEngineApi[M]>
  ): Promise<Result<M> | undefined> {
    const client = this.#client
    try {
      return await client?.call(method, ...args)
    } catch {
      if (this.#client === client) this.#set({ snapshot: undefined, isBroken: true })
      return undefined
    }
  }

  send<M extends Method>(method: M, ...args: Parameters<LogEngineApi[M]>) {
    void this.call(method, ...args)
  }

  #set(state: SessionState) {
    this.#state = state
    for (const listener of this.#listeners) listener()
  }

  #watchVisibility(signal: AbortSignal) {
    let timer: ReturnType<typeof setTimeout> | undefined
    const look = () => {
      clearTimeout(timer)
      if (document.hidden) timer = setTimeout(() => this.send('pause'), abandonedAfter)
      else this.send('resume')
    }
    document.addEventListener('visibilitychange', look, { signal })
    signal.addEventListener('abort', () => clearTimeout(timer))
  }

  /** A stream through a network that has gone is dead, but nobody says so: it is opened again, where it left off. */
  #watchNetwork(signal: AbortSignal) {
    const look = () => {
      if (document.hidden) return
      this.send('pause')
      this.send('resume')
      const { phase, failure } = this.#state.snapshot ?? {}
      if (phase === 'failed' && failure?.status === 0) this.send('retry')
    }
    for (const change of ['online', 'offline']) addEventListener(change, look, { signal })
  }
}
