import type { IncomingMessage, ServerResponse } from 'node:http'

import { expect, onTestFinished, vi } from 'vitest'

import { LogEngine } from '../logEngine.ts'
import type { LogSourceOptions, Snapshot } from '../protocol.ts'
import { sendJson, serve } from './logServer.ts'

interface Server {
  /** Answers with a list, or writes to the response itself. */
  stored: (response: ServerResponse) => unknown
  stream?: (request: IncomingMessage, response: ServerResponse) => void
}

/** An engine on a log that this server has, and what it says of itself. */
export async function open(server: Server, options: Partial<LogSourceOptions> = {}) {
  const asked: string[] = []
  const url = await serve(async (request, response) => {
    asked.push(request.url ?? '')
    if (request.url === '/stream') server.stream?.(request, response)
    else {
      const list = await server.stored(response)
      if (!response.headersSent) sendJson(response, list)
    }
  })
  let last: Snapshot | undefined
  const engine = new LogEngine((snapshot) => {
    last = snapshot
  })
  onTestFinished(() => engine.close())
  engine.open({
    storedUrl: `${url}/stored`,
    token: '',
    isFailed: false,
    ...(server.stream && { streamUrl: `${url}/stream` }),
    ...options,
  })
  const until = (isTrue: (snapshot: Snapshot) => boolean) =>
    vi.waitFor(() => expect(last && isTrue(last)).toBe(true), { timeout: 10_000, interval: 10 })
  return {
    engine,
    asked,
    until,
    complete: () => until(({ phase }) => phase === 'complete'),
    snapshot: () => last,
  }
}

/** All lines. */
export const textIn = (engine: LogEngine) =>
  engine.text({ line: 0, offset: 0 }, { line: Number.MAX_SAFE_INTEGER, offset: 0 }).split('\n')
