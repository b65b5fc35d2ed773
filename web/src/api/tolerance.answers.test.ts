import { agentRoutes } from '@yaffle/contract/agents'
import { describe, expect, it } from 'vitest'

import {
  json,
  html,
  asked,
  server,
  read,
  hook,
  readPages,
  wirePipeline,
  wireRepo,
  type Wire,
} from '../testing/wireServer.ts'
import { allOrgs } from './adminOrgs.ts'
import { allRepos } from './adminRepos.ts'
import { agentsOf } from './agents.ts'
import { ApiError, call } from './call.ts'
import { cronsOf, useRunCron } from './crons.ts'
import { feed } from './feed.ts'
import { everyForge, forges } from './forges.ts'
import { useRunPipeline } from './pipelineActions.ts'
import { configOf, pipelineOf, pipelinesOf } from './pipelines.ts'
import { registriesOf } from './registries.ts'
import { branchesOf, permOf, pullRequestsOf, repoOf, reposAddable, reposMine } from './repos.ts'
import { secretsOf } from './secrets.ts'
import { users } from './users.ts'

/** What real servers send (wire 8.1, about answers as wholes). Each group names its rule. */
describe('8.1.1 answers without a body or a type', () => {
  it.each([400, 401, 403, 404, 409, 422, 500, 502])(
    '%i with nothing is an error of that status',
    async (status) => {
      server({ '*': { status } })
      const error = await read(repoOf(5)).catch((caught: unknown) => caught)
      expect(error).toBeInstanceOf(ApiError)
      expect(error).toMatchObject({ status, body: '', message: '' })
    },
  )

  it('204 with nothing is done', async () => {
    server({ '*': { status: 204 } })
    await expect(hook(() => useRunPipeline(5)).mutateAsync({ branch: 'main' })).resolves.toBeUndefined()
  })

  it('JSON is what is called JSON, with whatever parameters, and nothing else', async () => {
    for (const type of ['application/json', json]) {
      server({ '*': { type, body: wireRepo() } })
      await expect(read(repoOf(5))).resolves.toMatchObject({ id: 5 })
    }
    for (const type of ['text/plain; charset=utf-8', 'application/octet-stream']) {
      server({ '*': { type, body: wireRepo() } })
      await expect(read(repoOf(5))).rejects.toThrow('Unexpected answer')
    }
  })
})

describe('8.1.2 nothing to run', () => {
  it.each<[string, Wire]>([
    ['204', { status: 204 }],
    ['null', { body: 'null' }],
  ])('a run by hand or of a cron job answers %s', async (_what, answer) => {
    server({ '*': answer })
    await expect(hook(() => useRunPipeline(5)).mutateAsync({ branch: 'main' })).resolves.toBeUndefined()
    await expect(hook(() => useRunCron(5)).mutateAsync(1)).resolves.toBeUndefined()
  })
})

describe('8.1.3 null in the place of lists', () => {
  const scopes = [
    { level: 'repo', repoId: 5 } as const,
    { level: 'org', orgId: 3 } as const,
    { level: 'global' } as const,
  ]
  const lists = {
    feed: () => read(feed),
    'own repositories': () => read(reposMine),
    'repositories of the forge': () => read(reposAddable),
    crons: () => read(cronsOf(5)),
    users: () => read(users),
    organisations: () => read(allOrgs),
    forges: () => read(forges),
    'every forge': () => read(everyForge),
    files: () => read(configOf(5, 12)),
    agents: () => read(agentsOf({ level: 'global' })),
    'agents of an organisation': () => read(agentsOf({ level: 'org', orgId: 3 })),
    tasks: () => call(agentRoutes.tasks, { params: { agent_id: '1' } }),
    pipelines: () => readPages(pipelinesOf(5)),
    branches: () => readPages(branchesOf(5)),
    'pull requests': () => readPages(pullRequestsOf(5)),
    'all repositories': () => readPages(allRepos),
    ...Object.fromEntries(scopes.map((scope) => [`secrets of ${scope.level}`, () => read(secretsOf(scope))])),
    ...Object.fromEntries(
      scopes.map((scope) => [`registries of ${scope.level}`, () => read(registriesOf(scope))]),
    ),
  }
  it.each(Object.entries(lists))('%s', async (_what, list) => {
    server({ '*': { body: 'null' } })
    await expect(list()).resolves.toEqual([])
    server({ '*': { body: '[]' } })
    await expect(list()).resolves.toEqual([])
  })

  it('inside of entities', async () => {
    server({ 'GET /api/repos/5/pipelines/12': { body: wirePipeline({ variables: null, workflows: null }) } })
    await expect(read(pipelineOf(5, 12))).resolves.toMatchObject({
      errors: [],
      event_reason: [],
      variables: {},
    })
    server({ '*': { body: wireRepo() } })
    await expect(read(repoOf(5))).resolves.toMatchObject({
      approval_allowed_users: [],
      cancel_previous_pipeline_events: [],
      netrc_trusted: [],
    })
    server({ '*': { body: [{ id: 1, name: 's', events: ['push'], images: null }] } })
    await expect(read(secretsOf({ level: 'global' }))).resolves.toMatchObject([{ images: [] }])
    server({ '*': { body: [{ id: 1, name: 'n', variables: null }] } })
    await expect(read(cronsOf(5))).resolves.toMatchObject([{ variables: {} }])
    server({ '*': { body: [{ id: 1, name: 'a', custom_labels: null }] } })
    await expect(read(agentsOf({ level: 'global' }))).resolves.toMatchObject([{ custom_labels: {} }])
  })
})

