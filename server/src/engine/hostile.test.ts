import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'

import { aCommit, compiled, on } from './testing/compile.ts'
import { processorTime } from './testing/time.ts'
import type { CompileResult } from './types.ts'

const megabytes = (count: number, text: string) => text.repeat(Math.ceil((count * 1024 * 1024) / text.length))

const bomb = (levels: number, width: number) => {
  const lines = ['a0: &a0 [x, x, x, x, x, x, x, x, x]']
  for (let level = 1; level <= levels; level += 1)
    lines.push(`a${level}: &a${level} [${Array.from({ length: width }, () => `*a${level - 1}`).join(', ')}]`)
  return `${lines.join('\n')}\n`
}
const mergeBomb = (levels: number) => {
  const lines = ['m0: &m0 {k0: 1}']
  for (let level = 1; level <= levels; level += 1)
    lines.push(`m${level}: &m${level} {<<: [*m${level - 1}, *m${level - 1}], k${level}: 1}`)
  return `${lines.join('\n')}\n`
}
const random = (length: number) => {
  let state = 12_345
  return Array.from({ length }, () => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31
    return String.fromCharCode(state % 256)
  }).join('')
}
const step = 'steps: [{name: s, image: sh, commands: ls, when: {event: push}}]\n'

// Much work on a machine that may be busy with other things.
vi.setConfig({ testTimeout: 60_000 })

