import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

import { onTestFinished } from 'vitest'

/** A real server on a free port for the rest of the test. Answers its address. */
export async function serve(handler: (request: IncomingMessage, response: ServerResponse) => unknown) {
  const server = createServer(handler)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

export const anEntry = (line: number, text: string) => ({
  id: 0,
  step_id: 1,
  time: line,
  line,
  data: Buffer.from(text).toString('base64'),
  type: 0,
})
export const entries = (lines: string[], from = 0) => lines.map((text, at) => anEntry(from + at, text))

export const sendJson = (response: ServerResponse, value: unknown) => {
  response.setHeader('Content-Type', 'application/json')
  response.end(JSON.stringify(value))
}
/** The first `count` of a list, and the rest once `goOn` says so. */
export async function sendInTwo(
  response: ServerResponse,
  list: unknown[],
  count: number,
  goOn: Promise<void>,
) {
  response.setHeader('Content-Type', 'application/json')
  response.write(
    `[${list
      .slice(0, count)
      .map((item) => `${JSON.stringify(item)},`)
      .join('')}`,
  )
  await goOn
  response.end(JSON.stringify(list.slice(count)).slice(1))
}
export const startStream = (response: ServerResponse) => {
  response.writeHead(200, { 'Content-Type': 'text/event-stream' })
  response.write(': ping\n\n')
}
export const sendLine = (response: ServerResponse, line: number, text: string) =>
  response.write(`id: ${line + 1}\ndata: ${JSON.stringify(anEntry(line, text))}\n\n`)
export const sendEnd = (response: ServerResponse) => response.end('event: eof\ndata: eof\n\n')
