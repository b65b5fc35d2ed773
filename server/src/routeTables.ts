import { Agent, agentRoutes, orgAgentRoutes } from '@yaffle/contract/agents'
import { badgeRoutes } from '@yaffle/contract/badges'
import { Cron, cronRoutes } from '@yaffle/contract/crons'
import { eventRoutes } from '@yaffle/contract/events'
import { Feed, feedRoutes } from '@yaffle/contract/feed'
import { Forge, forgeRoutes } from '@yaffle/contract/forges'
import { hookRoutes } from '@yaffle/contract/hooks'
import { LogEntry, logRoutes } from '@yaffle/contract/logs'
import { Org, orgRoutes } from '@yaffle/contract/orgs'
import { Config, Pipeline, PipelineError, pipelineRoutes, Step, Workflow } from '@yaffle/contract/pipelines'
import { QueueInfo, queueRoutes, QueueTask, Task } from '@yaffle/contract/queue'
import {
  globalRegistryRoutes,
  orgRegistryRoutes,
  Registry,
  repoRegistryRoutes,
} from '@yaffle/contract/registries'
import { Perm, PullRequest, Repo, RepoLastPipeline, repoRoutes } from '@yaffle/contract/repos'
import { globalSecretRoutes, orgSecretRoutes, repoSecretRoutes, Secret } from '@yaffle/contract/secrets'
import { systemRoutes } from '@yaffle/contract/system'
import { User, userRoutes } from '@yaffle/contract/users'

/** Every route of the interface, by what it is about: for the API document and for the tests that walk them all. */
export const routeTables = {
  user: userRoutes,
  feed: feedRoutes,
  repos: repoRoutes,
  pipelines: pipelineRoutes,
  logs: logRoutes,
  crons: cronRoutes,
  repo_secrets: repoSecretRoutes,
  org_secrets: orgSecretRoutes,
  global_secrets: globalSecretRoutes,
  repo_registries: repoRegistryRoutes,
  org_registries: orgRegistryRoutes,
  global_registries: globalRegistryRoutes,
  orgs: orgRoutes,
  org_agents: orgAgentRoutes,
  agents: agentRoutes,
  forges: forgeRoutes,
  queue: queueRoutes,
  badges: badgeRoutes,
  events: eventRoutes,
  hooks: hookRoutes,
  system: systemRoutes,
}

/** Entities that have a name in the API document. */
export const entities = {
  Agent,
  Config,
  Cron,
  Feed,
  Forge,
  LogEntry,
  Org,
  Perm,
  Pipeline,
  PipelineError,
  PullRequest,
  QueueInfo,
  QueueTask,
  Registry,
  Repo,
  RepoLastPipeline,
  Secret,
  Step,
  Task,
  User,
  Workflow,
}
