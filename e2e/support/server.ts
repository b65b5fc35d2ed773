import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

const main = resolve(import.meta.dirname, '../../server/src/main.ts')

export const adminPassword = 'correct horse 42'

export interface Server {
  /** Public URL with the root path, no slash at the end. */
  url: string
  /** The one-time sign-in link the start printed; only a start that made a new data folder surely prints one. */
  signInLink: string | undefined
  dataDir: string
  /** Of its process. */
  pid: number
  /** Everything written so far, both streams. */
  output: () => string
  /** Asks the server to stop and resolves with its exit code. */
  stop: () => Promise<number | null>
  /** Ends it as a power cut would. */
  kill: () => Promise<void>
}

interface Options {
  dataDir: string
  /** `''` or `/ci`. */
  root?: string
  /** Default: any free port. */
  port?: number
  env?: Record<string, string>
}

/** Starts the real server and resolves once it answers; rejects with its output when it ends or says nothing in 60 s. */
export async function startServer({ dataDir, root = '', port = 0, env = {} }: Options): Promise<Server> {
  const listening = root && port === 0 ? await freePort() : port
  const args = ['--data', dataDir, '--addr', `127.0.0.1:${listening}`]
  if (root) args.push('--host', `http://127.0.0.1:${listening}${root}`)
  const spawned = spawnServer(args, { YAFFLE_ADMIN_PASSWORD: adminPassword, ...env })

  const url = await printedAddress(spawned)
  await answering(`${url}/healthz`, spawned)
  return {
    url,
    get signInLink() {
      return /https?:\/\/\S+\/login\/link\?token=\S+/.exec(spawned.output())?.[0]
    },
    dataDir,
    pid: spawned.child.pid ?? 0,
    output: spawned.output,
    stop: async () => {
      spawned.child.kill('SIGTERM')
      return spawned.ended
    },
    kill: async () => {
      spawned.child.kill('SIGKILL')
      await spawned.ended
    },
  }
}

interface Process {
  child: ChildProcess
  output: () => string
  ended: Promise<number | null>
}

const children = new Set<ChildProcess>()
// A test run that is stopped half-way leaves no server behind.
process.once('exit', () => {
  for (const child of children) child.kill('SIGKILL')
})

/** The server's own command, with nothing of the caller's settings. */
export function spawnServer(args: string[], env: Record<string, string> = {}): Process {
  const inherited = Object.entries(process.env).filter(([name]) => !name.startsWith('YAFFLE_'))
  const child = spawn(process.execPath, [main, ...args], {
    env: { ...Object.fromEntries(inherited), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  children.add(child)
  child.once('exit', () => children.delete(child))
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
  }
  const ended = once(child, 'close').then(() => child.exitCode)
  return { child, output: () => output, ended }
}

/** A folder that does not exist yet, inside a fresh one. */
export async function freshDataDir() {
  const parent = await mkdtemp(join(tmpdir(), 'yaffle-e2e-'))
  return {
    dataDir: join(parent, 'data'),
    remove: () => rm(parent, { recursive: true, force: true, maxRetries: 5 }),
  }
}

/** Out of the block that the start prints. */
async function printedAddress(server: Process): Promise<string> {
  const deadline = Date.now() + 60_000
  for (;;) {
    const address = /^\s*Address\s+(\S+)/m.exec(server.output())?.[1]
    if (address) return address.replace(/\/+$/, '')
    if (server.child.exitCode !== null || server.child.signalCode !== null || Date.now() > deadline) {
      server.child.kill('SIGKILL')
      throw new Error(`The server did not start:\n${server.output()}`)
    }
    await Promise.race([server.ended, delay(50)])
  }
}

async function answering(url: string, server: Process) {
  const deadline = Date.now() + 15_000
  for (;;) {
    const isUp = await fetch(url).then(
      (response) => response.ok,
      () => false,
    )
    if (isUp) return
    if (Date.now() > deadline) {
      server.child.kill('SIGKILL')
      throw new Error(`Nothing answers at ${url}:\n${server.output()}`)
    }
    await delay(50)
  }
}

async function freePort(): Promise<number> {
  const { createServer } = await import('node:net')
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const address = probe.address()
  probe.close()
  await once(probe, 'close')
  return typeof address === 'object' && address ? address.port : 0
}

const delay = (milliseconds: number) => new Promise((done) => setTimeout(done, milliseconds))
