import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { Problem } from './problems.ts'
import { substituteNoting } from './substitute.ts'
import type { Node } from './yaml/nodes.ts'
import { readTemplate, readYaml } from './yaml/read.ts'
import { fillIn } from './yaml/template.ts'

type Values = Record<string, string>

const orProblem = <Result>(work: () => Result): Result | undefined => {
  try {
    return work()
  } catch (error) {
    if (error instanceof Problem) return undefined
    throw error
  }
}

/** What filling in makes of a file, and what reading it with everything put in makes of it. */
function both(text: string, values: Values): { filled: Node | undefined; read: Node | undefined } {
  const substituted = orProblem(() => substituteNoting(text, (name) => values[name]))
  if (!substituted) return { filled: undefined, read: undefined }
  const template = orProblem(() => readTemplate(text).template)
  return {
    filled: template && fillIn(template, substituted),
    read: orProblem(() => readYaml(substituted.text)),
  }
}

const file = (value: string) =>
  `a:\n  - first\n  - ${value}\n  - {b: c}\nblock: |\n  one $\{A}\n    two\n\n  three\nlast: end\n`

describe('a file whose variables are put in after reading', () => {
  it.each([
    ['echo ${A}', { A: 'x' }],
    ['"quoted ${A:0:2} $${B}"', { A: 'xyz' }],
    ["'single ${A} $$'", { A: 'x y' }],
    ['echo ${A}, {${B}} [x]', { A: '1.10', B: '' }],
    ['${A}', { A: '1.10' }],
    ['${A}', { A: 'null' }],
    ['&anchor ${A}', { A: 'x' }],
    ['echo ${A}', { A: 'two\nlines' }],
    ['[$$, x]', {}],
    ['make VERSION="${A##*/}"', { A: 'release/1.0' }],
  ])('%s with %j need not be read again', (value, values) => {
    const { filled, read } = both(file(value), values)
    expect(filled).toBeDefined()
    expect(filled).toEqual(read)
  })

  it.each([
    ['echo ${A}', { A: 'key: value' }],
    ['echo ${A}', { A: 'x #y' }],
    ['${A}', { A: '- x' }],
    ['${A}', { A: '"x"' }],
    ['${A}', { A: '' }],
    ['"${A}"', { A: 'a "b"' }],
    ['"${A}"', { A: String.raw`a\nb` }],
    ["'${A}'", { A: "it's" }],
    ['${A}: x', { A: 'key' }],
    ['x # ${A}', { A: 'y' }],
    ['!!str ${A}', { A: '1' }],
    ['>-\n    folded ${A}', { A: 'x' }],
  ])('%s with %j is read again', (value, values) => {
    expect(both(file(value), values).filled).toBeUndefined()
  })

  const pieces = '${A} ${B:-d} $${A} $$ \\\\ \\/ ${A##*/} " \' { } [ ] , x - &a *a !!str ? k: 1 ~ #'.split(
    ' ',
  )
  const spaces = [' ', ': ', ' #', '- ', '\n  ', '\n', '|\n    ', '>\n    ', '\t']
  const tokens = fc.constantFrom(...pieces, ...spaces)
  const values = fc.oneof(
    { weight: 2, arbitrary: fc.constantFrom('x', '1.10', 'feature/a', 'null', '') },
    fc.string({ maxLength: 6 }),
    fc
      .array(fc.constantFrom(...pieces, '\r', '\u0007', '<<', '---'), { maxLength: 4 })
      .map((parts) => parts.join('')),
  )
  const lines = fc.array(
    fc
      .tuple(
        fc.constantFrom('- ', '- k: ', '- "', "- '", '- [', '- {a: ', '- |\n    ', '- # '),
        fc.array(tokens, { maxLength: 5 }),
        fc.constantFrom('', '', '"', "'", ']', '}'),
      )
      .map(([begin, middle, end]) => begin + middle.join('') + end),
    { minLength: 1, maxLength: 4 },
  )

  it('is what it would be if it were read with them, whatever they are', () => {
    let taken = 0
    fc.assert(
      fc.property(lines, values, values, (items, A, B) => {
        const { filled, read } = both(`steps:\n  ${items.join('\n  ')}\n`, { A, B })
        if (!filled) return
        taken += 1
        expect(filled).toEqual(read)
      }),
      { numRuns: 2000 },
    )
    expect(taken).toBeGreaterThan(50)
  })
})
