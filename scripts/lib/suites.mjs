import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'

import { root, run, toolEnvironment, tool } from './run.mjs'

const results = join(root, '.cache', 'results')

/**
 * Unit, server and component tests. Counts come from the reporter's JSON; a test file that could not even be loaded, or a
 * run that left no JSON, counts as one failure.
 */
export async function runUnit({ capture = false, args = [] } = {}) {
  const file = freshFile('unit.json')
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`]
  const result = await run(tool('vitest'), ['run', ...reporters, ...args], { capture })
  return { name: 'unit and server tests', ...countUnit(readJson(file), result.code), ...result }
}

function countUnit(report, code) {
  if (!report) return { passed: 0, failed: 1 }
  const unloadable = report.testResults.filter(
    (one) => one.status === 'failed' && one.assertionResults.length === 0,
  ).length
  const failed = report.numFailedTests + unloadable
  return { passed: report.numPassedTests, failed: code !== 0 && failed === 0 ? 1 : failed }
}

/** Browser tests; `chromium` is the browser's file, or undefined for the one Playwright downloaded itself. */
export async function runBrowserTests({ chromium, args = [] }) {
  const file = freshFile('e2e.json')
  const env = toolEnvironment({
    PLAYWRIGHT_JSON_OUTPUT_FILE: file,
    ...(chromium ? { CHROMIUM: chromium } : {}),
  })
  const result = await run(
    tool('playwright'),
    ['test', '--config', 'e2e/playwright.config.ts', '--reporter=list,json', ...args],
    { env },
  )
  return { name: 'browser tests', ...countBrowserTests(readJson(file), result.code), ...result }
}

function countBrowserTests(report, code) {
  if (!report) return { passed: 0, failed: 1 }
  const { expected, unexpected, flaky } = report.stats
  const failed = unexpected + flaky + report.errors.length
  return { passed: expected, failed: code !== 0 && failed === 0 ? 1 : failed }
}

function freshFile(name) {
  mkdirSync(results, { recursive: true })
  const file = join(results, `${process.pid}-${name}`)
  rmSync(file, { force: true })
  process.once('exit', () => rmSync(file, { force: true }))
  return file
}

function readJson(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined
}
