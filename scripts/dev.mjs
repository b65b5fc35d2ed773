import { spawn } from 'node:child_process'
import { join } from 'node:path'

import { ensureInstalled } from './lib/install.mjs'
import { ensureBuilt } from './lib/page.mjs'
import { root, runtime, say, tool, toolEnvironment } from './lib/run.mjs'

await ensureInstalled()
await ensureBuilt()
const args = process.argv.slice(2)
const env = toolEnvironment()
const server = spawn(runtime().path, [join(root, 'server', 'src', 'main.ts'), ...args], {
  env,
  stdio: ['inherit', 'pipe', 'inherit'],
})
const children = [server]

let isStopping = false
const stop = (code) => {
  if (!isStopping) process.exitCode = code
  isStopping = true
  for (const child of children) if (child.exitCode === null) child.kill('SIGTERM')
}
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => stop(0))
server.on('exit', (code) => stop(code ?? 1))

let printed = ''
server.stdout.on('data', (chunk) => {
  process.stdout.write(chunk)
  if (children.length > 1 || isStopping) return
  printed += chunk
  const address = /\bhttps?:\/\/[^\s/]+/.exec(printed)?.[0]
  if (!address) return
  const page = spawn(tool('vite'), [], {
    cwd: join(root, 'web'),
    env: { ...env, YAFFLE_DEV_SERVER: address },
    stdio: 'inherit',
  })
  children.push(page)
  page.on('exit', (code) => stop(code ?? 1))
  say('The page with hot reload: the address Vite prints next.')
})