describe('8.1.4 absent fields', () => {
  it('booleans are false', async () => {
    server({
      '*': { body: [{ id: 1, login: 'ada', forge_remote_id: '7', email: '', avatar_url: '', org_id: 2 }] },
    })
    await expect(read(users)).resolves.toMatchObject([{ admin: false, admin_env: false, forge_id: 0 }])
    server({ '*': { body: [{ id: 1, type: 'gitea', url: 'https://forge.test' }] } })
    await expect(read(everyForge)).resolves.toMatchObject([{ skip_verify: false }])
    server({ '*': { body: wirePipeline() } })
    await expect(read(pipelineOf(5, 12))).resolves.toMatchObject({ pr_draft: false, from_fork: false })
  })

  it('times that have not come yet are 0, of steps, workflows and the feed', async () => {
    const step = {
      id: 3,
      uuid: 'u',
      pipeline_id: 128,
      pid: 2,
      ppid: 1,
      name: 'test',
      state: 'pending',
      exit_code: 0,
    }
    const workflow = { id: 2, pipeline_id: 128, pid: 1, name: 'build', state: 'pending', children: [step] }
    server({
      '*': { body: wirePipeline({ workflows: [workflow, { ...workflow, pid: 3, children: undefined }] }) },
    })
    await expect(read(pipelineOf(5, 12))).resolves.toMatchObject({
      workflows: [
        { started: 0, finished: 0, children: [{ started: 0, finished: 0, error: '' }] },
        { children: [] },
      ],
    })
    server({ '*': { body: [{ repo_id: 5 }, { repo_id: 5, number: 3, status: 'pending', created: 7 }] } })
    await expect(read(feed)).resolves.toMatchObject([
      { repo_id: 5, number: 0, started: 0, finished: 0, message: '' },
      { number: 3, started: 0 },
    ])
  })
})

describe('8.1.5 the page in the place of an answer', () => {
  it.each<[string, () => Promise<unknown>]>([
    ['a list', () => read(reposMine)],
    ['one thing', () => read(repoOf(5))],
    [
      'agents of an organisation, where they are turned off',
      () => read(agentsOf({ level: 'org', orgId: 3 })),
    ],
    ['a run', () => hook(() => useRunPipeline(5)).mutateAsync({ branch: 'main' })],
  ])('is an error for %s, asked once', async (_what, ask) => {
    server({ '*': { type: html, body: '<!doctype html><title>CI</title>' } })
    await expect(ask()).rejects.toMatchObject({ name: 'ApiError', message: 'Not an API route' })
    expect(asked).toHaveLength(1)
  })

  it('happens where a slash is not encoded: ours always are', async () => {
    server({ '*': { status: 204 } })
    await call((await import('@yaffle/contract/registries')).globalRegistryRoutes.remove, {
      params: { address: 'r.example.org/team' },
    })
    expect(asked[0]?.path).toBe('/api/registries/r.example.org%2Fteam')
  })
})

describe('8.1.6 what is hidden', () => {
  it.each([401, 404])('is %i, and what one may do with it is asked for apart', async (status) => {
    server({
      'GET /api/repos/5': { status },
      'GET /api/repos/5/permissions': {
        body: { pull: false, push: false, admin: false, synced: 0, created: 0, updated: 0 },
      },
    })
    await expect(read(repoOf(5))).rejects.toMatchObject({ status })
    await expect(read(permOf(5))).resolves.toMatchObject({ pull: false })
  })
})
