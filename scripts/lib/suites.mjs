import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'

import { countBrowserTests, countUnit } from './counts.mjs'
import { root, run, toolEnvironment, tool } from './run.mjs'

const results = join(root, '.cache', 'results')

/** Unit, server and component tests, counted from the reporter's JSON. */
export async function runUnit({ capture = false, args = [] } = {}) {
  const file = freshFile('unit.json')
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`]
  const result = await run(tool('vitest'), ['run', ...reporters, ...args], {
    capture,
    env: toolEnvironment({ NODE_ENV: 'test' }),
  })
  return { name: 'unit and server tests', ...countUnit(readJson(file), result.code), ...result }
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
