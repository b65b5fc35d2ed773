import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

import { spawnServer, startServer } from './support/server.ts'
import { expect, test } from './support/test.ts'

const badSettings = [
  { args: ['--addr', 'nowhere'], env: {}, named: '--addr' },
  { args: [], env: { YAFFLE_ADDR: '127.0.0.1:99999' }, named: 'YAFFLE_ADDR' },
  { args: ['--host', 'ftp://example.org'], env: {}, named: '--host' },
  { args: ['--colour', 'blue'], env: {}, named: '--colour' },
  { args: [], env: { YAFFLE_CAPACITY: 'many' }, named: 'YAFFLE_CAPACITY' },
  { args: [], env: { YAFFLE_DEFAULT_TIMEOUT: '0' }, named: 'YAFFLE_DEFAULT_TIMEOUT' },
  {
    args: [],
    env: { YAFFLE_DEFAULT_TIMEOUT: '500', YAFFLE_MAX_TIMEOUT: '100' },
    named: 'YAFFLE_DEFAULT_TIMEOUT',
  },
  { args: [], env: { YAFFLE_SESSION_EXPIRES: 'soon' }, named: 'YAFFLE_SESSION_EXPIRES' },
  { args: [], env: { YAFFLE_LOG_LEVEL: 'loud' }, named: 'YAFFLE_LOG_LEVEL' },
  { args: [], env: { YAFFLE_OPEN: 'perhaps' }, named: 'YAFFLE_OPEN' },
]

test('a setting that cannot be used stops the start and is named', async ({ dataDir }) => {
  for (const { args, env, named } of badSettings) {
    const server = spawnServer(['--data', dataDir, ...args], env)
    expect(await server.ended, named).toBeGreaterThan(0)
    expect(server.output()).toContain(named)
    expect(server.output(), 'no stack trace for a typing mistake').not.toMatch(/^\s+at /m)
  }
})

test('a port that is taken stops the start with the address', async ({ server, dataDir }) => {
  const { host } = new URL(server.url)
  const second = spawnServer(['--data', `${dataDir}-second`, '--addr', host])
  expect(await second.ended).toBeGreaterThan(0)
  expect(second.output()).toContain(host)
})

test('--help lists every setting and starts nothing', async () => {
  const server = spawnServer(['--help'])
  expect(await server.ended).toBe(0)
  for (const name of [
    '--addr',
    '--host',
    '--data',
    '--upstream',
    'YAFFLE_ADMIN_PASSWORD',
    'YAFFLE_DEMO',
    'YAFFLE_METRICS_TOKEN',
  ]) {
    expect(server.output()).toContain(name)
  }
})

test('the start prints where it listens, where its data is and how to stop it; one signal ends it', async ({
  dataDir,
}) => {
  const server = await startServer({ dataDir })
  expect(server.output()).toContain(server.url)
  expect(server.output()).toContain(dataDir)
  expect(server.output()).toMatch(/ctrl/i)
  const asked = Date.now()
  expect(await server.stop()).toBe(0)
  expect(Date.now() - asked).toBeLessThan(10_000)
})

test('the echo of a signal does not cut the good end short', async ({ dataDir }) => {
  const server = await startServer({ dataDir })
  const ended = server.stop()
  await new Promise((done) => setTimeout(done, 5))
  expect(await server.stop()).toBe(0)
  expect(await ended).toBe(0)
})

test('a second start finds everything as it was and seeds nothing again', async ({ dataDir }) => {
  const first = await startServer({ dataDir })
  const seeded = await fetch(`${first.url}/api/repos/lookup/demo/hello`)
  await first.stop()

  const second = await startServer({ dataDir })
  const found = await fetch(`${second.url}/api/repos/lookup/demo/hello`)
  await second.stop()
  expect(found.status).toBe(seeded.status)
  expect(second.output()).not.toContain('YAFFLE_ADMIN_PASSWORD')
})

test('the printed link signs in once', async ({ server, page, browser }) => {
  const link = server.signInLink ?? ''
  expect(link).toContain(server.url)
  await page.goto(link)
  await page.locator('form button[type="submit"]').click()
  await expect(page).toHaveURL(`${server.url}/repos`)
  await expect(page.getByRole('link', { name: /hello/ }).first()).toBeVisible()

  const other = await browser.newContext()
  const late = await other.newPage()
  const answer = await late.goto(link)
  expect(answer?.status()).toBe(410)
  await expect(late.getByRole('alert')).toBeVisible()
  await other.close()
})

test('the documentation names every setting that --help names', async () => {
  const server = spawnServer(['--help'])
  await server.ended
  const named = new Set(server.output().match(/--[a-z]{3,}\b|YAFFLE_[A-Z_]+/g))
  named.delete('--flag')
  const documented = await readFile(join(import.meta.dirname, '../docs/settings.md'), 'utf8')
  expect([...named].filter((name) => !documented.includes(`\`${name}\``))).toEqual([])
  expect(named.size).toBeGreaterThan(20)
})
