// @vitest-environment node
import { describe, expect, it, onTestFinished, vi } from 'vitest'

import { LogEngine } from './logEngine.ts'
import type { Snapshot } from './protocol.ts'
import { anEntry, entries, sendEnd, sendJson, sendLine, serve, startStream } from './testing/logServer.ts'
import { open, textIn } from './testing/openLog.ts'

describe('the engine', () => {
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

  it('keeps the folds whose markers nobody sees when lines have to be filled in', async () => {
    const lines = [
      '+ build',
      'section_start:1560896352:deps[collapsed=true]\r\u001B[0KInstall',
      'one',
      '\u001B[0Ksection_end:1560896353:deps\r\u001B[0K',
      'travis_fold:start:compile\r\u001B[0K',
      'two',
      'travis_fold:end:compile\r\u001B[0K',
      'after',
    ]
    const heads = ({ engine }: { engine: LogEngine }) =>
      engine.view({ from: 0, count: 20 }).groups.flatMap(({ line, fold }) => (fold ? [{ line, fold }] : []))
    const whole = await open({ stored: () => entries(lines) })
    await whole.complete()
    expect(heads(whole).map(({ line }) => line)).toEqual([0, 1, 4])
    const filled = await open({
      stored: () => entries(lines),
      stream: (_, response) => {
        startStream(response)
        for (const [line, text] of lines.entries()) if (line !== 2) sendLine(response, line, text)
        sendEnd(response)
      },
    })
    await filled.complete()
    expect(heads(filled)).toEqual(heads(whole))
    const onlyStreamed = await open({
      stored: () => entries(lines.slice(0, 1)),
      stream: (_, response) => {
        startStream(response)
        for (const [line, text] of lines.entries()) if (line > 0) sendLine(response, line, text)
        sendEnd(response)
      },
    })
    await onlyStreamed.complete()
    expect(heads(onlyStreamed)).toEqual(heads(whole))
  })

  it('lays filled-in lines out for the width of now, not of when reading began', async () => {
    const wide = 'x'.repeat(100)
    const storedAsked = Promise.withResolvers<void>()
    const goOn = Promise.withResolvers<void>()
    const { engine, complete } = await open({
      stored: async () => {
        storedAsked.resolve()
        await goOn.promise
        return entries([wide, wide, wide])
      },
      stream: (_, response) => {
        startStream(response)
        sendLine(response, 0, wide)
        sendLine(response, 2, wide)
        sendEnd(response)
      },
    })
    await storedAsked.promise
    engine.setColumns(50)
    goOn.resolve()
    await complete()
    expect(engine.view({ from: 0, count: 20 })).toMatchObject({ total: 6 })
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
    onTestFinished(() => engine.close())
    engine.open({ storedUrl: url, token: '', isFailed: false })
    await vi.waitFor(() => expect(last?.phase).toBe('failed'))
    expect(last?.failure).toEqual({ status: 500, message: 'Internal Server Error: broken' })
    isDown = false
    engine.retry()
    await vi.waitFor(() => expect(last?.phase).toBe('complete'))
    expect(last?.failure).toBeUndefined()
    expect(last?.lines).toBe(1)
  })
})
