// @vitest-environment node
import { describe, expect, it } from 'vitest'

import type { LogEngine } from './logEngine.ts'
import { entries, sendInTwo, sendLine, startStream } from './testing/logServer.ts'
import { open } from './testing/openLog.ts'

describe('the engine', () => {
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

  it.each([[false], [true]])(
    'leaves open at its end what a link of the address has opened before (folded from the start: %s)',
    async (startsFolded) => {
      const goOn = Promise.withResolvers<void>()
      const { complete, until, engine } = await open(
        { stored: (response) => sendInTwo(response, entries(failedLog), 200, goOn.promise) },
        { isFailed: true, startsFolded },
      )
      await until(({ lines }) => lines === 200)
      expect(engine.reveal(150)).toMatchObject({ line: 150 })
      goOn.resolve()
      await complete()
      const seen = engine.view({ from: 0, anchor: { line: 150, sub: 0, before: 0 }, count: 1 })
      expect(seen.groups).toMatchObject([{ line: 150 }])
    },
  )

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

  it('goes to an error on the very first line, too, and to one right after a gap', async () => {
    const { complete, engine } = await open({
      stored: () => [...entries(['error: 1', 'a', 'error: 2']), ...entries(['error: 3'], 9)],
    })
    await complete()
    const stops = [-1, 0, 2, 5, 9].map((from) => engine.stepProblem('error', from, 1)?.line)
    expect(stops).toEqual([0, 2, 9, 9, 0])
    const back = [9, 5, 2, 0, -1].map((from) => engine.stepProblem('error', from, -1)?.line)
    expect(back).toEqual([2, 2, 0, 9, 9])
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
