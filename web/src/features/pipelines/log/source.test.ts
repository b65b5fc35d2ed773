// @vitest-environment node
import type { IncomingMessage, ServerResponse } from 'node:http'

import { describe, expect, it, onTestFinished, vi } from 'vitest'

import type { RawLine } from './decode.ts'
import { followStream, readStored, type SourceError } from './logSource.ts'
import { entries, sendEnd, sendJson, sendLine, serve, startStream } from './testing/logServer.ts'

describe('a stored log', () => {
  const read = async (url: string, token = '') => {
    const lines: RawLine[] = []
    const { signal } = new AbortController()
    await readStored({ url, token, signal, onLines: (more) => lines.push(...more) })
    return lines
  }

  it('is read whole', async () => {
    const texts = Array.from({ length: 5000 }, (_, at) => `line ${at} ü`)
    const url = await serve((_, response) => sendJson(response, entries(texts)))
    const lines = await read(url)
    expect(lines.map(({ raw }) => raw)).toEqual(texts)
  })

  it('may be null', async () => {
    expect(await read(await serve((_, response) => sendJson(response, null)))).toEqual([])
  })

  it('is asked for with a bearer token where there is one', async () => {
    const url = await serve(({ headers }, response) =>
      sendJson(response, entries([headers.authorization ?? 'none'])),
    )
    expect((await read(url, 'secret'))[0]?.raw).toBe('Bearer secret')
    expect((await read(url))[0]?.raw).toBe('none')
  })

  it.each([
    [404, 'text/plain', 'gone', 404, 'Not Found: gone'],
    [500, 'text/html', '<html>', 500, 'Internal Server Error'],
    [200, 'text/html', '<html>', 200, 'Not an API route'],
    [200, 'application/json', '[{"line":1}', 200, 'Unexpected answer'],
  ])('is an error with %i %s', async (status, type, body, known, message) => {
    const url = await serve((_, response) => response.writeHead(status, { 'Content-Type': type }).end(body))
    await expect(read(url)).rejects.toMatchObject({ status: known, message } satisfies Partial<SourceError>)
  })

  it('that breaks off is an error, and the lines before it are there', async () => {
    const url = await serve((_, response) => {
      response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': 100_000 })
      response.write(JSON.stringify(entries(['one', 'two'])).slice(0, -1))
      setTimeout(() => response.destroy(), 50)
    })
    const lines: string[] = []
    const { signal } = new AbortController()
    const reading = readStored({
      url,
      token: '',
      signal,
      onLines: (more) => lines.push(...more.map(({ raw }) => raw)),
    })
    await expect(reading).rejects.toMatchObject({ status: 0 })
    expect(lines).toEqual(['one', 'two'])
  })
})

describe('a live stream', () => {
  const follow = async (url: string) => {
    const lines: number[] = []
    const states: string[] = []
    const life = new AbortController()
    onTestFinished(() => life.abort())
    const end = followStream({
      url,
      token: '',
      signal: life.signal,
      lastEventId: '',
      onEventId: () => undefined,
      onLines: (more) => lines.push(...more.map(({ line }) => line)),
      onState: (state) => states.push(state),
    })
    return { lines, states, end }
  }

  it('goes on after a drop where it stopped', async () => {
    const asked: (string | undefined)[] = []
    const url = await serve(({ headers }, response) => {
      const last = headers['last-event-id']
      asked.push(last as string | undefined)
      startStream(response)
      const from = Number(last ?? 0)
      for (let line = from; line < from + 3; line++) sendLine(response, line, `line ${line}`)
      if (from >= 6) sendEnd(response)
      else setTimeout(() => response.destroy(), 30)
    })
    const { lines, states, end } = await follow(url)
    expect(await end).toBe('')
    expect(lines).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8])
    expect(asked).toEqual([undefined, '3', '6'])
    expect(states).toEqual(['connecting', 'live', 'reconnecting', 'live', 'reconnecting', 'live'])
  })

  it('gives the server’s reason when it is refused by an event', async () => {
    const url = await serve((_, response) => {
      startStream(response)
      response.end('event: error\ndata: step not running (anymore)\n\n')
    })
    expect(await (await follow(url)).end).toBe('step not running (anymore)')
  })

  it('does not ask again when it may not read', async () => {
    const answer = vi.fn((_: IncomingMessage, response: ServerResponse) => response.writeHead(403).end('no'))
    const { end } = await follow(await serve(answer))
    await expect(end).rejects.toMatchObject({ status: 403 })
    expect(answer).toHaveBeenCalledTimes(1)
  })

  it('asks again when the server is not there for a moment', async () => {
    let count = 0
    const url = await serve((_, response) => {
      count += 1
      if (count === 1) response.writeHead(502).end()
      else {
        startStream(response)
        sendEnd(response)
      }
    })
    expect(await (await follow(url)).end).toBe('')
    expect(count).toBe(2)
  })
})
