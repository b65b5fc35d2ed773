import type { FastifyReply } from 'fastify'

/** One server-sent event; `data` is a single line of text. */
export interface Message {
  id?: string
  event?: string
  data: string
}

export interface Stream {
  /** False when the reader is too slow: the message was not taken and the stream is closed, so that the reader comes back. */
  send(message: Message): boolean
  /** The same for a message that was framed before, for many readers. */
  write(frame: Uint8Array): boolean
  /** Resolves once the reader has taken most of what waits, or the stream is closed. */
  drained(): Promise<void>
  /** Ends it properly. Harmless when it is closed already. */
  close(): void
  /** Called once, however it ends. */
  onClose(work: () => void): void
  readonly isOpen: boolean
  /** Better wait for `drained` before more is sent. */
  readonly isFull: boolean
}

const pingAfterMs = 30_000
/** What one reader may have waiting. Past that it is cut off and resumes, so that it never grows the server's memory. */
const mostWaitingBytes = 1 << 20

/** A message as it travels. */
export const frameOf = ({ id, event, data }: Message): Uint8Array =>
  Buffer.from(
    `${id === undefined ? '' : `id: ${id}\n`}${event === undefined ? '' : `event: ${event}\n`}data: ${data}\n\n`,
  )

const open = new Set<Stream>()

/** How many are open. */
export const openStreams = () => open.size

/** Ends every stream, for the shutdown. */
export function closeStreams() {
  for (const stream of open) stream.close()
}

/** Turns a reply into a stream: a ping at once and after each 30 s of silence (wire 5). */
export function openStream(reply: FastifyReply, cacheControl: 'no-store' | 'no-cache'): Stream {
  reply.hijack()
  const { raw } = reply
  raw.writeHead(200, {
    ...headersOf(reply),
    'content-type': 'text/event-stream',
    'cache-control': `${cacheControl}, no-transform`,
    connection: 'keep-alive',
    'x-accel-buffering': 'no',
  })
  raw.write(': ping\n\n')

  const listeners: (() => void)[] = []
  let isOpen = true
  const timer = setInterval(() => raw.write(': ping\n\n'), pingAfterMs)

  const finish = () => {
    if (!isOpen) return
    isOpen = false
    clearInterval(timer)
    open.delete(stream)
    for (const listener of listeners) listener()
  }
  const stream: Stream = {
    send: (message) => stream.write(frameOf(message)),
    write(frame) {
      if (!isOpen) return false
      if (raw.writableLength > mostWaitingBytes) {
        finish()
        raw.destroy()
        return false
      }
      raw.write(frame)
      timer.refresh()
      return true
    },
    drained() {
      if (!isOpen || !raw.writableNeedDrain) return Promise.resolve()
      return new Promise((resolve) => {
        const done = () => {
          raw.off('drain', done)
          raw.off('close', done)
          resolve()
        }
        raw.on('drain', done)
        raw.on('close', done)
      })
    },
    close() {
      if (!isOpen) return
      finish()
      raw.end()
    },
    onClose(work) {
      if (isOpen) listeners.push(work)
      else work()
    },
    get isOpen() {
      return isOpen
    },
    get isFull() {
      return isOpen && raw.writableNeedDrain
    },
  }
  open.add(stream)
  raw.on('close', finish)
  raw.on('error', finish)
  return stream
}

function headersOf(reply: FastifyReply): Record<string, string> {
  const headers: Record<string, string> = {}
  for (const [name, value] of Object.entries(reply.getHeaders()))
    if (value !== undefined) headers[name] = String(value)
  return headers
}
