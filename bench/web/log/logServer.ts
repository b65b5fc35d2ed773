import { readFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join, normalize } from 'node:path'

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
}

/** The product's own policy (security 15): what does not run under it does not run. */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' https: data:",
  "connect-src 'self'",
  "font-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
].join('; ')

export interface LogServer {
  url: string
  close: () => Promise<void>
}

/** `stored` is the body of a step's stored log; `stream` answers its live stream. */
export interface Logs {
  stored: (stepId: number) => Buffer
  stream?: (stepId: number, request: IncomingMessage, response: ServerResponse) => void
}

export const entry = (line: number, text: string) => ({
  id: line + 1,
  step_id: 1,
  time: Math.floor(line / 2000),
  line,
  data: Buffer.from(text).toString('base64'),
  type: 0,
})

/** Serves a built page and logs on a free port of this machine. */
export async function startLogServer(dist: string, logs: Logs): Promise<LogServer> {
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost')
    response.setHeader('Content-Security-Policy', policy)
    const stepId = Number(
      /\/logs\/1\/1\/(\d+)$/.exec(pathname)?.[1] ?? /\/logs\/1\/(\d+)$/.exec(pathname)?.[1],
    )
    if (pathname.startsWith('/api/stream/logs/')) logs.stream?.(stepId, request, response)
    else if (pathname.startsWith('/api/repos/1/logs/')) sendLog(response, logs.stored(stepId))
    else void sendFile(response, join(dist, normalize(pathname === '/' ? '/index.html' : pathname)))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}

/** The stored log of the wire, as a server would send it. */
export function storedLog(lines: Iterable<string>): Buffer {
  const parts: string[] = []
  let line = 0
  for (const text of lines) parts.push(JSON.stringify(entry(line++, text)))
  return Buffer.from(`[${parts.join(',')}]`)
}

function sendLog(response: ServerResponse, body: Buffer) {
  response.setHeader('Content-Type', 'application/json')
  response.end(body)
}

async function sendFile(response: ServerResponse, path: string) {
  try {
    const body = await readFile(path)
    response.setHeader('Content-Type', types[extname(path)] ?? 'application/octet-stream')
    response.end(body)
  } catch {
    response.statusCode = 404
    response.end()
  }
}
