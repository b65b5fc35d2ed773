import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'

import { evaluate } from './evaluate.ts'
import { Problem } from './problems.ts'
import { processorTime } from './testing/time.ts'

const variables = new Map([
  ['CI_COMMIT_BRANCH', 'feature/login'],
  ['CI_PIPELINE_EVENT', 'push'],
  ['CI_COMMIT_MESSAGE', 'Fix: the login [full]'],
  ['CI_PIPELINE_NUMBER', '42'],
  ['CI_PIPELINE_FILES', '["src/a.ts","docs/b.md"]'],
  ['TASK', 'docs'],
])
const budget = () => {
  let left = 5_000_000
  return (work: number) => {
    left -= work
    if (left < 0) throw new Problem({ type: 'generic', message: 'too long', is_warning: false, data: null })
  }
}
// A Sunday.
const now = Date.parse('2024-03-10T12:00:00Z')
const holds = (expression: string) => evaluate(expression, variables, { now, spend: budget() })

vi.setConfig({ testTimeout: 60_000 })

describe('conditions', () => {
  it.each([
    ['CI_PIPELINE_EVENT == "push"', true],
    ["CI_PIPELINE_EVENT != 'push'", false],
    ['CI_COMMIT_BRANCH startsWith "feature/" and not (TASK == "tests")', true],
    ['CI_COMMIT_BRANCH endsWith `login` && !(TASK contains "x")', true],
    ['CI_COMMIT_MESSAGE contains "[full]" || false', true],
    ['CI_COMMIT_MESSAGE not contains "skip"', true],
    ['CI_COMMIT_MESSAGE matches "(?i)^fix:\\\\s"', true],
    ['not (CI_COMMIT_MESSAGE matches "^docs")', true],
    ['CI_PIPELINE_EVENT in ["push", "tag"]', true],
    ['CI_PIPELINE_EVENT not in ["push", "tag"]', false],
    ['"TASK" in $env and $env["TASK"] == "docs"', true],
    ['NOBODY_SET_THIS == ""', true],
    ['int(CI_PIPELINE_NUMBER) > 41', true],
    ['40 < int(CI_PIPELINE_NUMBER) <= 42', true],
    ['TASK == "docs" ? true : false', true],
    ['nil ?? true', true],
    ['if TASK == "x" { false } else if TASK == "docs" { true } else { false }', true],
    ['let t = upper(TASK); t == "DOCS"', true],
    ['TASK | upper() | lower() == "docs"', true],
    ['any(fromJSON(CI_PIPELINE_FILES), # endsWith ".md")', true],
    ['all(fromJSON(CI_PIPELINE_FILES), {# startsWith "src/"})', false],
    ['/* a */ true // b', true],
  ])('%s is %s', (expression, expected) => {
    expect(holds(expression)).toBe(expected)
  })
})

describe('arithmetic', () => {
  it.each([
    '1 + 2 * 3 == 7',
    '(1 + 2) * 3 == 9',
    '7 / 2 == 3.5',
    '7 % 3 == 1',
    '2 ** 3 ** 2 == 512',
    '2 ^ 10 == 1024',
    '-2 ** 2 == -4',
    '0x10 + 0b11 + 0o17 + 1_000 == 1034',
    '1 == 1.0',
    '.5 + 1e1 == 10.5',
    '1..3 == [1, 2, 3]',
    '"a" + "b" == "ab"',
    '9223372036854775807 + 1 < 0',
    'not false and true',
    '1 < 2 == true',
    'duration("90m").Hours() == 1.5',
    'duration("1h") + duration("30m") > duration("1h29m59s")',
    'string(duration("1h30m")) == "1h30m0s"',
  ])('%s', (expression) => {
    expect(holds(expression)).toBe(true)
  })
})

