import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'

import { LogEntry } from '@yaffle/contract/logs'
import { Pipeline } from '@yaffle/contract/pipelines'
import { Repo } from '@yaffle/contract/repos'
import * as z from 'zod/mini'

import { spawnServer } from '../../../../e2e/support/server.ts'
import { aWorkingCopy } from '../../forge/local/testing/localServer.ts'
import { until } from '../../runner/testing/harness.ts'
import type { Files } from '../../testing/repos.ts'

const run = promisify(execFile)
const commands = resolve(import.meta.dirname, '../../commands/main.ts')

export type OutsideServer = Awaited<ReturnType<typeof aServerOutside>>
export type OutsideProject = Awaited<ReturnType<OutsideServer['project']>>

/** The server as people start it, a process of its own that can be killed and started again on the same data and port. */
export async function aServerOutside(env: Record<string, string> = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'yaffle-outside-'))
  const dataDir = join(folder, 'data')
  let server: ReturnType<typeof spawnServer> | undefined
  let url = ''
  let token = ''

  async function start() {
    const port = url === '' ? 0 : new URL(url).port
    const started = spawnServer(['--data', dataDir, '--addr', `127.0.0.1:${port}`], {
      YAFFLE_ADMIN_PASSWORD: 'correct horse 42',
      YAFFLE_DEMO: 'false',
      YAFFLE_CAPACITY: '2',
      ...env,
    })
    server = started
    await until(() => {
      if (started.child.exitCode !== null) throw new Error(`The server did not start:\n${started.output()}`)
      url ||= /^\s*Address\s+(\S+)/m.exec(started.output())?.[1] ?? ''
      return /^\s*Stop\s/m.test(started.output())
    }, 60_000)
  }
  async function command(...args: string[]): Promise<string> {
    const { stdout } = await run(process.execPath, [commands, ...args, '--data', dataDir])
    return stdout.trim()
  }
  async function end(signal: NodeJS.Signals): Promise<number | null> {
    server?.child.kill(signal)
    return (await server?.ended) ?? null
  }

  async function call(method: string, path: string, body?: object): Promise<Response> {
    return fetch(url + path, {
      method,
      headers: { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    })
  }
  const read = async <Schema extends z.ZodMiniType>(
    schema: Schema,
    method: string,
    path: string,
    body?: object,
  ) => {
    const answer = await call(method, path, body)
    if (answer.status !== 200) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`)
    return schema.parse(await answer.json())
  }

  await start()
  token = await command('user', 'token', 'admin')

  return {
    dataDir,
    start,
    call,
    /** As a power cut would. */
    kill: () => end('SIGKILL'),
    /** Asks it to end; answers with its exit code. */
    stop: () => end('SIGTERM'),
    /** The most memory that it has had, in bytes. */
    mostMemory: () => {
      const status = readFileSync(`/proc/${server?.child.pid}/status`, 'utf8')
      return Number(/^VmHWM:\s*(\d+) kB$/m.exec(status)?.[1]) * 1024
    },
    output: () => server?.output() ?? '',
    async close() {
      await end('SIGKILL')
      rmSync(folder, { recursive: true, force: true, maxRetries: 3 })
    },

    async project(full_name: string) {
      const remote_id = (await command('repo', 'create', full_name)).split('\t')[3] ?? ''
      const { id } = await read(Repo, 'POST', `/api/repos?forge_remote_id=${remote_id}`)
      const remote = new URL(`${url}/git/${full_name}.git`)
      remote.username = 'admin'
      remote.password = token
      const copy = await aWorkingCopy(remote.href)
      const base = `/api/repos/${id}`
      const pipeline = (number: number) => read(Pipeline, 'GET', `${base}/pipelines/${number}`)
      return {
        id,
        base,
        copy,
        async push(files: Files | Record<string, Buffer>, branch = 'main'): Promise<number> {
          await copy.commit('Change', files)
          const output = await copy.do('push', '--force', 'origin', `HEAD:refs/heads/${branch}`)
          return Number(/Pipeline #(\d+) \(/.exec(output)?.[1] ?? 0)
        },
        pipeline,
        all: () => read(z.array(Pipeline), 'GET', `${base}/pipelines?perPage=50`),
        restart: (number: number) => read(Pipeline, 'POST', `${base}/pipelines/${number}`),
        /** The stored lines of a step as texts. */
        async lines(number: number, step_id: number): Promise<string[]> {
          const entries = await read(z.array(LogEntry), 'GET', `${base}/logs/${number}/${step_id}`)
          return entries.map(({ data }) => Buffer.from(data ?? '', 'base64').toString())
        },
        async over(number: number, ms = 60_000): Promise<Pipeline> {
          let found: Pipeline | undefined
          await until(async () => {
            found = await pipeline(number)
            return !['created', 'pending', 'running', 'blocked'].includes(found.status)
          }, ms)
          if (!found) throw new Error('There is no such pipeline')
          return found
        },
      }
    },
  }
}
