import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { Problem } from './problems.ts'
import type { Node } from './yaml/nodes.ts'
import { readYaml } from './yaml/read.ts'
import { plainValue } from './yaml/scalars.ts'

/** Values as JavaScript has them, maps in order. */
function plain(node: Node): unknown {
  if (node.kind === 'list') return node.items.map(plain)
  if (node.kind === 'map') return [...node.entries].map(([key, value]) => [key, plain(value)])
  return node.value
}
const read = (text: string) => plain(readYaml(text))

describe('a scalar without quotes', () => {
  it.each([
    ['', null],
    ['~', null],
    ['Null', null],
    ['true', true],
    ['False', false],
    ['yes', 'yes'],
    ['on', 'on'],
    ['12', 12],
    ['+5', 5],
    ['1_000', 1000],
    ['0755', 493],
    ['0o17', 15],
    ['0x1F', 31],
    ['0b101', 5],
    ['089', 89],
    ['1.10', 1.1],
    ['.5', 0.5],
    ['1e3', 1000],
    ['.inf', Infinity],
    ['-.Inf', -Infinity],
    ['.nan', NaN],
    ['1.2.3', '1.2.3'],
    ['12px', '12px'],
    ['9007199254740993', 9_007_199_254_740_993n],
    ['99999999999999999999999', 1e23],
    ['2024-02-29', { timestamp: '2024-02-29T00:00:00Z' }],
    ['2024-1-2 3:04:05.600 +01:00', { timestamp: '2024-01-02T03:04:05.6+01:00' }],
    ['2023-02-29', '2023-02-29'],
    ['2024-13-01', '2024-13-01'],
    ['-', '-'],
    ['.', '.'],
  ])('%s is %s', (text, expected) => {
    expect(plainValue(text)).toEqual(expected)
  })
})

describe('a file', () => {
  it.each([
    ['', null],
    ['# nothing', null],
    ['a: 1.10', [['a', 1.1]]],
    ['a: "1.10"', [['a', '1.10']]],
    ['a: !!str 1.10', [['a', '1.10']]],
    ['a: !!int "3"', [['a', 3]]],
    ['a: !own x', [['a', 'x']]],
    ['a: |\n  x\n  y\n', [['a', 'x\ny\n']]],
    ['a: >-\n  x\n  y\n', [['a', 'x y']]],
    ['a: x\n  y', [['a', 'x y']]],
    [
      'a: &x [1]\nb: *x',
      [
        ['a', [1]],
        ['b', [1]],
      ],
    ],
    [
      'a: &x 1\nb: &x 2\nc: *x',
      [
        ['a', 1],
        ['b', 2],
        ['c', 2],
      ],
    ],
    [
      'a: &x {k: 1, l: 2}\nb: {<<: *x, l: 3}',
      [
        [
          'a',
          [
            ['k', 1],
            ['l', 2],
          ],
        ],
        [
          'b',
          [
            ['k', 1],
            ['l', 3],
          ],
        ],
      ],
    ],
    [
      'a: &x {k: 1}\nb: {k: 2, <<: *x}',
      [
        ['a', [['k', 1]]],
        ['b', [['k', 2]]],
      ],
    ],
    [
      'a: &x {k: 1}\nb: &y {k: 2, m: 3}\nc: {<<: [*x, *y]}',
      [
        ['a', [['k', 1]]],
        [
          'b',
          [
            ['k', 2],
            ['m', 3],
          ],
        ],
        [
          'c',
          [
            ['k', 1],
            ['m', 3],
          ],
        ],
      ],
    ],
    [
      'a: &x [1, 2]\nb: [0, {<<: *x}, 3]',
      [
        ['a', [1, 2]],
        ['b', [0, 1, 2, 3]],
      ],
    ],
    [
      'a: &x [1]\nb: &y [2]\nc: [{<<: [*x, *y]}]',
      [
        ['a', [1]],
        ['b', [2]],
        ['c', [1, 2]],
      ],
    ],
    [
      'a: &x {k: 1}\nb: [{<<: *x}]',
      [
        ['a', [['k', 1]]],
        ['b', [[['k', 1]]]],
      ],
    ],
    ['"<<": 1', [['<<', 1]]],
    ['1.10: x', [['1.10', 'x']]],
    ['__proto__: x', [['__proto__', 'x']]],
    ['a: 1\n---\nb: 2', [['a', 1]]],
    ['\ufeffa: 1', [['a', 1]]],
  ])('%j', (text, expected) => {
    expect(read(text)).toEqual(expected)
  })

  it('keeps the text of scalars and the lines of values', () => {
    const node = readYaml('a:\n  b: 1.10\n  c: 0x10\n')
    const inner = node.kind === 'map' && node.entries.get('a')
    expect(inner && inner.kind === 'map' && [...inner.entries.values()]).toMatchObject([
      { text: '1.10', line: 2 },
      { text: '0x10', line: 3 },
    ])
  })

  it.each([
    ['a: 1\na: 2', 'line 2: key `a` is there twice'],
    ['a: *nope', 'line 1: unknown anchor `nope`'],
    ['a: *x\nb: &x 1', 'unknown anchor'],
    ['a: &x [*x]', 'contains itself'],
    ['? [1]\n: 2', 'a key must be text'],
    ['a: &x 1\nb: {<<: *x}', 'only maps can be merged'],
    ['a: [{<<: [1, [2]]}]', 'only lists can be merged'],
    ['a:\n\t- b', 'line 2: '],
    ['a: "open', 'line 1: '],
    ['a: b: c', 'line 1: '],
    ['a: \u0001', 'line 1: control characters'],
    ['a: b\nc:\n  - "d\\0e"', 'line 3: the character NUL'],
    ['a: "\\x00"', 'line 1: the character NUL'],
    ['a: 1\n"b\\u0000": c', 'line 2: the character NUL'],
    ['a: !!str "\\0"', 'line 1: the character NUL'],
    ['[[[[[[[[[[[[[[[[1]]]]]]]]]]]]]]]]', 'more than 15 levels'],
    [`${'['.repeat(200)}${']'.repeat(200)}`, 'nested too deeply'],
  ])('%j is refused: %s', (text, message) => {
    expect(() => readYaml(text)).toThrow(Problem)
    expect(() => readYaml(text)).toThrow(message)
  })

  it('that is JSON means the same', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 4 }), (value) => {
        const back = (node: Node): unknown => {
          if (node.kind === 'list') return node.items.map(back)
          if (node.kind === 'map')
            return Object.fromEntries([...node.entries].map(([key, each]) => [key, back(each)]))
          return typeof node.value === 'bigint' ? Number(node.value) : node.value
        }
        const text = JSON.stringify(value).replace(
          /[\u007f-\u009f\ufffe\uffff]/g,
          (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`,
        )
        expect(back(readYaml(text))).toEqual(JSON.parse(text))
      }),
    )
  })
})