describe('functions', () => {
  it.each([
    'trim("  a ") == "a" and trim("__a_", "_") == "a"',
    'trimPrefix("v1.2", "v") == "1.2" and trimSuffix("a.ts", ".ts") == "a"',
    'split("a,b,c", ",") == ["a", "b", "c"] and split("a,b,c", ",", 2) == ["a", "b,c"]',
    'splitAfter("a,b", ",") == ["a,", "b"]',
    'replace("a-b-c", "-", "+") == "a+b+c" and repeat("ab", 3) == "ababab"',
    'indexOf("abcabc", "c") == 2 and lastIndexOf("abcabc", "c") == 5 and indexOf("a", "z") == -1',
    'hasPrefix("abc", "ab") and hasSuffix("abc", "bc") and len("äöü") == 3',
    'none([1, 2], # > 2) and one([1, 2], # > 1) and any([1], {# == 1})',
    'map(1..3, # * 2) == [2, 4, 6] and filter(1..5, # % 2 == 0) == [2, 4]',
    'map(["a", "b"], #index) == [0, 1]',
    'find(1..5, # > 3) == 4 and findIndex(1..5, # > 3) == 3 and findLast(1..5, # < 3) == 2 and findLastIndex(1..5, # < 3) == 1',
    'find([1], # > 5) == nil',
    'count(1..5, # > 2) == 3 and count([true, false, true]) == 2',
    'first([1, 2]) == 1 and last([1, 2]) == 2 and first([]) == nil and take(1..5, 2) == [1, 2]',
    'join(["a", "b"], "-") == "a-b" and concat([1], [2, 3]) == [1, 2, 3]',
    'flatten([1, [2, [3]]]) == [1, 2, 3] and uniq([1, 2, 1]) == [1, 2] and reverse([1, 2]) == [2, 1]',
    'sort([3, 1, 2]) == [1, 2, 3] and sort(["a", "b"], "desc") == ["b", "a"]',
    'sortBy([{n: 2}, {n: 1}], .n)[0].n == 1 and sortBy([1, 3, 2], #, "desc") == [3, 2, 1]',
    'groupBy(1..4, # % 2)[0] == [2, 4]',
    'reduce(1..4, #acc + #) == 10 and reduce(1..4, #acc + #, 100) == 110',
    'sum([1, 2, 3]) == 6 and sum([{v: 1}, {v: 2}], .v) == 3 and mean([1, 2]) == 1.5 and median([3, 1, 2]) == 2',
    'min(3, 1, 2) == 1 and max([1, 5], 3) == 5',
    'keys({a: 1}) == ["a"] and values({a: 1}) == [1] and toPairs({a: 1}) == [["a", 1]]',
    'fromPairs([["a", 1]]).a == 1 and get({a: 1}, "b") == nil and get([1, 2], 1) == 2',
    'int("12") == 12 and int(1.9) == 1 and float("1.5") == 1.5 and string(1) == "1" and string([1, "a"]) == "[1 a]"',
    'fromJSON(toJSON({a: [1, true]})) == {a: [1, true]}',
    'fromBase64(toBase64("héllo")) == "héllo"',
    'type(1) == "int" and type("") == "string" and type([]) == "array" and type(nil) == "nil" and type(1.0) == "float"',
    'abs(-3) == 3 and ceil(1.2) == 2 and floor(-1.2) == -2 and round(-1.5) == -2',
    'bitand(6, 3) == 2 and bitor(6, 3) == 7 and bitxor(6, 3) == 5 and bitnand(6, 3) == 4 and bitnot(0) == -1',
    'bitshl(1, 4) == 16 and bitshr(-8, 1) == -4 and bitushr(-1, 63) == 1',
    'now().Weekday() == 0 and now().Year() == 2024 and now() - date("2024-03-09") == duration("36h")',
    'date("2024-03-10 01:02:03").Hour() == 1 and date("10.03.2024", "02.01.2006").Month() == 3',
    'date("2024-03-10T12:00:00+02:00").Unix() == date("2024-03-10T10:00:00Z").Unix()',
    'now().In(timezone("Asia/Tokyo")).Hour() == 21',
    'now().Format("Mon, 02 Jan 2006 15:04") == "Sun, 10 Mar 2024 12:00"',
    'date("2024-01-31").AddDate(0, 1, 0).Format("2006-01-02") == "2024-03-02"',
    '[1, 2, 3][-1] == 3 and [1, 2, 3][1:] == [2, 3] and "abcdef"[0:3] == "abc" and "abc"[:-1] == "ab"',
    '{a: {b: 1}}.a?.b == 1 and {a: 1}?.x?.y == nil',
    '::len([1]) == 1',
    'filter(fromJSON("[{\\"n\\": 1}, {\\"n\\": 2}]"), .n > 1)[0].n == 2',
  ])('%s', (expression) => {
    expect(holds(expression)).toBe(true)
  })
})

