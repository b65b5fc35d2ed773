import { spawn } from 'node:child_process'
import { join } from 'node:path'

import { ensureInstalled } from './lib/install.mjs'
import { ensureBuilt } from './lib/page.mjs'
import { root, runtime, say, tool, toolEnvironment, withSignals } from './lib/run.mjs'

await ensureInstalled()
await ensureBuilt()
const args = process.argv.slice(2)
const env = toolEnvironment()
const main = join(root, 'server', 'src', 'main.ts')
const server = withSignals(
  spawn(runtime().path, [main, ...args], { env, stdio: ['inherit', 'pipe', 'inherit'] }),
)
let page

/** One that ends takes the other with it; the first one's exit code is kept. */
const stopWith = (code) => {
  process.exitCode ??= code ?? 0
  for (const child of [server, page]) if (child?.exitCode === null) child.kill('SIGTERM')
}
server.on('exit', stopWith)

let printed = ''
server.stdout.on('data', (chunk) => {
  process.stdout.write(chunk)
  if (page) return
  printed += chunk
  const address = /^\s*Address\s+(https?:\/\/[^\s/]+)/m.exec(printed)?.[1]
  if (!address) return
  say('The page with hot reload: the address Vite prints next.')
  page = withSignals(
    spawn(tool('vite'), [], {
      cwd: join(root, 'web'),
      env: { ...env, YAFFLE_DEV_SERVER: address },
      stdio: 'inherit',
    }),
  )
  page.on('exit', stopWith)
})
