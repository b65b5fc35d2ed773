// @vitest-environment node
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

import fc from 'fast-check'
import { afterEach, describe, expect, it, vi } from 'vitest'

import { readEntry, type RawLine } from './decode.ts'
import { JsonArrayReader } from './jsonStream.ts'
import { LogEngine } from './logEngine.ts'
import { followStream, readStored, type SourceError } from './logSource.ts'
import type { LogSourceOptions, Snapshot } from './protocol.ts'
import { EventReader } from './sse.ts'

const ends: (() => unknown)[] = []
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end()
})

/** A real server on a free port, answering with `handler`. */
async function serve(handler: (request: IncomingMessage, response: ServerResponse) => void) {
  const server = createServer(handler)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  ends.push(() => {
    server.closeAllConnections()
    return new Promise((resolve) => server.close(resolve))
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const anEntry = (line: number, text: string) => ({
  id: 0,
  step_id: 1,
  time: line,
  line,
  data: Buffer.from(text).toString('base64'),
  type: 0,
})
const entries = (lines: string[], from = 0) => lines.map((text, at) => anEntry(from + at, text))
const sendJson = (response: ServerResponse, value: unknown) => {
  response.setHeader('Content-Type', 'application/json')
  response.end(JSON.stringify(value))
}
const startStream = (response: ServerResponse) => {
  response.writeHead(200, { 'Content-Type': 'text/event-stream' })
  response.write(': ping\n\n')
}
const sendLine = (response: ServerResponse, line: number, text: string) =>
  response.write(`id: ${line + 1}\ndata: ${JSON.stringify(anEntry(line, text))}\n\n`)
const sendEnd = (response: ServerResponse) => response.end('event: eof\ndata: eof\n\n')

describe('pieces on their way', () => {
  const cutUp = (text: string, cuts: number[]) => {
    const places = [...new Set(cuts.map((cut) => cut % (text.length + 1)))].toSorted((a, b) => a - b)
    return [0, ...places].map((place, at) => text.slice(place, places[at]))
  }

  it('a list is the same however it arrives', () => {
    const item = fc.record({
      data: fc.string({ unit: 'binary' }),
      line: fc.nat(),
      more: fc.option(fc.object({ maxDepth: 1 })),
    })
    fc.assert(
      fc.property(fc.array(item), fc.array(fc.nat()), (items, cuts) => {
        const reader = new JsonArrayReader()
        const read = cutUp(JSON.stringify(items), cuts).flatMap((piece) => reader.push(piece))
        expect([...read, ...reader.end()]).toEqual(JSON.parse(JSON.stringify(items)))
      }),
    )
  })

  it('no list is an error, nothing at all is an empty one', () => {
    const end = (text: string) => {
      const reader = new JsonArrayReader()
      return [...reader.push(text), ...reader.end()]
    }
    expect(end('null')).toEqual([])
    expect(end(' [ ] ')).toEqual([])
    expect(() => end('{"a":1}')).toThrow(SyntaxError)
    expect(() => end('<html>')).toThrow(SyntaxError)
    expect(() => end('[{"a":1},')).toThrow(SyntaxError)
  })

  it('events are the same however they arrive', () => {
    const text =
      'id: 1\ndata: a\n\n: ping\n\nevent: eof\r\ndata: x\r\ndata: y\r\n\r\nid: 2\rdata:b\r\rdata\n\nevent: none\n\n'
    const expected = [
      { event: 'message', data: 'a', id: '1' },
      { event: 'eof', data: 'x\ny', id: '1' },
      { event: 'message', data: 'b', id: '2' },
      { event: 'message', data: '', id: '2' },
    ]
    fc.assert(
      fc.property(fc.array(fc.nat()), (cuts) => {
        const reader = new EventReader()
        expect(cutUp(text, cuts).flatMap((piece) => reader.push(piece))).toEqual(expected)
      }),
    )
  })

  it.each([
    [
      { line: 3, time: 2, type: 1, data: Buffer.from('grün 🎉').toString('base64') },
      { line: 3, time: 2, type: 1, raw: 'grün 🎉' },
    ],
    [{ data: null }, { line: 0, time: 0, type: 0, raw: '' }],
    [
      { line: null, data: '!!!' },
      { line: 0, time: 0, type: 0, raw: '' },
    ],
    [
      { data: Buffer.from([0x61, 0xff, 0x62]).toString('base64') },
      { line: 0, time: 0, type: 0, raw: 'a\uFFFDb' },
    ],
    ['text', undefined],
    [null, undefined],
  ])('an entry is read with tolerance: %j', (value, line) => {
    expect(readEntry(value)).toEqual(line)
  })
})

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
    ends.push(() => life.abort())
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

describe('the engine', () => {
  interface Server {
    stored: () => unknown
    stream?: (request: IncomingMessage, response: ServerResponse) => void
  }

  async function open(server: Server, options: Partial<LogSourceOptions> = {}) {
    const asked: string[] = []
    const url = await serve((request, response) => {
      asked.push(request.url ?? '')
      if (request.url === '/stream') server.stream?.(request, response)
      else sendJson(response, server.stored())
    })
    let last: Snapshot | undefined
    const engine = new LogEngine((snapshot) => {
      last = snapshot
    })
    ends.push(() => engine.close())
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

  const textIn = (engine: LogEngine) =>
    engine.text({ line: 0, offset: 0 }, { line: Number.MAX_SAFE_INTEGER, offset: 0 }).split('\n')

  it('shows the live lines, then reads the stored log once', async () => {
    const { engine, asked, complete } = await open({
      stored: () => entries(['a', 'b', 'c']),
      stream: (_, response) => {
        startStream(response)
        for (const [line, text] of ['a', 'b', 'c'].entries()) sendLine(response, line, text)
        sendEnd(response)
      },
    })
    await complete()
    expect(textIn(engine)).toEqual(['a', 'b', 'c'])
    expect(asked).toEqual(['/stream', '/stored'])
  })

  it('goes straight to the stored log when the step is not running any more', async () => {
    const { engine, asked, complete } = await open({
      stored: () => entries(['a']),
      stream: (_, response) => {
        startStream(response)
        response.end('event: error\ndata: step not running (anymore)\n\n')
      },
    })
    await complete()
    expect(textIn(engine)).toEqual(['a'])
    expect(asked).toEqual(['/stream', '/stored'])
  })

  it('fills what the stream lost and keeps what only the stream had, by line number', async () => {
    const { engine, complete, snapshot } = await open({
      stored: () => entries(['\u001B[31ma', 'b', 'c', 'd']),
      stream: (_, response) => {
        startStream(response)
        for (const line of [0, 2, 2, 5])
          sendLine(response, line, ['\u001B[31ma', 'b', 'c', 'd', 'e', 'f'][line] ?? '')
        sendEnd(response)
      },
    })
    await complete()
    expect(textIn(engine)).toEqual(['a', 'b', 'c', 'd', 'f'])
    expect(snapshot()?.lastLine).toBe(5)
  })

  it('puts lines of a stored log in order and drops none', async () => {
    const { engine, complete } = await open({
      stored: () => [anEntry(2, 'c'), anEntry(0, 'a'), anEntry(1, 'b'), anEntry(1, 'b')],
    })
    await complete()
    expect(textIn(engine)).toEqual(['a', 'b', 'c'])
  })

  it('closes the stream when the step ends before its workflow', async () => {
    const { engine, until, complete, asked } = await open({
      stored: () => entries(['a', 'b']),
      stream: (_, response) => {
        startStream(response)
        sendLine(response, 0, 'a')
      },
    })
    await until(({ lines }) => lines === 1)
    engine.finish()
    await complete()
    expect(textIn(engine)).toEqual(['a', 'b'])
    expect(asked).toEqual(['/stream', '/stored'])
  })

  it('lets the stream go while nobody looks, and takes it up again', async () => {
    const asked: unknown[] = []
    const { engine, until } = await open({
      stored: () => [],
      stream: ({ headers }, response) => {
        asked.push(headers['last-event-id'])
        startStream(response)
        sendLine(response, asked.length - 1, 'x')
      },
    })
    await until(({ lines }) => lines === 1)
    engine.pause()
    engine.resume()
    await until(({ lines }) => lines === 2)
    expect(asked).toEqual([undefined, '1'])
  })

  it('says what failed and tries again when asked', async () => {
    let isDown = true
    const url = await serve((_, response) => {
      if (isDown) response.writeHead(500).end('broken')
      else sendJson(response, entries(['a']))
    })
    let last: Snapshot | undefined
    const engine = new LogEngine((snapshot) => {
      last = snapshot
    })
    ends.push(() => engine.close())
    engine.open({ storedUrl: url, token: '', isFailed: false })
    await vi.waitFor(() => expect(last?.phase).toBe('failed'))
    expect(last?.failure).toEqual({ status: 500, message: 'Internal Server Error: broken' })
    isDown = false
    engine.retry()
    await vi.waitFor(() => expect(last?.phase).toBe('complete'))
    expect(last?.failure).toBeUndefined()
    expect(last?.lines).toBe(1)
  })

  const failedLog = [
    '+ build',
    ...Array.from({ length: 250 }, () => 'Error: not the one'),
    '+ test',
    'fine',
    'Error: this one',
    'end',
  ]

  it('points at the first error of the failing command and folds what came before', async () => {
    const { complete, snapshot, engine } = await open(
      { stored: () => entries(failedLog) },
      { isFailed: true },
    )
    await complete()
    expect(snapshot()).toMatchObject({ target: 253, folds: 2, closedFolds: 1, rows: 5 })
    expect(engine.reveal(253)).toMatchObject({ row: 3, line: 253 })
  })

  it('does neither for a step that succeeded', async () => {
    const { complete, snapshot } = await open({ stored: () => entries(failedLog) })
    await complete()
    expect(snapshot()).toMatchObject({ closedFolds: 0 })
    expect(snapshot()?.target).toBeUndefined()
  })

  it('folds everything from the start for those who like it so, and opens what they look for', async () => {
    const { complete, snapshot, engine } = await open(
      {
        stored: () => entries(['before', '+ a', 'one', '::group::g', 'two', '::endgroup::', '+ b', 'three']),
      },
      { startsFolded: true },
    )
    await complete()
    const shown = () => engine.view({ from: 0, count: 10 }).groups.map(({ line }) => line)
    expect(shown()).toEqual([0, 1, 6])
    expect(snapshot()).toMatchObject({ folds: 3, closedFolds: 3 })
    expect(engine.reveal(4)).toMatchObject({ line: 4 })
    expect(shown()).toEqual([0, 1, 2, 3, 4, 5, 6])
  })

  it('leaves the failing command open where everything else is folded, however short the log is', async () => {
    const { complete, snapshot, engine } = await open(
      { stored: () => entries(['+ a', 'fine', '+ b', 'Error: here', 'end']) },
      { isFailed: true, startsFolded: true },
    )
    await complete()
    expect(snapshot()).toMatchObject({ target: 3, folds: 2, closedFolds: 1 })
    expect(engine.view({ from: 0, count: 10 }).groups.map(({ line }) => line)).toEqual([0, 2, 3, 4])
  })

  it('goes through errors around the ends', async () => {
    const { complete, engine } = await open({ stored: () => entries(['a', 'error: 1', 'b', 'error: 2']) })
    await complete()
    const stops = [0, 1, 3].map((from) => engine.stepProblem('error', from, 1)?.line)
    expect(stops).toEqual([1, 3, 1])
    expect(engine.stepProblem('error', 1, -1)).toMatchObject({ line: 3, ordinal: 1 })
    expect(engine.stepProblem('error', -1, 1)).toMatchObject({ line: 1, ordinal: 0 })
    expect(engine.stepProblem('warning', 0, 1)).toBeUndefined()
  })

  it('finds from where the reader is, opens folds around a hit, and goes on while lines come', async () => {
    const { engine, until } = await open({
      stored: () => [],
      stream: (_, response) => {
        startStream(response)
        for (const [line, text] of ['hit', '+ a', 'hit', '+ b', 'x'].entries()) sendLine(response, line, text)
        setTimeout(() => sendLine(response, 5, 'hit'), 300)
      },
    })
    await until(({ lines }) => lines === 5)
    engine.toggleFold(1)
    expect(engine.view({ from: 0, count: 10 }).groups.map(({ line }) => line)).toEqual([0, 1, 3, 4])
    engine.find({ text: 'HIT', isRegex: false, isCaseSensitive: false }, 1)
    await until(({ find }) => find?.hits === 2 && find.current === 1)
    expect(engine.currentHit()).toMatchObject({ line: 2, row: 2 })
    expect(engine.view({ from: 0, count: 10 }).groups.map(({ line }) => line)).toEqual([0, 1, 2, 3, 4])
    await until(({ find }) => find?.hits === 3)
    expect(engine.stepHit(1)).toMatchObject({ line: 5 })
    expect(engine.stepHit(1)).toMatchObject({ line: 0 })
    expect(engine.stepHit(-1)).toMatchObject({ line: 5 })
  })

  it('keeps a place steady while rows move above it', async () => {
    const lines = [
      '+ a',
      ...Array.from({ length: 100 }, (_, at) => `${at} ${'x'.repeat(100)}`),
      '+ b',
      'target',
      ...Array.from({ length: 100 }, () => 'y'),
    ]
    const { engine, complete } = await open({ stored: () => entries(lines) })
    await complete()
    const request = { from: 0, anchor: { line: 102, sub: 0, before: 3 }, count: 8 }
    const wide = engine.view(request)
    engine.setColumns(50)
    const narrow = engine.view(request)
    engine.toggleFold(0)
    const folded = engine.view(request)
    expect([wide.anchorRow, narrow.anchorRow, folded.anchorRow]).toEqual([102, 302, 2])
    expect(narrow.groups.find(({ line }) => line === 102)).toBeDefined()
    expect(new Set([wide.version, narrow.version, folded.version]).size).toBe(3)
  })

  it('gives the text between two points and the whole log as files', async () => {
    const { engine, complete } = await open({
      stored: () => entries(['one', '\u001B[1mtwo\u001B[0m\tx', 'three']),
    })
    await complete()
    expect(engine.text({ line: 0, offset: 1 }, { line: 2, offset: 3 })).toBe('ne\ntwo\tx\nthr')
    expect(engine.text({ line: 1, offset: 1 }, { line: 1, offset: 2 })).toBe('w')
    expect(await engine.download(false).text()).toBe('one\ntwo\tx\nthree\n')
    expect(await engine.download(true).text()).toBe('one\n\u001B[1mtwo\u001B[0m\tx\u001B[0m\nthree\n')
    expect(engine.download(false).type).toBe('text/plain;charset=utf-8')
  })

  it('what is downloaded with colours looks the same when it is read again', async () => {
    const raw = [
      '\u001B[31mred',
      'still red \u001B[1;4mbold\u001B[22m',
      '\u001B[38;2;1;2;3;48;5;200mx\u001B[0my\u001B[7;9;2;3;95mz',
    ]
    const first = await open({ stored: () => entries(raw) })
    await first.complete()
    const again = (await first.engine.download(true).text()).trimEnd().split('\n')
    const second = await open({ stored: () => entries(again) })
    await second.complete()
    const look = (engine: LogEngine) => engine.view({ from: 0, count: 9 }).groups.map(({ rows }) => rows)
    expect(look(second.engine)).toEqual(look(first.engine))
  })
})
