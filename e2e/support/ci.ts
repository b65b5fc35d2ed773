import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

import { Pipeline } from '@yaffle/contract/pipelines'
import { Repo } from '@yaffle/contract/repos'
import { isActive } from '@yaffle/contract/statuses'

import { yaffle } from './command.ts'
import { cloneOf } from './git.ts'
import { adminPassword, type Server } from './server.ts'
import { expect } from './test.ts'

export type Ci = Awaited<ReturnType<typeof ciOf>>
export type Project = Awaited<ReturnType<Ci['project']>>

/** Files of a commit by path. */
export type Files = Readonly<Record<string, string>>

/** What is arranged behind the browser's back: repositories, people, pipelines; by the API and by git, as an admin. */
export async function ciOf(server: Server) {
  const token = await yaffle(server.dataDir, ['user', 'token', 'admin'])
  const folder = await mkdtemp(join(tmpdir(), 'yaffle-clones-'))

  async function api(method: string, path: string, body?: unknown): Promise<unknown> {
    const response = await fetch(`${server.url}/api${path}`, {
      method,
      headers: { Authorization: `Bearer ${token}`, ...(body ? { 'Content-Type': 'application/json' } : {}) },
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
    const text = await response.text()
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`)
    return text && response.headers.get('Content-Type')?.startsWith('application/json')
      ? JSON.parse(text)
      : text
  }

  /** A repository on the forge with these files on `main`, not yet enabled. */
  async function bare(name: string, files: Files) {
    await yaffle(server.dataDir, ['repo', 'create', name])
    const clone = await cloneOf(server.url, name, await mkdtemp(join(folder, 'clone-')))
    await clone.git('checkout', '-q', '-B', 'main')
    const write = async (changed: Files) => {
      for (const [path, content] of Object.entries(changed)) {
        const file = join(clone.folder, path)
        await mkdir(dirname(file), { recursive: true })
        await writeFile(file, content)
      }
    }
    await write(files)
    await clone.commitAndPush('Begin')
    return { ...clone, write }
  }

  let gates = 0
  return {
    server,
    api,
    bare,
    /** A repository that is enabled. Its files are there before that, so that they make no pipeline yet. */
    async project(name: string, files: Files) {
      const clone = await bare(name, files)
      const known = (await api('GET', '/user/repos?all=true')) as {
        full_name: string
        forge_remote_id: string
      }[]
      const remote = known.find(({ full_name }) => full_name === name)?.forge_remote_id ?? ''
      const repo = Repo.parse(await api('POST', `/repos?forge_remote_id=${encodeURIComponent(remote)}`))
      const path = `/repos/${repo.id}`
      const pipeline = async (number: number) =>
        Pipeline.parse(await api('GET', `${path}/pipelines/${number}`))
      return {
        ...clone,
        repo,
        /** Of its pages. */
        url: `${server.url}/repos/${repo.id}`,
        /** In the API. */
        path,
        pipeline,
        /** Writes the files, pushes, and resolves with the number of the pipeline that this made. */
        async push(message: string, changed: Files) {
          await clone.write(changed)
          const commit = await clone.commitAndPush(message)
          const all = (await api('GET', `${path}/pipelines`)) as Pipeline[]
          return all.find((one) => one.commit === commit)?.number ?? 0
        },
        async run(variables: Readonly<Record<string, string>> = {}) {
          const body = { branch: 'main', variables }
          return Pipeline.parse(await api('POST', `${path}/pipelines`, body)).number
        },
        /** What is stored of a step's log, line by line. */
        async log(number: number, step: string): Promise<string[]> {
          const { workflows = [] } = await pipeline(number)
          const id = workflows.flatMap(({ children }) => children).find(({ name }) => name === step)?.id
          const entries = (await api('GET', `${path}/logs/${number}/${id}`)) as { data: string }[]
          return entries.map(({ data }) => Buffer.from(data, 'base64').toString())
        },
        async finished(number: number) {
          await expect
            .poll(async () => isActive((await pipeline(number)).status), { timeout: 60_000 })
            .toBe(false)
          return pipeline(number)
        },
      }
    },
    /** Something that a step can wait for: it counts its lines until the gate is opened, then says so and ends. */
    gate() {
      const file = join(folder, `gate-${(gates += 1)}`)
      return {
        open: () => writeFile(file, ''),
        counting: (more: readonly string[] = []) => `
when: { event: [push, manual] }
skip_clone: true
steps:
  - name: count
    image: sh
    commands:
      - number=0; until [ -e ${file} ]; do number=$((number+1)); echo "counted to $number"; sleep 0.1; done
      - echo "the gate is open"
${more.map((line) => `      - ${line}\n`).join('')}`,
      }
    },
    /** An account of the local forge. */
    async person(login: string) {
      await yaffle(
        server.dataDir,
        ['user', 'add', login, '--email', `${login}@example.org`],
        `${adminPassword}\n`,
      )
      return { login, password: adminPassword }
    },
    remove: () => rm(folder, { recursive: true, force: true, maxRetries: 5 }),
  }
}
