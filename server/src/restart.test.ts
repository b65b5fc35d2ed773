import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

import { Pipeline } from '@yaffle/contract/pipelines'
import { Repo } from '@yaffle/contract/repos'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'

import { createSpool } from './forge/local/pushRecord.ts'
import { until } from './runner/testing/harness.ts'
import { aFile, stepOf, type TestRepo } from './testing/repos.ts'
import { testServer, type TestServer } from './testing/testServer.ts'

let dataDir: string
let server: TestServer | undefined
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'yaffle-restart-'))
})
afterEach(async () => {
  await server?.close()
  server = undefined
  rmSync(dataDir, { recursive: true, force: true })
})

async function start(): Promise<TestServer> {
  await server?.close()
  server = await testServer({ dataDir })
  return server
}

const sleeping = (nap: string) =>
  readdirSync('/proc').filter((pid) => {
    try {
      return /^\d+$/.test(pid) && readFileSync(`/proc/${pid}/cmdline`, 'utf8') === `sleep\0${nap}\0`
    } catch {
      return false
    }
  })

describe('a server that was killed', () => {
  it('leaves nothing running, says so, keeps what was printed, and does what waited', async () => {
    const nap = String(6_000_000 + process.pid)
    const script = fileURLToPath(new URL('testing/crash.ts', import.meta.url))
    const child = spawn(process.execPath, [script, dataDir, nap], {
      stdio: ['ignore', 'pipe', 'inherit'],
      // What it cannot take away any more goes with the data folder.
      env: { ...process.env, TMPDIR: dataDir },
    })
    await once(child.stdout, 'data')
    child.kill('SIGKILL')
    await once(child, 'exit')
    expect(sleeping(nap)).toHaveLength(1)

    const after = await start()
    expect(sleeping(nap)).toEqual([])
    const ana = await after.person('ana')
    const [repo] = (await ana.get('/api/user/repos')).as(z.array(Repo))
    const url = `/api/repos/${repo?.id}`
    const pipeline = async (number: number) => (await ana.get(`${url}/pipelines/${number}`)).as(Pipeline)
    const restarted = expect.stringContaining('restarted') as string

    const killed = await pipeline(1)
    expect(killed).toMatchObject({ status: 'killed', workflows: [{ state: 'killed', error: restarted }] })
    expect(killed.cancel_info).toBeUndefined()
    expect(killed.finished).toBeGreaterThan(0)
    expect(stepOf(killed)).toMatchObject({ state: 'killed', error: restarted })
    expect((await ana.get(`${url}/logs/1/${stepOf(killed).id}/download`)).body).toContain('stored')

    await until(async () => (await pipeline(2)).status === 'success')
    expect(await pipeline(3)).toMatchObject({
      status: 'error',
      errors: [{ message: restarted, is_warning: false }],
    })
    const again = await ana.post(`${url}/pipelines/1?LAST=yes`)
    await until(async () => (await pipeline(again.as(Pipeline).number)).status === 'success')
  }, 60_000)
})

describe('a server that was stopped properly', () => {
  it('kills what runs with its reason and goes on with what waited', async () => {
    const before = await start()
    const repo = await before.repo('ana/tool', { files: aFile('test "$LAST" || sleep 60') })
    const first = await repo.start()
    await repo.running(first.number)
    before.core.runner.pause()
    const second = await repo.start({ variables: { LAST: 'yes' } })
    const after = await start()
    const ana = await after.person('ana')
    const pipeline = async (number: number) => (await ana.get(`${repo.url}/pipelines/${number}`)).as(Pipeline)
    const killed = await pipeline(first.number)
    expect(killed).toMatchObject({
      status: 'killed',
      workflows: [{ state: 'killed', error: 'The test is over' }],
    })
    expect(stepOf(killed)).toMatchObject({ state: 'killed', error: 'The test is over' })
    await until(async () => (await pipeline(second.number)).status === 'success')
  })

  it('ends its streams', async () => {
    const before = await start()
    const stream = await before.visitor.events('/api/stream/events')
    await before.close()
    server = undefined
    await stream.end()
    expect(stream.messages).toEqual([])
  })
})

describe('a push whose event was interrupted', () => {
  const zero = '0'.repeat(40)
  const id = '000000000000001-aaaaaaaaaaaa'
  /** What the forge writes down before a push and takes away after its pipelines were made. */
  const writtenDown = async (repo: TestRepo, after: string) =>
    createSpool(dataDir, Date.now).write({
      id,
      remoteId: repo.remote_id,
      actor: { login: 'ana', email: '' },
      at: Date.now(),
      options: [],
      wanted: [{ before: zero, after, ref: 'refs/heads/topic' }],
      pulls: [],
    })
  async function pipelinesAfterRestart(repo: TestRepo) {
    const ana = await (await start()).person('ana')
    await until(async () => {
      const list = (await ana.get(`${repo.url}/pipelines`)).as(z.array(Pipeline))
      return list.every(({ status }) => status === 'success' || status === 'error')
    })
    return (await ana.get(`${repo.url}/pipelines`)).as(z.array(Pipeline))
  }

  it('makes its pipeline at the next start, and no second one at the one after', async () => {
    const repo = await (await start()).repo('ana/tool')
    const sha = await repo.commit(aFile(), 'topic')
    await writtenDown(repo, sha)
    const expected = [
      { number: 1, commit: sha, event: 'push', branch: 'topic', status: 'success', author: 'ana' },
    ]
    const made = await pipelinesAfterRestart(repo)
    expect(made).toMatchObject(expected)
    expect(readdirSync(join(dataDir, 'spool'))).toEqual([])

    // As if the crash had come between the pipeline and the end of the event.
    await writtenDown(repo, sha)
    expect(await pipelinesAfterRestart(repo)).toEqual(made)
    expect(readdirSync(join(dataDir, 'spool'))).toEqual([])
  })

  it('makes anew what was half made', async () => {
    const before = await start()
    const repo = await before.repo('ana/tool')
    const sha = await repo.commit(aFile(), 'topic')
    await writtenDown(repo, sha)
    before.core.pipelines.insert({
      repo_id: repo.id,
      event: 'push',
      ref: 'refs/heads/topic',
      commit: sha,
      status: 'created',
      version: '1',
      push_id: id,
    })
    expect(await pipelinesAfterRestart(repo)).toMatchObject([{ number: 1, commit: sha, status: 'success' }])
  })
})