describe('hostile files', () => {
  it.each([
    ['10 MB of list', megabytes(10, '- a\n')],
    ['10 MB of one line', `steps: "${megabytes(10, 'x')}"`],
    ['10 MB of substitutions', megabytes(10, '${CI_COMMIT_SHA}')],
    ['10 MB of comments', `${megabytes(10, '# x\n')}${step}`],
    ['as many lists as are read', '- a\n'.repeat(14_000)],
    ['as many keys as are read', Array.from({ length: 11_000 }, (_, index) => `k${index}: 1\n`).join('')],
    ['many commas', `{${','.repeat(250_000)}`],
    ['many quotes', '"'.repeat(250_000)],
    ['many brackets', '['.repeat(250_000)],
    ['many braces', '{'.repeat(250_000)],
    ['many dashes', '- '.repeat(120_000)],
    ['many anchors', '&a '.repeat(80_000)],
    ['many tags', '!!str '.repeat(40_000)],
    ['many documents', '---\n'.repeat(60_000)],
    ['many mistakes', 'a: ]\n'.repeat(50_000)],
    ['deep indentation', Array.from({ length: 600 }, (_, index) => `${' '.repeat(index)}a:\n`).join('')],
    ['an alias bomb', bomb(14, 9)],
    ['a wide alias bomb', bomb(3, 2000)],
    ['a merge bomb', mergeBomb(1000)],
    ['an anchor that contains itself', 'a: &a [*a]\n'],
    ['a merge of itself', 'a: &a {<<: *a}\n'],
    ['bytes at random', random(200_000)],
    ['zero bytes', '\0'.repeat(200_000)],
    ['many steps', `steps:\n${'  - {image: sh, commands: ls}\n'.repeat(5000)}`],
    [
      'a long chain of steps',
      `steps:\n${Array.from({ length: 3000 }, (_, index) => `  - {name: s${index}, image: sh, commands: ls, depends_on: s${index + 1}}\n`).join('')}`,
    ],
    [
      'a matrix without end',
      `matrix: {${Array.from({ length: 40 }, (_, index) => `k${index}: [1, 2, 3, 4, 5, 6, 7, 8, 9]`).join(', ')}}\n${step}`,
    ],
    ['a list of axes without end', `matrix:\n  include:\n${'    - {a: 1}\n'.repeat(5000)}${step}`],
    ['filters without end', `when: {event: push, path: [${'"*a*a*a*a*a*a*a*b", '.repeat(2000)}]}\n${step}`],
    ['expressions without end', `when: {event: push, evaluate: 'all(1..9000, all(1..9000, true))'}\n${step}`],
    [
      'unknown keys without end',
      `${Array.from({ length: 5000 }, (_, index) => `x${index}: 1\n`).join('')}${step}`,
    ],
  ])('%s: answered within two seconds', (_, file) => {
    const commit = aCommit({
      changed_files: Array.from({ length: 500 }, () => 'a'.repeat(200)),
      message: 'a\n'.repeat(30_000),
    })
    let result: CompileResult = { errors: [], workflows: [] }
    const spent = processorTime(() => {
      result = compiled(file, on('push', { commit }))
    })
    expect(spent).toBeLessThan(2000)
    expect(result.errors.length).toBeLessThan(2000)
    const isStopped = result.errors.some((error) => !error.is_warning)
    expect(isStopped && result.workflows.length > 0).toBe(false)
  })

  it('of any text are answered and never thrown', () => {
    const pieces = [
      'steps:',
      '- ',
      '\n',
      '  ',
      'name: a',
      'image: sh',
      'commands:',
      'when:',
      '{',
      '}',
      '[',
      ']',
      ': ',
      'event',
      'push',
      '&a',
      '*a',
      '<<',
      '${',
      '}',
      'matrix',
      '"',
      "'",
      '|',
      '>',
      '#',
      '!!int',
      'depends_on',
      '~',
      '1.10',
      ',',
      'settings',
      'from_secret: x',
    ]
    const text = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.array(fc.constantFrom(...pieces), { maxLength: 30 }).map((parts) => parts.join('')),
      fc.array(fc.constantFrom(...pieces), { maxLength: 30 }).map((parts) => parts.join(' ')),
    )
    fc.assert(
      fc.property(text, (file) => {
        const { errors, workflows } = compiled(file)
        if (errors.some((error) => !error.is_warning)) expect(workflows).toEqual([])
      }),
      { numRuns: 400 },
    )
  })

  it('made of a valid one with any value anywhere are answered too', () => {
    const keys = [
      'steps',
      'services',
      'clone',
      'when',
      'depends_on',
      'matrix',
      'labels',
      'concurrency',
      'runs_on',
      'skip_clone',
      'name',
      'image',
      'commands',
      'environment',
      'settings',
      'ports',
      'event',
      'path',
      'status',
      'evaluate',
      'include',
      'from_secret',
      '__proto__',
      'constructor',
    ]
    const value = fc.letrec<{ node: unknown }>((tie) => ({
      node: fc.oneof(
        { maxDepth: 5 },
        fc.constantFrom(null, true, 0, 1.5, '', 'push', 'sh', 'a', '${CI}', '*'),
        fc.array(tie('node'), { maxLength: 3 }),
        fc.dictionary(fc.constantFrom(...keys), tie('node'), { maxKeys: 4, noNullPrototype: true }),
      ),
    })).node
    fc.assert(
      fc.property(fc.dictionary(fc.constantFrom(...keys), value, { noNullPrototype: true }), (file) => {
        const { errors, workflows } = compiled(JSON.stringify(file))
        expect(Array.isArray(errors) && Array.isArray(workflows)).toBe(true)
      }),
      { numRuns: 400 },
    )
  })
})

it('names such as __proto__ are ordinary names', () => {
  const result = compiled(
    'skip_clone: true\nlabels: {__proto__: x}\nsteps: {__proto__: {image: sh, commands: "echo ${__proto__}${constructor}", environment: {__proto__: a, constructor: b}}}',
  )
  const [stage] = result.workflows[0]!.stages
  expect(stage![0]!.name).toBe('__proto__')
  expect(stage![0]!.commands).toEqual(['echo '])
  expect(Object.entries(stage![0]!.environment)).toEqual(
    expect.arrayContaining([
      ['__proto__', 'a'],
      ['constructor', 'b'],
    ]),
  )
})
