import type { BrowserContext, Page } from '@playwright/test'

import { type Ci, ciOf, type Project } from '../ci.ts'
import { freshDataDir, startServer } from '../server.ts'
import { signIn } from '../signIn.ts'
import { expect, test as base } from '../test.ts'
import { brokenFiles, failingFiles, goodFiles, slowFiles } from './files.ts'

type StorageState = Awaited<ReturnType<BrowserContext['storageState']>>

/** A server with something on every screen. Numbers are those of pipelines, ids those of the API. */
export interface World {
  ci: Ci
  url: string
  /** The admin's. */
  session: StorageState
  repo: number
  org: number
  failed: number
  good: number
  broken: number
  blocked: number
  declined: number
  running: number
  pullRequest: number
  /** `pid` of the step that failed. */
  failedStep: number
  skippedStep: number
  runningStep: number
  forge: number
}

const owner = 'platform-engineering'
const name = 'payments-and-subscriptions-service'
const longBranch = 'feature/retry-uploads-that-were-broken-off-in-the-middle-of-a-part'

export const test = base.extend<object, { world: World }>({
  world: [
    // Playwright wants a destructured argument first.
    async ({ browser }, provide) => {
      const { dataDir, remove } = await freshDataDir()
      const server = await startServer({ dataDir, env: { YAFFLE_CAPACITY: '2' } })
      const ci = await ciOf(server)
      const context = await browser.newContext()
      await signIn(await context.newPage(), server.url)
      const session = await context.storageState()
      await context.close()
      await provide({ ci, url: server.url, session, ...(await furnish(ci)) })
      await ci.remove()
      await server.stop()
      await remove()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
})
export { expect }

async function furnish(ci: Ci) {
  const project = await ci.project(`${owner}/${name}`, goodFiles)
  const { repo } = project
  await ci.bare('platform-engineering/not-yet-enabled', { 'README.md': 'Later\n' })
  await pullRequests(project)
  const settings = furnishSettings(ci, repo.id, repo.org_id)
  // Every one of them shall come to its own end.
  await ci.api('PATCH', project.path, { allow_deploy: true, cancel_previous_pipeline_events: [] })

  const good = await project.push('feat: retry uploads, and say how often', {
    'src/upload.ts': 'export {}\n',
    'src/deep/er/parts.ts': 'export {}\n',
  })
  const failed = await project.push(
    `fix: ${'uploads that the store has broken off '.repeat(4)}`,
    failingFiles,
  )
  const broken = await project.push('chore: tidy up the pipeline', brokenFiles)
  await project.finished(good)
  await project.finished(failed)
  await ci.api('PATCH', project.path, { require_approval: 'all_events' })
  const blocked = await project.push('feat: refunds', goodFiles)
  const declined = await project.push('feat: gifts', { 'src/gifts.ts': 'export {}\n' })
  await ci.api('POST', `${project.path}/pipelines/${declined}/decline`)
  await ci.api('PATCH', project.path, { require_approval: 'none' })
  const running = await project.push('ci: wait for the store', slowFiles)
  const stepOf = async (number: number, step: string) => {
    const find = async () =>
      (await project.pipeline(number)).workflows
        ?.flatMap(({ children }) => children)
        .find((one) => one.name === step && one.started > 0)?.pid ?? 0
    await expect.poll(find, { timeout: 60_000 }).toBeGreaterThan(0)
    return find()
  }
  const failedStep = await stepOf(failed, 'test')
  return {
    repo: repo.id,
    org: repo.org_id,
    good,
    failed,
    broken,
    blocked,
    declined,
    running,
    pullRequest: 1,
    failedStep,
    skippedStep: failedStep + 1,
    runningStep: await stepOf(running, 'wait'),
    forge: await settings,
  }
}

async function pullRequests({ git, write, repo }: Project) {
  await git('checkout', '-q', '-b', longBranch)
  await write({ 'src/retry.ts': 'export {}\n' })
  await git('add', '-A')
  await git('commit', '-q', '-m', 'Retry')
  await git('push', '-q', 'origin', 'HEAD')
  await git(
    'push',
    '-q',
    'origin',
    `HEAD:refs/for/${repo.default_branch}`,
    '-o',
    'topic=retry',
    '-o',
    'title=Retry uploads that were broken off',
  )
  await git('checkout', '-q', repo.default_branch)
}

/** Something in every list of the settings. Resolves with the id of the second forge. */
async function furnishSettings({ api, person }: Ci, repoId: number, orgId: number): Promise<number> {
  const me = (await api('GET', '/user')) as { org_id: number }
  const levels = [`/repos/${repoId}`, `/orgs/${orgId}`, `/orgs/${me.org_id}`, '']
  const events = ['push', 'tag', 'deployment', 'pull_request']
  for (const level of levels) {
    await api('POST', `${level}/secrets`, {
      name: 'store_password',
      value: 'not to be seen',
      events,
      images: ['plugins/very-long-name-of-an-image-for-uploads'],
      note: 'Of the object store; renewed every spring by the platform team',
    })
    await api('POST', `${level}/registries`, {
      address: 'registry.internal.example.org',
      username: 'robot-account-of-the-platform-team',
      password: 'not to be seen',
    })
    if (!level.startsWith('/repos'))
      await api('POST', `${level}/agents`, { name: 'builder-in-the-basement-with-the-big-disk' })
  }
  await api('POST', `/repos/${repoId}/secrets`, { name: 'deploy_key', value: 'nor this', events: ['push'] })
  await api('POST', `/repos/${repoId}/cron`, {
    name: 'nightly',
    schedule: '30 2 * * 1-5',
    timezone: 'Europe/Berlin',
    branch: '',
    enabled: true,
    variables: {},
  })
  await api('POST', `/repos/${repoId}/cron`, {
    name: 'check-that-the-backups-can-be-restored',
    schedule: '@every 6h',
    branch: 'main',
    enabled: false,
    variables: {},
  })
  await person('ana-maria-of-the-platform-team')
  await api('POST', '/users', { login: 'ben', email: 'ben@example.org', forge_id: 1 })
  const forge = (await api('POST', '/forges', {
    type: 'gitea',
    url: 'https://forge.example.org',
    client: 'yaffle',
    oauth_client_secret: 'not to be seen',
  })) as { id: number }
  return forge.id
}

/** A page of the admin, as calm as pages get: nothing moves, so that what is measured is there to stay. */
export async function calmPage(
  world: World,
  browser: { newContext: (options: object) => Promise<BrowserContext> },
  options: object = {},
): Promise<Page> {
  const context = await browser.newContext({
    storageState: world.session,
    reducedMotion: 'reduce',
    ...options,
  })
  return context.newPage()
}
