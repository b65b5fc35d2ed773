import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import { PipelineMessage } from '@yaffle/contract/events'
import { describe, expect, it } from 'vitest'

import { readConfig } from '../config.ts'
import {
  html,
  queryClient,
  asked,
  server,
  read,
  hook,
  readPages,
  wirePipeline,
  wireRepo,
} from '../testing/wireServer.ts'
import { allRepos } from './adminRepos.ts'
import { eventsInto } from './applyEvents.ts'
import { everyForge } from './forges.ts'
import { useDeployPipeline, useRestartPipeline } from './pipelineActions.ts'
import { pipelinesOf } from './pipelines.ts'
import { useRemoveRepo } from './repoChanges.ts'
import { branchesOf, pullRequestsOf, reposMine } from './repos.ts'
import { useUpdateUser } from './users.ts'

/** What real servers send (wire 8.1 and 9, about what servers do and what only some can). Each group names its rule. */
describe('8.1.15: what is never asked', () => {
  it('registries and secrets one by one, to learn whether they exist', () => {
    const folder = import.meta.dirname
    for (const name of readdirSync(folder).filter((one) => /^[a-z]\w*\.ts$/i.test(one)))
      expect(readFileSync(join(folder, name), 'utf8'), name).not.toMatch(/(?:Registry|Secret)Routes\.get\b/)
  })
})

describe('8.1.18 lists of the forge', () => {
  const names = (count: number, from = 0) => Array.from({ length: count }, (_, index) => `b${from + index}`)

  it('go on after a page that is shorter than ours, because the forge has shorter ones', async () => {
    server({
      'GET /api/repos/5/branches': [{ body: names(25) }, { body: names(25, 25) }, { body: names(3, 50) }],
    })
    expect(await readPages(branchesOf(5))).toEqual(names(53))
    expect(asked.map(({ query }) => query.get('page'))).toEqual(['1', '2', '3'])
  })

  it.each([
    ['empty', 'null'],
    ['the same again', JSON.stringify(names(10))],
  ])('end at a page that is %s', async (_what, body) => {
    server({ 'GET /api/repos/5/branches': [{ body: names(10) }, { body }] })
    expect(await readPages(branchesOf(5))).toEqual(names(10))
    expect(asked).toHaveLength(2)
  })

  it('may come in any order, and twice', async () => {
    server({
      '*': {
        body: [
          { index: '2', title: 'b' },
          { index: '9', title: 'a' },
          { index: '2', title: 'b' },
        ],
      },
    })
    expect(await readPages(pullRequestsOf(5))).toEqual([
      { index: '2', title: 'b' },
      { index: '9', title: 'a' },
    ])
  })
})

describe('8.1.19 a change of a user that reached nobody', () => {
  it('is said to be so', async () => {
    server({ '*': { body: { id: 0, login: 'ada', forge_remote_id: '7' } } })
    const user = {
      id: 4,
      login: 'ada',
      forge_id: 1,
      forge_remote_id: '7',
      email: '',
      avatar_url: '',
      org_id: 3,
    }
    await expect(
      hook(() => useUpdateUser()).mutateAsync({ ...user, admin: true, admin_env: false }),
    ).rejects.toMatchObject({ status: 404 })
  })
})

