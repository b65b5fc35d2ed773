import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'

import { Problem } from './problems.ts'
import { substitute } from './substitute.ts'
import { processorTime } from './testing/time.ts'
import { readYaml } from './yaml/read.ts'

const values: Record<string, string> = {
  v: 'feature/login',
  empty: '',
  name: 'Ada',
  file: 'archive.tar.gz',
  tag: 'v1.2.3',
  lines: 'one\ntwo "x" \\ \t',
  wide: 'äöü',
  n: '3',
}
const put = (text: string) =>
  substitute(text, (name) => (Object.hasOwn(values, name) ? values[name] : undefined))

vi.setConfig({ testTimeout: 60_000 })

describe('substitution', () => {
  it.each([
    ['${v}', 'feature/login'],
    ['a ${nope} b', 'a  b'],
    ['${1}', ''],
    ['$v $(x) $((1+1)) $', '$v $(x) $((1+1)) $'],
    ['${name,} ${name,,} ${empty^}', 'ada ada '],
    ['${n^} ${v^} ${v^^}', '3 Feature/login FEATURE/LOGIN'],
    ['${name,^}', 'Ada'],
    ['${#name} ${#wide} ${#nope}', '3 6 0'],
    ['${v:0:7}|${v:8}|${v:-x}', 'feature|login|feature/login'],
    ['${v:8:2}|${v:8:99}|${v:99}', 'lo|login|'],
    ['${tag: -1}', 'v1.2.3'],
    ['${tag:x}|${tag:1:x}', 'v1.2.3|v1.2.3'],
    ['${v#*/}|${v##*/}|${v%/*}|${v%%/*}', 'login|login|feature|feature'],
    ['${file%.*}|${file%%.*}|${file#*.}|${file##*.}', 'archive.tar|archive|tar.gz|gz'],
    ['${tag#v}|${tag#x}|${tag%.[0-9]}', '1.2.3|v1.2.3|v1.2'],
    ['${tag#}x', undefined],
    ['${v#*}|${v##*}|${v%*}|${v%%*}', 'eature/login||feature/logi|'],
    ['${v/e/E}|${v//e/E}|${v/#f/F}|${v/%n/N}', 'fEature/login|fEaturE/login|Feature/login|feature/logiN'],
    ['${v/\\//-}|${v//[a]/x}|${v/feature/}', 'feature-login|feature/login|/login'],
    ['${v/e}', undefined],
    ['${nope=d}|${nope:=d}|${nope:-d}|${nope:?d}|${nope:+d}', 'd|d|d|d|d'],
    ['${name=d}|${name:=d}|${name:-d}|${name:?d}|${name:+d}', 'Ada|Ada|Ada|Ada|Ada'],
    ['${nope:-${empty:-${name}}!}|${nope:-}', 'Ada!|'],
    ['${nope:-a b/c:d}', 'a b/c:d'],
    ['$${v} $$ $$$ $$$$', '${v} $ $$ $$'],
    ['$$${v}', '$feature/login'],
    ['a\\\\b \\/ \\n', 'a\\b / \\n'],
    ['${lines}', '"one\\ntwo \\"x\\" \\\\ \\t"'],
  ])('%s becomes %j', (text, expected) => {
    if (expected === undefined) expect(() => put(text)).toThrow(Problem)
    else expect(put(text)).toBe(expected)
  })

  it.each([
    '${v-1}',
    '${v+1}',
    '${a[0]}',
    '${!v}',
    '${{ x }}',
    '${}',
    '${',
    '${v',
    '${v:',
    '${v:}',
    '${v::1}',
    '${v%',
    '${v%}',
    '${#}',
    '${#v:1}',
    '${v#a${n}}',
    '${v!}',
  ])('refuses %s wherever it stands', (bad) => {
    expect(() => put(`steps: []\n# ${bad}`)).toThrow(/line 2: bad substitution/)
  })

  it('leaves text alone that has no dollar sign and no backslash', () => {
    fc.assert(
      fc.property(
        fc.string().map((text) => text.replace(/[$\\]/g, '')),
        (text) => {
          expect(put(text)).toBe(text)
        },
      ),
    )
  })

  it('puts every value of several lines in as one that YAML reads back', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme-ascii' }), fc.string({ unit: 'grapheme' }), (one, other) => {
        const value = `${one}\n${other}`
        const text = substitute('a: ${x}', () => value)
        expect(readYaml(text)).toMatchObject({ kind: 'map' })
        const node = readYaml(text)
        expect(node.kind === 'map' && node.entries.get('a')).toMatchObject({ value })
      }),
    )
  })

  it('fails with a problem or not at all, in bounded time', () => {
    const pieces = [
      '${',
      '}',
      'v',
      ':',
      '-',
      '#',
      '%',
      '/',
      '$$',
      '\\',
      '*',
      '[a]',
      ',',
      '^',
      '=',
      '${v',
      '1',
      'nope',
    ]
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...pieces), { maxLength: 20 }), (parts) => {
        try {
          put(parts.join(''))
        } catch (error) {
          expect(error).toBeInstanceOf(Problem)
        }
      }),
      { numRuns: 2000 },
    )
  })

  it.each([
    ['deep nesting', '${a:-'.repeat(100_000)],
    ['growth', '${long}'.repeat(30_000)],
    ['replacing every letter', `\${long//a/${'b'.repeat(100_000)}}`],
    ['stripping by many stars', `\${long##${'*a'.repeat(400)}b}`.repeat(60)],
    ['a pattern without end', `\${long##${'*a'.repeat(100_000)}b}`],
  ])('refuses or does %s quickly', (_, text) => {
    const spent = processorTime(() => {
      try {
        substitute(text, (name) => (name === 'long' ? 'a'.repeat(50_000) : ''))
      } catch (error) {
        expect(error).toBeInstanceOf(Problem)
      }
    })
    expect(spent).toBeLessThan(2000)
  })
})
