import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'

import { ExpressionError } from './errors.ts'
import { regexMatcher } from './regex.ts'

vi.setConfig({ testTimeout: 60_000 })

describe('regular expressions', () => {
  const matcher = (pattern: string) => regexMatcher(pattern, () => {})
  it.each([
    ['^a.c$', 'abc', true],
    ['^a.c$', 'a\nc', false],
    ['(?s)^a.c$', 'a\nc', true],
    ['(?m)^b$', 'a\nb\nc', true],
    ['^b$', 'a\nb', false],
    ['\\bfoo\\b', 'a foo b', true],
    ['\\bfoo\\b', 'afoob', false],
    ['[^a-c]', 'abc', false],
    ['[]a]', ']', true],
    ['[a\\]]', ']', true],
    ['[[:digit:]]+x', '12x', true],
    ['\\d{2,3}$', '1', false],
    ['^\\d{2,3}$', '123', true],
    ['^\\d{2}$', '123', false],
    ['^(?:a|b)*$', 'abab', true],
    ['^(?P<name>a)?$', '', true],
    ['(?i)HELLO', 'say hello', true],
    ['(?i:h)ELLO', 'hello', false],
    ['a{,2}', 'a{,2}', true],
    ['\\Qa.b\\E', 'axb', false],
    ['\\p{Lu}', 'a', false],
    ['\\p{Greek}', 'α', true],
    ['\\x41\\x{42}', 'AB', true],
    ['^$', '', true],
    ['v\\d+\\.\\d+', 'v1.2', true],
    ['a||b', 'z', true],
  ])('%s on %j: %s', (pattern, text, expected) => {
    expect(matcher(pattern)(text)).toBe(expected)
  })

  it.each([
    '(',
    ')',
    '[',
    'a**',
    '*',
    '(?<=a)',
    '\\1',
    '\\',
    'a{2,1}',
    'a{1001}',
    '[b-a]',
    '\\pX',
    '(?x)a',
    '[[:nope:]]',
  ])('%s is refused', (pattern) => {
    expect(() => matcher(pattern)).toThrow(ExpressionError)
  })

  it('agree with the runtime’s own where both mean the same', () => {
    const atom = fc.constantFrom('a', 'b', '.', '[ab]', '[^a]', '\\w', '\\b', '^', '$')
    const pattern = fc.letrec<{ node: string }>((tie) => ({
      node: fc.oneof(
        { maxDepth: 4 },
        atom,
        fc.tuple(tie('node'), tie('node')).map(([one, other]) => one + other),
        fc.tuple(tie('node'), tie('node')).map(([one, other]) => `(${one}|${other})`),
        fc
          .tuple(tie('node'), fc.constantFrom('*', '+', '?', '{2}', '{0,2}'))
          .map(([node, sign]) => `(?:${node})${sign}`),
      ),
    })).node
    fc.assert(
      fc.property(pattern, fc.stringMatching(/^[abc]{0,8}$/), (source, text) => {
        expect(matcher(source)(text)).toBe(new RegExp(source, 'u').test(text))
      }),
      { numRuns: 1500 },
    )
  })
})
