import type { Agent, Repo, User } from './entities.ts'
import { type About, newPipeline } from './making.ts'
import { newAgent, unknownRepo } from './rows.ts'
import { ended, writeLog } from './scenes.ts'
import { emptyWorld, freshHash, stepsOf, type World } from './world.ts'

/** A team's server in the middle of a working day. Repositories: 1 public, 2 private, 3 disabled. */
export function seededWorld(): World {
  const world = emptyWorld()
  world.forges = [{ ...forge(1, 'forgejo'), client: 'yaffle' }]
  world.forgeRepos = [
    { remote_id: '11', owner: 'ana', name: 'hello', private: false, admin: ['ana'] },
    { remote_id: '12', owner: 'team', name: 'site', private: true, admin: ['ana'] },
    { remote_id: '13', owner: 'team', name: 'idle', private: false, admin: ['ana'] },
    { remote_id: '14', owner: 'ana', name: 'newcomer', private: false, admin: ['ana'] },
  ]
  world.orgs = [
    { id: 1, forge_id: 1, name: 'ana', is_user: true },
    { id: 2, forge_id: 1, name: 'team', is_user: false },
    { id: 3, forge_id: 1, name: 'ben', is_user: true },
  ]
  world.users = [user(1, 'ana', true, 1), user(2, 'ben', false, 3)]
  world.members.set('team ana', true).set('team ben', false)
  return world
}

/** What needs to know where the forge is: repositories with what happened in them. */
export function fillWorld(world: World) {
  const [hello, site, idle] = world.forgeRepos.slice(0, 3).map((there, index): Repo => ({
    ...unknownRepo(world, there),
    id: index + 1,
    active: index < 2,
    visibility: there.private ? 'private' : 'public',
    require_approval: 'forks',
    allow_pr: true,
    allow_deploy: true,
    timeout: 60,
    cancel_previous_pipeline_events: ['push', 'pull_request'],
  })) as [Repo, Repo, Repo]
  world.repos = [hello, site, idle]
  for (const { id } of world.repos) {
    const at = world.now()
    const times = { synced: at, created: at, updated: at }
    world.perms.set(`1 ${id}`, { pull: true, push: true, admin: true, ...times })
  }
  world.perms.set('2 2', { pull: true, push: false, admin: false, synced: 1, created: 1, updated: 1 })
  world.branches.set(1, ['main', 'nothing-manual', 'feature/one'])
  world.branches.set(2, ['main'])
  world.pullRequests.set(1, [{ index: '5', title: 'Say it louder' }])
  world.agents = [runningAgent(world)]
  helloPipelines(world, hello)
  ended(world, newPipeline(world, site, { message: 'Publish the site', author: 'ana' }), 'success')
}

/** Every status and event that a page must bear, newest last. */
function helloPipelines(world: World, repo: Repo) {
  const made = (about: About, status: string) => ended(world, newPipeline(world, repo, about), status)
  made({ message: 'Say hello' }, 'success')
  const failed = made(
    { message: 'Break the test :bug:', changed_files: ['src/hello.ts', 'README.md'] },
    'failure',
  )
  const test = stepsOf(failed).find(({ name }) => name === 'test')
  if (test) {
    writeLog(world, failed, test, '+ npm test', 'ok 1 - says hello')
    writeLog(world, failed, test, '\u001B[31merror: expected "hello", got "hallo"\u001B[0m')
  }
  made({ event: 'tag', ref: 'refs/tags/v1.0', tag_title: 'v1.0', message: 'Say hello' }, 'success')
  made({ event: 'release', ref: 'refs/tags/v1.0', release: { title: 'First' }, message: 'notes' }, 'success')
  made({ event: 'cron', cron: 'nightly', author: '' }, 'killed')
  made({ message: 'Given up early', cancel_info: { superseded_by: 7 } }, 'canceled')
  made({ message: 'Not yet queued' }, 'created')
  const linter = { type: 'linter', message: 'Invalid or missing steps section', is_warning: false }
  made(
    {
      message: 'Forget the steps',
      errors: [{ ...linter, data: { file: '.woodpecker.yaml', field: 'steps' } }],
      workflowsOf: {},
    },
    'error',
  )
  newPipeline(world, repo, {
    event: 'pull_request',
    status: 'blocked',
    title: 'Say it louder',
    message: 'Say it louder',
    author: 'eve',
    sender: 'eve',
    from_fork: true,
    ref: 'refs/pull/5/head',
    refspec: 'louder:main',
  })
}

function runningAgent(world: World): Agent {
  const at = world.now()
  const registered = newAgent(world, { name: 'first-agent', no_schedule: false, org_id: -1, owner_id: -1 })
  return {
    ...registered,
    last_contact: at,
    last_work: at,
    platform: 'linux/amd64',
    backend: 'docker',
    version: '3.17.0',
    capacity: 2,
  }
}

const forge = (id: number, type: string) => ({
  id,
  type,
  url: '',
  client: '',
  oauth_client_secret: 'never told',
  skip_verify: false,
  oauth_host: '',
  orgs: [],
  additional_options: {},
})

const user = (id: number, login: string, admin: boolean, org_id: number): User => ({
  id,
  forge_id: 1,
  forge_remote_id: String(100 + id),
  login,
  email: `${login}@example.org`,
  avatar_url: '',
  admin,
  admin_env: admin,
  org_id,
  hash: freshHash(),
})
