import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { resolve } from 'node:path'

import { expect, test } from './support/test.ts'

const top = resolve(import.meta.dirname, '..')

/** `npm start` as a terminal runs it: npm and all it starts in a process group of their own. */
async function npmStart(dataDir: string) {
  const child = spawn('npm', ['start', '--silent', '--', '--data', dataDir, '--addr', '127.0.0.1:0'], {
    cwd: top,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const ended = once(child, 'close').then(() => child.exitCode)
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (output += text))
  await expect.poll(() => /http:\/\/127\.0\.0\.1:\d+/.exec(output)?.[0], { timeout: 60_000 }).toBeTruthy()
  const url = /http:\/\/127\.0\.0\.1:\d+/.exec(output)?.[0] ?? ''
  const isUp = () =>
    fetch(`${url}/healthz`).then(
      (response) => response.ok,
      () => false,
    )
  await expect.poll(isUp).toBe(true)
  return { group: -(child.pid ?? 0), npm: child.pid ?? 0, ended, isUp }
}

test('npm start ends with npm and leaves no server behind', async ({ dataDir }) => {
  const { npm, ended, isUp } = await npmStart(dataDir)
  process.kill(npm, 'SIGTERM')
  await ended
  expect(await isUp()).toBe(false)
})

test('Ctrl C stops in good order, although npm passes on what the terminal has already sent', async ({
  dataDir,
}) => {
  const { group, ended, isUp } = await npmStart(dataDir)
  process.kill(group, 'SIGINT')
  expect(await ended).toBe(0)
  expect(await isUp()).toBe(false)
})
