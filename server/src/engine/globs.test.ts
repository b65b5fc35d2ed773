import fc from 'fast-check'
import picomatch from 'picomatch'
import { describe, expect, it, vi } from 'vitest'

import { globMatcher } from './globs.ts'
import { processorTime } from './testing/time.ts'

vi.setConfig({ testTimeout: 60_000 })

describe('a glob', () => {
  it.each([
    ['main', 'main', true],
    ['main', 'Main', false],
    ['feature/*', 'feature/a', true],
    ['feature/*', 'feature/a/b', false],
    ['feature/**', 'feature/a/b', true],
    ['feature/**', 'feature', true],
    ['feature/**', 'features', false],
    ['**', 'a/b/c', true],
    ['**/*.md', 'a.md', true],
    ['**/*.md', 'a/b/c.md', true],
    ['a/**/b', 'a/b', true],
    ['a/**/b', 'a/x/y/b', true],
    ['a/**/b', 'axb', false],
    ['a**b', 'a/b', false],
    ['a**b', 'axyb', true],
    ['*', '.hidden', true],
    ['*', '', true],
    ['?', '/', false],
    ['v?', 'v1', true],
    ['[abc]', 'b', true],
    ['[a-c]x', 'bx', true],
    ['[!a]', 'b', true],
    ['[^a]', 'a', false],
    ['[!a]', '/', false],
    ['{a,b}/c', 'b/c', true],
    ['x{,y}', 'x', true],
    ['{a,{b,c}d}', 'cd', true],
    ['{a,b/**}', 'b/c/d', true],
    ['\\*', '*', true],
    ['\\*', 'a', false],
    ['[\\]]', ']', true],
    ['!main', 'dev', false],
    ['+(a)', 'a', false],
    ['#a', '#a', true],
    ['[a', '[a', false],
    ['{a', '{a', false],
    ['a\\', 'a\\', false],
    ['[]', ']', false],
    ['{a,b}'.repeat(20), 'a'.repeat(20), false],
  ])('%s and %j: %s', (pattern, text, expected) => {
    expect(globMatcher(pattern)(text)).toBe(expected)
  })

  it('agrees with a well-known matcher on ordinary patterns', () => {
    const segment = fc
      .array(fc.constantFrom('a', 'b', '?', '*', '[ab]'), { minLength: 1, maxLength: 3 })
      .map((parts) => parts.join('').replace(/\*+/g, '*'))
    const pattern = fc
      .array(fc.oneof(segment, fc.constant('**')), { minLength: 1, maxLength: 4 })
      .map((segments) => segments.join('/'))
    const path = fc
      .array(fc.stringMatching(/^[abc]{1,3}$/), { minLength: 1, maxLength: 4 })
      .map((segments) => segments.join('/'))
    fc.assert(
      fc.property(pattern, path, (glob, text) => {
        // There they differ: here `x/**` matches x whatever x is.
        fc.pre(!/[*?\]]\/\*\*$/.test(glob))
        const isExpected = picomatch(glob, { dot: true, noext: true, nonegate: true })(text)
        expect([glob, text, globMatcher(glob)(text)]).toEqual([glob, text, isExpected])
      }),
      { numRuns: 3000 },
    )
  })

  it('takes no long time whatever the pattern', () => {
    const spent = processorTime(() => {
      expect(globMatcher(`${'*a'.repeat(400)}b`)('a'.repeat(5000))).toBe(false)
    })
    expect(spent).toBeLessThan(1000)
  })

  it('never throws', () => {
    fc.assert(
      fc.property(
        fc.string(),
        fc.string(),
        (pattern, text) => typeof globMatcher(pattern)(text) === 'boolean',
      ),
    )
  })
})
