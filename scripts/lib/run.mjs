import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The repository's own folder, whatever the working directory is. */
export const root = resolve(dirname(fileURLToPath(import.meta.url)), '../..')

const bin = join(root, 'node_modules', '.bin')
const leastMajor = 24

/**
 * The Node the product runs on: the one npm was started with when it is new enough, else the one the lock file pins.
 * npm puts node_modules/.bin first on the PATH, so "the running Node" alone would not tell.
 */
export function runtime() {
  const npmMajor = Number(/\bnode\/v(\d+)/.exec(process.env['npm_config_user_agent'] ?? '')?.[1] ?? 0)
  const npmNode = process.env['npm_node_execpath']
  if (npmMajor >= leastMajor && npmNode && existsSync(npmNode)) return { path: npmNode, major: npmMajor }
  const major = Number(process.versions.node.split('.')[0])
  if (major >= leastMajor) return { path: process.execPath, major }
  return { path: join(bin, 'node'), major: leastMajor }
}

/** The environment of every tool: our Node and our tools first on the PATH. */
export function toolEnvironment(extra = {}) {
  const path = [dirname(runtime().path), bin, process.env['PATH'] ?? ''].join(delimiter)
  return { ...process.env, PATH: path, ...extra }
}

/** The environment without our tools on the PATH, where npm put them: for what must see the machine as its user does. */
export function userEnvironment() {
  const folders = (process.env['PATH'] ?? '').split(delimiter)
  return { ...process.env, PATH: folders.filter((folder) => folder !== bin).join(delimiter) }
}

/** The file a tool's command name stands for, in node_modules/.bin. */
export function tool(name) {
  return join(bin, name)
}

const running = new Set()
let isStopping = false

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.on(signal, () => {
    isStopping = true
    if (running.size === 0) process.exit(1)
    for (const child of running) child.kill(signal)
  })
}

/** Passes the signals this process gets on to the child for as long as it lives. Answers with the child. */
export function withSignals(child) {
  running.add(child)
  child.once('exit', () => running.delete(child))
  return child
}

/**
 * Runs a command to its end. Resolves with its exit code (1 when it died of a signal or could not start), what it wrote
 * when `capture` is set (both streams, in order of arrival), and how long it took in milliseconds. Signals sent to this
 * process reach it.
 */
export function run(command, args, { capture = false, env = toolEnvironment(), cwd = root } = {}) {
  // What was asked to stop starts nothing more.
  if (isStopping) process.exit(1)
  const started = performance.now()
  return new Promise((done) => {
    const stdio = capture ? ['ignore', 'pipe', 'pipe'] : 'inherit'
    const child = withSignals(
      spawn(command, args, {
        cwd,
        env: capture ? { ...env, NO_COLOR: '1', FORCE_COLOR: undefined } : env,
        stdio,
      }),
    )
    const chunks = []
    child.stdout?.on('data', (chunk) => chunks.push(chunk))
    child.stderr?.on('data', (chunk) => chunks.push(chunk))
    const finish = (code, note = '') => {
      const output = Buffer.concat(chunks).toString() + note
      done({ code, output, milliseconds: performance.now() - started })
    }
    child.on('error', (error) => {
      running.delete(child)
      finish(1, `${command}: ${error.message}\n`)
    })
    child.on('close', (code, signal) => finish(code ?? 1, signal ? `\n${command}: ended by ${signal}\n` : ''))
  })
}

/**
 * Becomes the command: same process, so nothing stands between it and whoever sends signals. Where Node cannot do that
 * (before 22.15) the command runs as a child that gets the signals passed on, and its exit code is kept.
 */
export async function become(command, args, env = toolEnvironment()) {
  if (process.execve) {
    process.execve(
      command,
      [command, ...args],
      Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined)),
    )
  }
  const { code } = await run(command, args, { env, cwd: process.cwd() })
  process.exit(code)
}

/** One line about what a script is doing; on the error stream, so that a command's own output stays clean. */
export function say(text) {
  process.stderr.write(`${text}\n`)
}

export function seconds(milliseconds) {
  return `${(milliseconds / 1000).toFixed(1)} s`
}
