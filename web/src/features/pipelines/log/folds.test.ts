import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { bodyLength, foldMarkOf, Folds } from './folds.ts'
import { LogModel } from './logModel.ts'

describe('what begins and ends a fold', () => {
  it.each([
    ['+ npm test', { kind: 'command', title: 'npm test' }],
    ['+not a command', undefined],
    ['++ nested trace', undefined],
    ['::group::Install', { kind: 'open', title: 'Install' }],
    ['::endgroup::', { kind: 'close' }],
    ['##[group]Run tests', { kind: 'open', title: 'Run tests' }],
    ['##[endgroup]', { kind: 'close' }],
    ["##teamcity[blockOpened name='Compile' description='x']", { kind: 'open', title: 'Compile' }],
    ["##teamcity[blockClosed name='Compile']", { kind: 'close' }],
    ['# a comment', undefined],
    ['say ::group::no', undefined],
  ])('%s', (text, mark) => {
    expect(foldMarkOf(text, text)).toEqual(mark)
  })

  it.each([
    [
      'section_start:1560896352:my_section[collapsed=true]\r\u001B[0KHeader',
      'Header',
      { kind: 'open', title: 'Header' },
    ],
    ['\u001B[0Ksection_start:1560896352:my_section\r\u001B[0K', '', { kind: 'open', title: 'my_section' }],
    ['\u001B[0Ksection_end:1560896353:my_section\r\u001B[0K', '', { kind: 'close' }],
    ['travis_fold:start:install\r\u001B[0K', '', { kind: 'open', title: 'install' }],
    ['travis_fold:end:install\r\u001B[0K', '', { kind: 'close' }],
    ['progress 1\rprogress 2', 'progress 2', undefined],
  ])('markers hidden behind a return: %j', (raw, text, mark) => {
    expect(foldMarkOf(raw, text)).toEqual(mark)
  })
})

function build(lines: string[]) {
  const folds = new Folds()
  for (const [index, text] of lines.entries()) folds.add(index, foldMarkOf(text, text), index)
  folds.finish(lines.length, lines.length)
  return folds.all.map(({ title, head, end, startTime, endTime, parent }) => ({
    title,
    head,
    end,
    seconds: (endTime ?? 0) - startTime,
    parent: parent?.title,
  }))
}

describe('how folds are nested', () => {
  it('a command reaches to the next one and lasts as long', () => {
    expect(build(['before', '+ a', '1', '2', '+ b', '3'])).toEqual([
      { title: 'a', head: 1, end: 4, seconds: 3, parent: undefined },
      { title: 'b', head: 4, end: 6, seconds: 2, parent: undefined },
    ])
  })

  it('a group stands in a command, and commands stand in a group', () => {
    expect(build(['+ a', '::group::g', '+ b', '1', '+ c', '::endgroup::', 'rest', '+ d'])).toEqual([
      { title: 'a', head: 0, end: 7, seconds: 7, parent: undefined },
      { title: 'g', head: 1, end: 6, seconds: 4, parent: 'a' },
      { title: 'b', head: 2, end: 4, seconds: 2, parent: 'g' },
      { title: 'c', head: 4, end: 6, seconds: 1, parent: 'g' },
      { title: 'd', head: 7, end: 8, seconds: 1, parent: undefined },
    ])
  })

  it('an end without a beginning ends nothing', () => {
    expect(build(['+ a', '::endgroup::', '1'])).toMatchObject([{ title: 'a', end: 3 }])
  })

  it('a million openings are not a million levels', () => {
    const lines = Array.from({ length: 100_000 }, (_, at) => `::group::${at}`)
    expect(build(lines)).toHaveLength(8)
  })
})

describe('folding in a log', () => {
  const line = fc.constantFrom('+ a', '+ b', '::group::g', '::endgroup::', 'text', 'text')

  it('hides exactly the bodies of closed folds', () => {
    fc.assert(
      fc.property(fc.array(line, { maxLength: 60 }), fc.array(fc.nat(60)), (lines, toggles) => {
        const model = new LogModel(80)
        for (const [number, raw] of lines.entries()) {
          model.append({ line: number, time: 0, type: 0, raw })
          const fold = model.folds.headedBy(toggles[number] ?? -1)
          if (fold) model.setFold(fold, !fold.isClosed)
        }
        const hidden = new Set<number>()
        for (const fold of model.folds.all) {
          if (!fold.isClosed || bodyLength(fold, lines.length) <= 0) continue
          for (let at = fold.head + 1; at < Math.min(fold.end, lines.length); at++) hidden.add(at)
        }
        for (const index of lines.keys()) {
          expect(model.rows.at(index)).toBe(hidden.has(index) ? 0 : 1)
          expect(model.folds.hiding(index).length > 0).toBe(hidden.has(index))
        }
        const rows = Array.from(lines.keys(), (index) => model.rows.at(index))
        model.setColumns(81)
        expect(Array.from(lines.keys(), (index) => model.rows.at(index))).toEqual(rows)
        for (const index of lines.keys()) model.reveal(index)
        expect(model.rows.total).toBe(lines.length)
      }),
    )
  })

  it('hides lines that are added to a closed fold', () => {
    const model = new LogModel(80)
    model.append({ line: 0, time: 0, type: 0, raw: '+ a' })
    model.append({ line: 1, time: 0, type: 0, raw: 'one' })
    model.setFold(model.folds.all[0]!, true)
    model.append({ line: 2, time: 0, type: 0, raw: 'two' })
    expect(model.rows.total).toBe(1)
    model.append({ line: 3, time: 0, type: 0, raw: '+ b' })
    expect(model.rows.total).toBe(2)
  })
})
