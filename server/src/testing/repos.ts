import { Pipeline, type Step } from '@yaffle/contract/pipelines'

import type { Core } from '../core.ts'
import type { Database } from '../database/database.ts'
import { git } from '../forge/local/git.ts'
import { repoPath } from '../forge/local/gitRepos.ts'
import { createRepo, grant } from '../forge/local/manageRepos.ts'
import { aWorkingCopy } from '../forge/local/testing/localServer.ts'
import { signToken } from '../http/tokens.ts'
import { until } from '../runner/testing/harness.ts'
import type { People, Person } from './people.ts'

export type Files = Record<string, string>

/** A pipeline file with one step of shell commands; it clones nothing unless asked to. */
export const aFile = (commands: string | string[] = 'echo hello', more = 'skip_clone: true') => ({
  '.woodpecker.yaml': `when: { event: [push, manual, pull_request, tag, release, cron, deployment] }
${more}
steps:
  - name: say
    image: bash
    commands: ${JSON.stringify([commands].flat())}
`,
})

interface NewRepo {
  visibility?: 'public' | 'internal' | 'private'
  /** Committed to `main`; `{}` leaves the repository empty. */
  files?: Files
  /** Who activates it; default: the login in front of the slash. */
  by?: Person
  isActive?: boolean
}

interface Deps {
  core: Core
  db: Database
  dataDir: string
  clock: () => number
  people: People
}

const isOver = ({ status }: Pipeline) => !['created', 'pending', 'running', 'blocked'].includes(status)

export type TestRepo = Awaited<ReturnType<ReturnType<typeof createRepos>>>

/** Repositories of the local forge with real content, activated here unless asked otherwise. */
export function createRepos({ core, db, dataDir, clock, people }: Deps) {
  return async (full_name: string, wanted: NewRepo = {}) => {
    const { visibility = 'public', files = aFile(), isActive = true } = wanted
    const [owner = '', name = ''] = full_name.split('/')
    const by = wanted.by ?? (await people.person(owner))
    const deps = { db, dataDir, clock }
    const { remote_id } = await createRepo(deps, { fullName: full_name, visibility })
    const path = repoPath(dataDir, { owner, name })
    if (Object.keys(files).length > 0) await commit(path, files)
    const id = isActive ? (await core.activate(by.user, remote_id)).id : 0
    const url = `/api/repos/${id}`

    return {
      id,
      full_name,
      remote_id,
      path,
      by,
      /** `/api/repos/1` */
      url,
      /** Straight into the repository, without an event. Answers with the hash. */
      commit: (files: Files, branch?: string, message?: string) => commit(path, files, branch, message),
      grant: (person: Person, level: 'pull' | 'push' | 'admin' | 'none') => {
        grant(deps, full_name, person.login, level)
        // What was read from the forge before stays for an hour.
        core.perms.forget(person.user.id, id)
      },
      /** A working copy whose remote has the credentials of its pusher. */
      async clone(person = by) {
        const { cloneUrl } = await core.local.getRepo(core.forges.ctxOf(by.user), { remoteId: remote_id })
        const remote = new URL(cloneUrl)
        remote.username = person.login
        remote.password = signToken('user', person.user.id, person.user.hash)
        const copy = await aWorkingCopy(remote.href)
        await copy.do('fetch', '--quiet', 'origin')
        await copy.run('checkout', '--quiet', '-B', 'main', 'origin/main')
        return copy
      },
      /** Starts a pipeline by hand. */
      async start(body: object = {}): Promise<Pipeline> {
        const answer = await by.post(`${url}/pipelines`, body)
        if (answer.status !== 200) throw new Error(`No pipeline: ${answer.status} ${answer.body}`)
        return answer.as(Pipeline)
      },
      pipeline: async (number: number) => (await by.get(`${url}/pipelines/${number}`)).as(Pipeline),
      /** Waits for the end. */
      async finished(number: number): Promise<Pipeline> {
        let found: Pipeline | undefined
        await until(async () => {
          found = (await by.get(`${url}/pipelines/${number}`)).as(Pipeline)
          return isOver(found)
        })
        if (!found) throw new Error('There is no such pipeline')
        return found
      },
      /** Waits until a step runs; answers with it. */
      async running(number: number, step = 'say'): Promise<Step> {
        let found: Step | undefined
        await until(async () => {
          const pipeline = (await by.get(`${url}/pipelines/${number}`)).as(Pipeline)
          found = stepOf(pipeline, step)
          return found.state === 'running'
        })
        if (!found) throw new Error('There is no such step')
        return found
      },
    }
  }
}

/** The step of a name, in whichever workflow it is. */
export function stepOf(pipeline: Pipeline, name = 'say'): Step {
  const found = pipeline.workflows?.flatMap(({ children }) => children).find((step) => step.name === name)
  if (!found) throw new Error(`No step ${name} in ${JSON.stringify(pipeline)}`)
  return found
}

async function commit(path: string, files: Files, branch = 'main', message = 'Change'): Promise<string> {
  const data = (text: string) => `data ${Buffer.byteLength(text)}\n${text}\n`
  const ref = `refs/heads/${branch}`
  const parent = await git(path, ['rev-parse', '--verify', '--quiet', ref]).catch(() => undefined)
  const lines = [
    `commit ${ref}\ncommitter Writer <writer@example.org> ${Math.floor(Date.now() / 1000)} +0000\n`,
    data(message),
    parent ? `from ${parent.toString().trim()}\n` : '',
    ...Object.entries(files).map(([name, text]) => `M 100644 inline ${name}\n${data(text)}`),
  ]
  await git(path, ['fast-import', '--quiet'], { input: lines.join('') })
  return (await git(path, ['rev-parse', ref])).toString().trim()
}