describe('mistakes', () => {
  it.each([
    'CI_COMMIT_MESSAGE contains',
    'CI_COMMIT_MESSAGE',
    '1 + 1',
    'CI_PIPELINE_NUMBER > 5',
    'false and 1',
    'TASK == 1',
    'true &&',
    '(true',
    'true)',
    '"open',
    'true true',
    'unknown(1)',
    'len()',
    'len(1)',
    'upper(1) == ""',
    'TASK.foo == 1',
    'TASK matches "("',
    'TASK matches "(?=a)"',
    '[1][5] == 1',
    '1 % 0 == 0',
    '1 ?? 2 + 3 == 3',
    '# == 1',
    'int("x") == 1',
    'date("nope").Year() == 1',
    'timezone("No/Where") == nil',
    'true; 1',
    '5',
    '',
    '§',
  ])('%s is refused', (expression) => {
    expect(() => holds(expression)).toThrow(Problem)
  })

  it.each([
    ['nesting', `${'('.repeat(1900)}true${')'.repeat(1900)}`],
    ['a chain', `1${'+1'.repeat(1900)} == 1901`],
    ['a huge list', 'len(1..100000000) > 0'],
    ['lists of lists', 'len(map(1..100000, 1..100000)) > 0'],
    ['text that doubles', `let a = repeat("x", 900000); len(join(map(1..50000, a))) > 0`],
    ['predicates inside one another', 'all(1..5000, all(1..5000, all(1..5000, true)))'],
    ['a greedy pattern', `repeat("a", 50000) matches "(a*)*(a*)*(a*)*b"`],
    ['counted repetitions', `"a" matches "((((a{100}){100}){100}){100})"`],
  ])('%s ends quickly', (_, expression) => {
    const spent = processorTime(() => {
      try {
        holds(expression)
      } catch (error) {
        expect(error).toBeInstanceOf(Problem)
      }
    })
    expect(spent).toBeLessThan(2000)
  })

  it.each(['0b_', '0x', '0o__', '0b2 == 2'])('such as the number %s are problems', (expression) => {
    expect(() => holds(expression)).toThrow(Problem)
  })

  it('of any kind are problems, never other errors', () => {
    const pieces = [
      'true',
      '1',
      '"a"',
      '(',
      ')',
      '[',
      ']',
      '{',
      '}',
      '+',
      '-',
      '==',
      '..',
      '?',
      ':',
      ';',
      'let x =',
      'x',
      '#',
      '.',
      '?.',
      'not',
      'in',
      'map(',
      'len(',
      ',',
      '|',
      '||',
      '**',
      'nil',
      '`b`',
      'if',
      'else',
      '::',
    ]
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.array(fc.constantFrom(...pieces), { maxLength: 14 }).map((all) => all.join(' ')),
        ),
        (expression) => {
          try {
            expect(typeof holds(expression)).toBe('boolean')
          } catch (error) {
            expect(error).toBeInstanceOf(Problem)
          }
        },
      ),
      { numRuns: 2000 },
    )
  })
})