describe('9 what a specification says and the wire does otherwise', () => {
  it('the newest pipeline comes with the own list alone; events raise it, in whatever order', async () => {
    server({
      'GET /api/user/repos': { body: [wireRepo({ last_pipeline: wirePipeline() }), wireRepo({ id: 6 })] },
      'GET /api/repos': { body: [wireRepo()] },
    })
    await read(reposMine)
    expect(queryClient.getQueryData(reposMine.queryKey)).toMatchObject([
      { last_pipeline: { number: 12 } },
      { id: 6 },
    ])
    const tell = (number: number) =>
      eventsInto(queryClient)([
        PipelineMessage.parse({ repo: wireRepo(), pipeline: wirePipeline({ id: number, number }) }),
      ])
    tell(14)
    tell(13)
    expect(queryClient.getQueryData(reposMine.queryKey)?.[0]?.last_pipeline?.number).toBe(14)
    expect(await readPages(allRepos)).toMatchObject([{ full_name: 'acme/api' }])
  })

  it('a deployment and its variables are pairs of a query; a restart has its word', async () => {
    server({ '*': { body: wirePipeline() } })
    await hook(() => useDeployPipeline(5)).mutateAsync({
      number: 12,
      deploy_to: 'production',
      deploy_task: 'roll',
      variables: { COLOUR: 'a b&c' },
    })
    await hook(() => useRestartPipeline(5)).mutateAsync(12)
    const [deployment, restart] = asked.map(({ query, body }) => [Object.fromEntries(query), body])
    expect(deployment).toEqual([
      { event: 'deployment', deploy_to: 'production', deploy_task: 'roll', COLOUR: 'a b&c' },
      undefined,
    ])
    expect(restart).toEqual([{ fork: 'true' }, undefined])
  })

  it('pages have 50 items without being asked for so many', async () => {
    const many = Array.from({ length: 50 }, (_, index) => wirePipeline({ id: index, number: 100 - index }))
    server({ '*': [{ body: many }, { body: [wirePipeline({ id: 60, number: 50 })] }] })
    expect(await readPages(pipelinesOf(5))).toHaveLength(51)
    expect(asked.map(({ query }) => query.get('perPage'))).toEqual([null, null])
  })

  it('an error of HTTP/2 has no words at all', async () => {
    server({ '*': { status: 502, type: html, body: '<h1>Bad gateway</h1>' } })
    await expect(read(reposMine)).rejects.toMatchObject({ status: 502, message: '', body: '' })
  })

  it.each([
    [false, null],
    [true, 'true'],
  ])(
    'erasing a repository (%s) must be asked for: without it servers only disable',
    async (isErased, remove) => {
      server({ '*': { body: wireRepo() } })
      await hook(() => useRemoveRepo(5)).mutateAsync({ isErased })
      expect(asked.find(({ method }) => method === 'DELETE')?.query.get('remove')).toBe(remove)
    },
  )

  it('what the server injects may lack keys, be null or of another kind', () => {
    expect(
      readConfig({ WOODPECKER_USER: { id: 1, login: 'ada', email: '', avatar_url: '', org_id: 2 } }).user,
    ).toMatchObject({
      login: 'ada',
      admin: false,
      forge_id: 0,
    })
    expect(readConfig({ WOODPECKER_USER: null, WOODPECKER_DEFAULT_CONFIG_PATHS: null })).toMatchObject({
      user: null,
      csrf: '',
      maxPipelineLogLineCount: 5000,
      defaultConfigPaths: [],
    })
    expect(readConfig({ WOODPECKER_USER: 'ada', WOODPECKER_ROOT_PATH: 7 })).toMatchObject({
      user: null,
      rootPath: '',
    })
  })
})

describe('what only some servers can', () => {
  it('filters: what a server left in that does not know one is left out here', async () => {
    const rows = ['push', 'tag', 'cron'].map((event, index) =>
      wirePipeline({ id: index, number: 9 - index, event }),
    )
    server({ '*': { body: rows } })
    expect(await readPages(pipelinesOf(5, { event: 'tag' }))).toMatchObject([{ event: 'tag', number: 8 }])
    expect(await readPages(pipelinesOf(5, { branch: 'other' }))).toEqual([])
    expect(await readPages(pipelinesOf(5, { ref: 'HEADS/main' }))).toHaveLength(3)
    expect(asked.map(({ query }) => Object.fromEntries(query))).toEqual([
      { event: 'tag', page: '1' },
      { branch: 'other', page: '1' },
      { page: '1', ref: 'HEADS/main' },
    ])
  })

  it('pages: a list that a server gives whole every time ends', async () => {
    const many = Array.from({ length: 60 }, (_, index) => ({ id: index, type: 'gitea', url: '' }))
    server({ '*': { body: many } })
    await expect(read(everyForge)).resolves.toHaveLength(60)
    expect(asked).toHaveLength(2)
  })
})
