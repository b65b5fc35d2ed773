/** `lost` means that the browser or we are trying again. */
export type ConnectionState = 'connecting' | 'open' | 'lost'

export interface StreamListener {
  message: (data: string) => void
  state: (state: ConnectionState) => void
}

const firstDelay = 1_000
const longestDelay = 30_000

/**
 * An EventSource that never gives up: browsers retry a broken connection, but not an answer that was no stream (a proxy's
 * error page, a server that is starting). Returns its end.
 */
export function openStream(url: string, listener: StreamListener): () => void {
  let source: EventSource | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let delay = firstDelay

  function connect() {
    clearTimeout(timer)
    timer = undefined
    source?.close()
    const current = new EventSource(url)
    source = current
    current.addEventListener('open', () => {
      delay = firstDelay
      listener.state('open')
    })
    current.addEventListener('message', (event: MessageEvent<string>) => listener.message(event.data))
    current.addEventListener('error', () => {
      if (source !== current) return
      listener.state('lost')
      if (current.readyState !== EventSource.CLOSED) return
      timer = setTimeout(connect, delay * (0.5 + Math.random()))
      delay = Math.min(delay * 2, longestDelay)
    })
  }
  // A connection through a network that has gone is dead, but nobody says so. The server may as well be on this machine:
  // the only way to know is to connect again.
  const connectAnew = () => {
    listener.state('lost')
    connect()
  }

  listener.state('connecting')
  connect()
  const changes = ['online', 'offline']
  for (const change of changes) globalThis.addEventListener(change, connectAnew)
  return () => {
    for (const change of changes) globalThis.removeEventListener(change, connectAnew)
    clearTimeout(timer)
    const last = source
    source = undefined
    last?.close()
  }
}

type Note = { kind: 'hello' } | { kind: 'state'; state: ConnectionState } | { kind: 'message'; data: string }

/**
 * One stream for all tabs of a browser, since it opens only six connections to a server: the tab that holds the lock
 * listens and tells the others; when it closes, the next one takes over. `name` must differ per server and person.
 * A tab that holds a lock is neither frozen nor kept for the back button, so the others are never left behind.
 */
export function openSharedStream(url: string, name: string, listener: StreamListener): () => void {
  if (!('locks' in navigator) || typeof BroadcastChannel === 'undefined') return openStream(url, listener)

  const channel = new BroadcastChannel(name)
  const closing = new AbortController()
  let close: (() => void) | undefined
  let state: ConnectionState = 'connecting'
  const tell = (note: Note) => channel.postMessage(note)

  channel.addEventListener('message', ({ data: note }: MessageEvent<Note>) => {
    if (note.kind === 'hello') {
      if (close) tell({ kind: 'state', state })
    } else if (close) return
    else if (note.kind === 'state') listener.state(note.state)
    else listener.message(note.data)
  })

  function lead() {
    close = openStream(url, {
      message(data) {
        listener.message(data)
        tell({ kind: 'message', data })
      },
      state(next) {
        state = next
        listener.state(next)
        tell({ kind: 'state', state: next })
      },
    })
  }
  const untilClosed = () =>
    new Promise<void>((resolve) => {
      lead()
      closing.signal.addEventListener('abort', () => resolve())
    })

  listener.state('connecting')
  navigator.locks.request(name, { signal: closing.signal }, untilClosed).catch(() => {
    // Locks are refused where storage is blocked: then this tab listens alone.
    if (!closing.signal.aborted && !close) lead()
  })
  tell({ kind: 'hello' })

  return () => {
    closing.abort()
    close?.()
    channel.close()
  }
}
