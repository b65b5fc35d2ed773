import { describe, expect, test } from 'vitest'

import { countBrowserTests, countUnit, total } from './counts.mjs'

const passing = { status: 'passed', assertionResults: [{}] }
const unloadable = { status: 'failed', assertionResults: [] }
const failing = { status: 'failed', assertionResults: [{}] }

describe('unit tests', () => {
  test.each([
    [
      'all passed',
      { numPassedTests: 7, numFailedTests: 0, testResults: [passing] },
      0,
      { passed: 7, failed: 0 },
    ],
    [
      'a failed test',
      { numPassedTests: 6, numFailedTests: 1, testResults: [failing] },
      1,
      { passed: 6, failed: 1 },
    ],
    [
      'a file that cannot be loaded',
      { numPassedTests: 7, numFailedTests: 0, testResults: [passing, unloadable] },
      1,
      { passed: 7, failed: 1 },
    ],
    [
      'a failure nobody names',
      { numPassedTests: 7, numFailedTests: 0, testResults: [passing] },
      1,
      { passed: 7, failed: 1 },
    ],
    ['no report', undefined, 0, { passed: 0, failed: 1 }],
  ])('%s', (_, report, code, counts) => {
    expect(countUnit(report, code)).toEqual(counts)
  })
})

describe('browser tests', () => {
  test.each([
    [
      'all passed',
      { stats: { expected: 5, unexpected: 0, flaky: 0 }, errors: [] },
      0,
      { passed: 5, failed: 0 },
    ],
    [
      'a failed test',
      { stats: { expected: 4, unexpected: 1, flaky: 0 }, errors: [] },
      1,
      { passed: 4, failed: 1 },
    ],
    [
      'one that passed late',
      { stats: { expected: 4, unexpected: 0, flaky: 1 }, errors: [] },
      0,
      { passed: 5, failed: 0 },
    ],
    [
      'an error outside of tests',
      { stats: { expected: 0, unexpected: 0, flaky: 0 }, errors: [{}] },
      1,
      { passed: 0, failed: 1 },
    ],
    [
      'a failure nobody names',
      { stats: { expected: 5, unexpected: 0, flaky: 0 }, errors: [] },
      1,
      { passed: 5, failed: 1 },
    ],
    ['no report', undefined, 1, { passed: 0, failed: 1 }],
  ])('%s', (_, report, code, counts) => {
    expect(countBrowserTests(report, code)).toEqual(counts)
  })
})

test('sections add up', () => {
  expect(
    total([
      { passed: 1, failed: 0 },
      { passed: 5, failed: 2 },
    ]),
  ).toEqual({ passed: 6, failed: 2 })
  expect(total([])).toEqual({ passed: 0, failed: 0 })
})
