import { readEntry, type RawLine } from './decode.ts'
import { JsonArrayReader } from './jsonStream.ts'
import { EventReader } from './sse.ts'

/** A refusal that trying again will not change by itself. `status` is 0 when there was no answer at all. */
export class SourceError extends Error {
  readonly status: number

  constructor(status: number, message: string, options?: ErrorOptions) {
    super(message, options)
    this.status = status
  }
}

interface Source {
  url: string
  /** Bearer token, or '' for the session cookie. */
  token: string
  signal: AbortSignal
  onLines: (lines: RawLine[]) => void
}

export interface StreamSource extends Source {
  /** Id of the last event received, '' for none; the stream goes on after it. */
  lastEventId: string
  onEventId: (id: string) => void
  onState: (state: 'connecting' | 'live' | 'reconnecting') => void
}

/** Milliseconds of reading before others get a turn. */
const slice = 25

const isEntry = (line: RawLine | undefined): line is RawLine => line !== undefined

/** Reads a stored log, handing over lines while they arrive. Throws a SourceError, or the signal's AbortError. */
export async function readStored({ url, token, signal, onLines }: Source): Promise<void> {
  const response = await request(url, token, signal, { Accept: 'application/json' })
  if (!response.ok) throw await refusal(response)
  const type = response.headers.get('Content-Type') ?? ''
  // A real server answers 200 and its page for a route that it does not have.
  if (type.startsWith('text/html')) throw new SourceError(response.status, 'Not an API route')
  const reader = new JsonArrayReader()
  try {
    for await (const text of textOf(response)) {
      const lines = reader.push(text).map(readEntry).filter(isEntry)
      if (lines.length > 0) onLines(lines)
    }
    const rest = reader.end().map(readEntry).filter(isEntry)
    if (rest.length > 0) onLines(rest)
  } catch (cause) {
    if (signal.aborted) throw cause
    throw new SourceError(cause instanceof SyntaxError ? response.status : 0, 'Unexpected answer', { cause })
  }
}

const firstDelay = 500
const longestDelay = 15_000
/** The server says something each 30 seconds; a connection silent for longer is dead, whatever the system thinks. */
const silence = 75_000

/**
 * Follows a live log until the server says that it is over, connecting again after every drop. Resolves with the
 * server's words when it gave an error, else with ''. Throws a SourceError when asking again is useless.
 */
export async function followStream(source: StreamSource): Promise<string> {
  let lastEventId = source.lastEventId
  let delay = firstDelay
  source.onState('connecting')
  for (;;) {
    try {
      const end = await readStream(source, lastEventId, (id) => {
        lastEventId = id
        delay = firstDelay
        source.onEventId(id)
      })
      if (end !== undefined) return end
    } catch (error) {
      if (source.signal.aborted || (error instanceof SourceError && isFinal(error.status))) throw error
    }
    source.onState('reconnecting')
    await pause(delay, source.signal)
    delay = Math.min(delay * 2, longestDelay)
  }
}

/** Too many requests and a timeout pass; every other refusal stays. */
const isFinal = (status: number) => status >= 400 && status < 500 && status !== 408 && status !== 429

/** One connection. Undefined when it broke before the server ended it. */
async function readStream(source: StreamSource, lastEventId: string, onEventId: (id: string) => void) {
  const connection = new AbortController()
  const signal = AbortSignal.any([source.signal, connection.signal])
  let watchdog = setTimeout(() => connection.abort(), silence)
  try {
    const response = await request(source.url, source.token, signal, {
      Accept: 'text/event-stream',
      ...(lastEventId && { 'Last-Event-ID': lastEventId }),
    })
    if (!response.ok) throw await refusal(response)
    if (!(response.headers.get('Content-Type') ?? '').startsWith('text/event-stream'))
      throw new SourceError(response.status, 'Not a stream')
    source.onState('live')
    const reader = new EventReader()
    for await (const text of textOf(response)) {
      clearTimeout(watchdog)
      watchdog = setTimeout(() => connection.abort(), silence)
      const lines: RawLine[] = []
      let end: string | undefined
      let id = ''
      for (const event of reader.push(text)) {
        id = event.id || id
        if (event.event === 'eof') end = ''
        if (event.event === 'error') end = event.data
        const line = event.event === 'message' ? readJson(event.data) : undefined
        if (line) lines.push(line)
      }
      if (lines.length > 0) source.onLines(lines)
      if (id) onEventId(id)
      if (end !== undefined) return end
    }
    return undefined
  } finally {
    clearTimeout(watchdog)
    connection.abort()
  }
}

function readJson(data: string): RawLine | undefined {
  try {
    return readEntry(JSON.parse(data))
  } catch {
    return undefined
  }
}

async function request(url: string, token: string, signal: AbortSignal, headers: Record<string, string>) {
  try {
    return await fetch(url, {
      method: 'GET',
      headers: token ? { ...headers, Authorization: `Bearer ${token}` } : headers,
      credentials: 'same-origin',
      cache: 'no-store',
      signal,
    })
  } catch (cause) {
    if (signal.aborted) throw cause
    throw new SourceError(0, '', { cause })
  }
}

async function refusal(response: Response) {
  const isPage = (response.headers.get('Content-Type') ?? '').startsWith('text/html')
  const words = isPage ? '' : (await response.text().catch(() => '')).trim()
  return new SourceError(response.status, [response.statusText, words].filter(Boolean).join(': '))
}

async function* textOf(response: Response): AsyncGenerator<string> {
  if (!response.body) return
  const decoder = new TextDecoder()
  const reader = response.body.getReader()
  // The first lines are to be seen before the others are read.
  let breath = -Infinity
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) break
      yield decoder.decode(value, { stream: true })
      // What has arrived already is read without a pause: nothing else would get a turn until the end.
      if (performance.now() - breath > slice) {
        await new Promise((resolve) => setTimeout(resolve))
        breath = performance.now()
      }
    }
    yield decoder.decode()
  } finally {
    await reader.cancel().catch(() => undefined)
  }
}

function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, milliseconds * (0.75 + Math.random() / 2))
    signal.addEventListener(
      'abort',
      () => {
        clearTimeout(timer)
        reject(signal.reason instanceof Error ? signal.reason : new Error('aborted'))
      },
      { once: true },
    )
  })
}
