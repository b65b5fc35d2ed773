import { Agent } from '@yaffle/contract/agents'
import { Cron } from '@yaffle/contract/crons'
import { PipelineMessage } from '@yaffle/contract/events'
import { Feed } from '@yaffle/contract/feed'
import { Forge } from '@yaffle/contract/forges'
import { Org } from '@yaffle/contract/orgs'
import { Config, Pipeline, PipelineError, Step, Workflow } from '@yaffle/contract/pipelines'
import { Registry } from '@yaffle/contract/registries'
import { Perm, Repo, RepoLastPipeline } from '@yaffle/contract/repos'
import { Secret } from '@yaffle/contract/secrets'
import { User } from '@yaffle/contract/users'

/** Whole entities as the contract returns them; each takes the fields that a test is about. */

const repoFields = {
  id: 1,
  forge_id: 1,
  forge_remote_id: '11',
  org_id: 3,
  owner: 'acme',
  name: 'api',
  full_name: 'acme/api',
  forge_url: 'https://forge.test/acme/api',
  clone_url: 'https://forge.test/acme/api.git',
  default_branch: 'main',
  visibility: 'public',
  active: true,
  allow_pr: true,
  pr_enabled: true,
  timeout: 60,
  require_approval: 'forks',
}

export const aRepo = (overrides: Partial<Repo> = {}): Repo => Repo.parse({ ...repoFields, ...overrides })

export const aRepoRow = (overrides: Partial<RepoLastPipeline> = {}): RepoLastPipeline =>
  RepoLastPipeline.parse({ ...repoFields, ...overrides })

export const aPerm = (overrides: Partial<Perm> = {}): Perm =>
  Perm.parse({ pull: true, push: true, admin: true, synced: 1_700_000_000, ...overrides })

/** A finished push pipeline of two minutes, without workflows. */
export const aPipeline = (overrides: Partial<Pipeline> = {}): Pipeline =>
  Pipeline.parse({
    id: 1000 + (overrides.number ?? 128),
    number: 128,
    author: 'ana',
    event: 'push',
    status: 'success',
    created: 1_700_000_000,
    updated: 1_700_000_130,
    started: 1_700_000_010,
    finished: 1_700_000_130,
    commit: '3f9c2e1a5b6c7d8e9f00112233445566778899aa',
    branch: 'main',
    ref: 'refs/heads/main',
    message: 'fix: retry uploads\n\nThe server may be busy.',
    sender: 'ana',
    forge_url: 'https://forge.test/acme/api/commit/3f9c2e1',
    ...overrides,
  })

export const aStep = (overrides: Partial<Step> = {}): Step =>
  Step.parse({
    id: 500 + (overrides.pid ?? 2),
    uuid: `step-${overrides.pid ?? 2}`,
    pipeline_id: 1128,
    pid: 2,
    ppid: 1,
    name: 'test',
    state: 'success',
    exit_code: 0,
    started: 1_700_000_010,
    finished: 1_700_000_040,
    type: 'commands',
    ...overrides,
  })

export const aWorkflow = (overrides: Partial<Workflow> = {}): Workflow =>
  Workflow.parse({
    id: 50,
    pipeline_id: 1128,
    pid: 1,
    name: 'build',
    state: 'success',
    started: 1_700_000_010,
    finished: 1_700_000_082,
    children: [aStep()],
    ...overrides,
  })

export const anError = (overrides: Partial<PipelineError> = {}): PipelineError =>
  PipelineError.parse({
    type: 'linter',
    message: 'Unknown key `stepz`',
    is_warning: false,
    data: null,
    ...overrides,
  })

export const aConfig = (overrides: Partial<Config> = {}): Config =>
  Config.parse({
    hash: 'c0ffee',
    name: 'woodpecker',
    data: btoa('steps:\n  test:\n    image: bash\n'),
    ...overrides,
  })

export const aFeedItem = (overrides: Partial<Feed> = {}): Feed =>
  Feed.parse({
    repo_id: 1,
    full_name: 'acme/api',
    id: 1128,
    number: 128,
    event: 'push',
    status: 'success',
    created: 1_700_000_000,
    started: 1_700_000_010,
    finished: 1_700_000_130,
    branch: 'main',
    ref: 'refs/heads/main',
    message: 'fix: retry uploads',
    author: 'ana',
    ...overrides,
  })

export const aUser = (overrides: Partial<User> = {}): User =>
  User.parse({ id: 7, forge_id: 1, forge_remote_id: '7', login: 'ana', org_id: 3, ...overrides })

export const aForge = (overrides: Partial<Forge> = {}): Forge =>
  Forge.parse({ id: 1, type: 'forgejo', url: 'https://forge.test', ...overrides })

export const anOrg = (overrides: Partial<Org> = {}): Org =>
  Org.parse({ id: 3, forge_id: 1, name: 'acme', ...overrides })

export const aMessage = (repo: Repo, pipeline?: Pipeline): PipelineMessage =>
  PipelineMessage.parse({ repo, pipeline })

export const aSecret = (overrides: Partial<Secret> = {}): Secret =>
  Secret.parse({ id: 1, repo_id: 1, name: 'TOKEN', events: ['push'], ...overrides })

export const aRegistry = (overrides: Partial<Registry> = {}): Registry =>
  Registry.parse({ id: 1, repo_id: 1, address: 'docker.io', username: 'ci', ...overrides })

export const aCron = (overrides: Partial<Cron> = {}): Cron =>
  Cron.parse({
    id: 4,
    repo_id: 1,
    name: 'nightly',
    schedule: '0 3 * * *',
    timezone: 'UTC',
    enabled: true,
    next_exec: 1_800_000_000,
    ...overrides,
  })

export const anAgent = (overrides: Partial<Agent> = {}): Agent =>
  Agent.parse({
    id: 5,
    name: 'builder',
    org_id: -1,
    token: 'agent-token',
    last_contact: 1_700_000_000,
    platform: 'linux/amd64',
    backend: 'docker',
    capacity: 2,
    ...overrides,
  })
