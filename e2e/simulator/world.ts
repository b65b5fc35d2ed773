import { randomBytes } from 'node:crypto'

import type {
  Agent,
  Cron,
  Forge,
  ForgeRepo,
  LogEntry,
  Org,
  Perm,
  Pipeline,
  Registry,
  Repo,
  Secret,
  Step,
  User,
} from './entities.ts'
import { createHub, type Hub } from './hub.ts'

/** Everything that the simulated server knows. It lives as long as the test, also while the server is "away". */
export interface World {
  version: string
  /** What operators set: the address that the forge sends people and hooks back to. */
  host: string
  forgeUrl: string
  areUserAgents: boolean
  isVersionCheckSkipped: boolean
  users: User[]
  orgs: Org[]
  repos: Repo[]
  /** By `user repo`. */
  perms: Map<string, Perm>
  forgeRepos: ForgeRepo[]
  branches: Map<number, string[]>
  pullRequests: Map<number, { index: string; title: string }[]>
  pipelines: Pipeline[]
  /** By step id. */
  logs: Map<number, LogEntry[]>
  /** By `repo number`. */
  configs: Map<string, { hash: string; name: string; data: string }[]>
  secrets: Secret[]
  registries: Registry[]
  crons: Cron[]
  agents: Agent[]
  forges: Forge[]
  /** Members and admins of organizations, as the forge tells them: `org login` -> is admin. */
  members: Map<string, boolean>
  isPaused: boolean
  logLevel: string
  /** OAuth states given out and not used. */
  states: Set<string>
  hub: Hub
  nextId(): number
  now(): number
}

export function emptyWorld(): World {
  let last = 1000
  return {
    version: '3.17.0',
    host: '',
    forgeUrl: '',
    areUserAgents: true,
    isVersionCheckSkipped: false,
    users: [],
    orgs: [],
    repos: [],
    perms: new Map(),
    forgeRepos: [],
    branches: new Map(),
    pullRequests: new Map(),
    pipelines: [],
    logs: new Map(),
    configs: new Map(),
    secrets: [],
    registries: [],
    crons: [],
    agents: [],
    forges: [],
    members: new Map(),
    isPaused: false,
    logLevel: 'info',
    states: new Set(),
    hub: createHub(),
    nextId: () => ++last,
    now: () => Math.floor(Date.now() / 1000),
  }
}

export const freshHash = () => randomBytes(16).toString('hex')

export const pipelinesOf = (world: World, repo_id: number) =>
  world.pipelines
    .filter((pipeline) => pipeline.repo_id === repo_id)
    .toSorted((one, other) => other.number - one.number)

export const stepsOf = ({ workflows }: Pipeline): Step[] => workflows.flatMap(({ children }) => children)

export const storedPerm = (world: World, user: User | undefined, repo: Repo) =>
  user && world.perms.get(`${user.id} ${repo.id}`)

/** Active repositories that the user can push to or administer, by full name. */
export const reposOf = (world: World, user: User) =>
  world.repos
    .filter((repo) => {
      const perm = storedPerm(world, user, repo)
      return repo.active && (perm?.push || perm?.admin)
    })
    .toSorted(byFullName)

export const byFullName = (one: Repo, other: Repo) => (one.full_name < other.full_name ? -1 : 1)

/** Tells everybody who may hear of it. Pipelines in events are as they are stored. */
export function publish(world: World, pipeline: Pipeline) {
  const updated = world.now()
  Object.assign(pipeline, { updated })
  const repo = world.repos.find(({ id }) => id === pipeline.repo_id)
  if (repo) world.hub.publish(repo, pipeline)
}
