import type { Duplex } from 'node:stream'

import { createSectionReader, packet, section } from './pktLine.ts'
import type { PushSession } from './pushSession.ts'

/** The server's ends of descriptors 3, 4 and 5 of a push: what the scripts in `hooks/` speak with. */
export interface HookSockets {
  preReceive: Duplex
  procReceive: Duplex
  postReceive: Duplex
}

const mostBytes = 64 << 20
const mostOptions = 100

/** Answers the hooks of one push. An error ends the conversation, which git takes for a refusal. */
export function attendHooks(sockets: HookSockets, session: PushSession, onError: (error: unknown) => void) {
  const attend = (socket: Duplex, work: (socket: Duplex) => Promise<void>) => {
    // The other side is killed with its client, which is no news.
    socket.on('error', () => {})
    work(socket)
      .catch(onError)
      .finally(() => socket.end())
  }

  attend(sockets.preReceive, async (socket) => {
    const told = await readTold(socket)
    if (!told) return
    const refusal = await session.before(told.options, told.refs)
    socket.write(refusal === undefined ? 'ok\n' : `no\n${refusal}\n`)
  })

  attend(sockets.postReceive, async (socket) => {
    const told = await readTold(socket)
    if (!told) return
    const lines = await session.after(told.refs)
    socket.write(['ok', ...lines, ''].join('\n'))
  })

  attend(sockets.procReceive, async (socket) => {
    const reader = createSectionReader(mostBytes)
    let isGreeted = false
    for (let bytes = await nextChunk(socket); bytes; bytes = await nextChunk(socket)) {
      reader.add(bytes)
      for (let lines = reader.take(); lines; lines = reader.take()) {
        if (isGreeted) {
          socket.write(section(await session.pulls(lines)))
          return
        }
        if (!/^version=1\b/.test(lines[0] ?? '')) throw new Error('This version of git speaks otherwise')
        socket.write(`${packet('version=1\n')}0000`)
        isGreeted = true
      }
    }
  })
}

interface Told {
  options: string[]
  refs: string
}

/** What `hooks/relay` sends. Undefined when the hook was never run. */
async function readTold(socket: Duplex): Promise<Told | undefined> {
  const chunks: Buffer[] = []
  let bytes = 0
  let zeros = 0
  let count: number | undefined
  // Ends at the zero byte after the refs: the descriptor itself stays open as long as git runs.
  while (count === undefined || zeros < count + 2) {
    const chunk = await nextChunk(socket)
    if (!chunk) return undefined
    bytes += chunk.length
    if (bytes > mostBytes) throw new Error('The push names too many refs')
    chunks.push(chunk)
    for (const byte of chunk) if (byte === 0) zeros++
    if (count === undefined && zeros > 0) {
      const all = Buffer.concat(chunks)
      count = Number(all.subarray(0, all.indexOf(0)).toString('utf8'))
      if (!(count <= mostOptions)) throw new Error('The push has too many options')
    }
  }
  const parts = Buffer.concat(chunks).toString('utf8').split('\0')
  return { options: parts.slice(1, count + 1), refs: parts[count + 1] ?? '' }
}

function nextChunk(socket: Duplex): Promise<Buffer | undefined> {
  return new Promise((resolve) => {
    const settle = (chunk: Buffer | undefined) => {
      socket.off('readable', read).off('end', stop).off('close', stop)
      resolve(chunk)
    }
    const read = () => {
      const chunk = socket.read() as Buffer | null
      if (chunk) settle(chunk)
    }
    const stop = () => settle(undefined)
    socket.on('readable', read).on('end', stop).on('close', stop)
    read()
  })
}
