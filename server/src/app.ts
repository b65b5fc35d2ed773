import { join } from 'node:path'

import { agentRoutes, orgAgentRoutes } from '@yaffle/contract/agents'
import { badgeRoutes } from '@yaffle/contract/badges'
import { cronRoutes } from '@yaffle/contract/crons'
import { eventRoutes } from '@yaffle/contract/events'
import { feedRoutes } from '@yaffle/contract/feed'
import { forgeRoutes } from '@yaffle/contract/forges'
import { hookRoutes } from '@yaffle/contract/hooks'
import { logRoutes } from '@yaffle/contract/logs'
import { orgRoutes } from '@yaffle/contract/orgs'
import { pipelineRoutes } from '@yaffle/contract/pipelines'
import { queueRoutes } from '@yaffle/contract/queue'
import { globalRegistryRoutes, orgRegistryRoutes, repoRegistryRoutes } from '@yaffle/contract/registries'
import { repoRoutes } from '@yaffle/contract/repos'
import { globalSecretRoutes, orgSecretRoutes, repoSecretRoutes } from '@yaffle/contract/secrets'
import { systemRoutes } from '@yaffle/contract/system'
import { userRoutes } from '@yaffle/contract/users'
import Fastify, { LogController, type FastifyBaseLogger, type FastifyInstance } from 'fastify'

import { apiTexts } from './apiTexts.ts'
import type { Core } from './core.ts'
import { workflowSchema } from './engine/lint/schema.ts'
import { agentHandlers, orgAgentHandlers } from './features/agents/agents.routes.ts'
import { createAgentStore } from './features/agents/agents.store.ts'
import { badgeHandlers } from './features/badges/badges.routes.ts'
import { cronHandlers } from './features/crons/crons.routes.ts'
import { eventHandlers } from './features/events/events.routes.ts'
import { feedHandlers } from './features/feed/feed.routes.ts'
import { createFeedStore } from './features/feed/feed.store.ts'
import { forgeHandlers } from './features/forges/forges.routes.ts'
import { hookHandlers } from './features/hooks/hooks.routes.ts'
import { logHandlers } from './features/logs/logs.routes.ts'
import { createLogStore } from './features/logs/logs.store.ts'
import { createOrgPerms } from './features/orgs/orgPerms.ts'
import { orgHandlers } from './features/orgs/orgs.routes.ts'
import { pipelineUrl } from './features/pipelines/metadata.ts'
import { lastPipelineOf, pipelineHandlers } from './features/pipelines/pipelines.routes.ts'
import { toListedPipeline } from './features/pipelines/pipelines.rows.ts'
import { queueHandlers } from './features/queue/queue.routes.ts'
import {
  globalRegistryHandlers,
  orgRegistryHandlers,
  repoRegistryHandlers,
} from './features/registries/registries.routes.ts'
import { createMine } from './features/repos/mine.ts'
import { repoHandlers } from './features/repos/repos.routes.ts'
import {
  globalSecretHandlers,
  orgSecretHandlers,
  repoSecretHandlers,
} from './features/secrets/secrets.routes.ts'
import { createCounts } from './features/system/counts.store.ts'
import { mountMetrics } from './features/system/metrics.ts'
import { systemHandlers } from './features/system/system.routes.ts'
import { userHandlers } from './features/users/users.routes.ts'
import { createUserAdminStore } from './features/users/users.store.ts'
import { mountDocs } from './host/docs.ts'
import { mountHeaders } from './host/headers.ts'
import { mountOutside, mountPage } from './host/page.ts'
import type { PageFiles } from './host/pageFiles.ts'
import { mountSchema } from './host/schema.ts'
import { mountSwagger } from './host/swagger.ts'
import { mountWebConfig, type PageSettings } from './host/webConfig.ts'
import { mountAuthorize } from './http/authorize-flow.ts'
import { createAuthorize } from './http/authorize.ts'
import { mountAddressLimits, requestLimits } from './http/limits.ts'
import { mount, setErrorHandler } from './http/mount.ts'
import { openApiOf } from './http/openapi.ts'
import { mountSession, userOf } from './http/session.ts'
import { localForgeId, type UserRecord } from './http/users.store.ts'
import { entities, routeTables } from './routeTables.ts'

export interface AppDeps {
  core: Core
  page: PageFiles
  settings: PageSettings
  publicUrl(): string
  /** Where the operator's `custom.js` and `custom.css` may be. */
  customFolder: string
  admins: string[]
  isOpen: boolean
  sessionSeconds: number
  maxTimeout: number
  metricsToken?: string | undefined
  logger?: FastifyBaseLogger
}

const docsFolder = join(import.meta.dirname, '../../docs')

/** The one place that wires features: the whole server below its root path. */
export function createApp(deps: AppDeps): FastifyInstance {
  const { core, page, settings, publicUrl, customFolder } = deps
  const { root } = settings
  const fastify = Fastify({
    ...requestLimits,
    ...(deps.logger && { loggerInstance: deps.logger }),
    logController: new LogController({ disableRequestLogging: true }),
    forceCloseConnections: true,
  })
  setErrorHandler(fastify)
  mountHeaders(fastify, { root, version: core.version, versionUrl: settings.versionUrl })
  mountAddressLimits(fastify)
  mountSession(fastify, { userById: core.users.byId, clock: core.clock })

  fastify.register(
    async (app) => {
      mountAuthorize(app, {
        db: core.db,
        root,
        publicUrl,
        forgeOf: (id) => (id === localForgeId ? { driver: core.local, orgs: [] } : undefined),
        local: core.local,
        users: core.users,
        admins: deps.admins,
        isOpen: deps.isOpen,
        sessionSeconds: deps.sessionSeconds,
        clock: core.clock,
        afterSignIn: core.syncPerms,
      })
      mountWebConfig(app, settings)
      mountApi(app, deps)
      core.local.mountGit(app, '/git')
      if (settings.isSwagger)
        mountSwagger(app, root, () =>
          openApiOf({
            tables: mountedTables(settings),
            texts: apiTexts,
            entities,
            version: core.version,
            root,
          }),
        )
      mountMetrics(app, {
        token: deps.metricsToken,
        queueInfo: core.runner.queueInfo,
        counts: createCounts(core.db),
      })
      mountSchema(app, workflowSchema)
      mountDocs(app, docsFolder, root)
      mountPage(app, { root, page, customFolder })
    },
    { prefix: root },
  )
  mountOutside(fastify, root)

  return fastify
}

/** Without those that the settings leave out. */
function mountedTables({ areUserAgents }: PageSettings) {
  const { org_agents, ...others } = routeTables
  return areUserAgents ? { ...others, org_agents } : others
}

function mountApi(app: FastifyInstance, deps: AppDeps) {
  const { core, settings, maxTimeout, admins, publicUrl } = deps
  const { db, clock, runner, users, repos, pipelines, perms, orgs, secrets, registries } = core
  const orgPerms = createOrgPerms(core.forges, clock)
  const agents = { agents: createAgentStore(db, clock), tasksOf: runner.tasksOfAgent, wake: runner.wake }

  /** For streams: by the session and the rights of this moment. */
  function stillSees(user: UserRecord | undefined, repo_id: number): boolean {
    const now = user && users.byId(user.id)
    const repo = repos.get(repo_id)
    return repo !== undefined && now?.hash === user?.hash && perms.canSee(now, repo)
  }

  const authorize = createAuthorize({
    callerOf: userOf,
    repo: repos.get,
    repoByName: repos.lookup,
    permOf: perms.of,
    org: orgs.get,
    orgPermOf: orgPerms.forAccess,
  })

  mount(
    app,
    authorize,
    systemRoutes,
    systemHandlers({
      db,
      version: core.version,
      publicKey: core.signature.publicPem,
      log: deps.logger ?? { level: 'silent' },
    }),
  )
  mount(
    app,
    authorize,
    userRoutes,
    userHandlers({ users, admin: createUserAdminStore(db, clock), admins, closeOrg: core.closeOrg }),
  )
  mount(app, authorize, feedRoutes, feedHandlers(createFeedStore(db)))
  mount(app, authorize, forgeRoutes, forgeHandlers({ forges: core.forgeRows }))
  mount(app, authorize, orgRoutes, orgHandlers({ orgs, perms: orgPerms, closeRepos: core.closeOrg }))
  mount(
    app,
    authorize,
    repoRoutes,
    repoHandlers({
      repos,
      forges: core.forges,
      activate: core.activate,
      manage: core.manage,
      syncPerms: core.syncPerms,
      mine: createMine(db, toListedPipeline),
      userOf: users.byId,
      maxTimeout,
    }),
  )
  mount(
    app,
    authorize,
    pipelineRoutes,
    pipelineHandlers({
      store: pipelines,
      service: core.service,
      forges: core.forges,
      userOf: users.byId,
      version: core.version,
    }),
  )
  mount(
    app,
    authorize,
    logRoutes,
    logHandlers({
      logs: runner.logs,
      store: createLogStore(db),
      pipeline: pipelines.rowOf,
      step: pipelines.step,
      stillSees,
    }),
  )
  mount(
    app,
    authorize,
    eventRoutes,
    eventHandlers({ hub: core.hub, canSee: perms.canSee, userOf: users.byId }),
  )
  mount(app, authorize, repoSecretRoutes, repoSecretHandlers(secrets))
  mount(app, authorize, orgSecretRoutes, orgSecretHandlers(secrets))
  mount(app, authorize, globalSecretRoutes, globalSecretHandlers(secrets))
  mount(app, authorize, repoRegistryRoutes, repoRegistryHandlers(registries))
  mount(app, authorize, orgRegistryRoutes, orgRegistryHandlers(registries))
  mount(app, authorize, globalRegistryRoutes, globalRegistryHandlers(registries))
  mount(app, authorize, cronRoutes, cronHandlers({ crons: core.crons, clock, ...core.cronRun }))
  mount(
    app,
    authorize,
    badgeRoutes,
    badgeHandlers({
      newest(repo_id, branch, events) {
        const row = pipelines.newestOf(repo_id, branch, events)
        return row && pipelines.whole(row)
      },
      newestOfAll: lastPipelineOf(pipelines),
      pipelineUrl: (repo_id, number) => pipelineUrl(publicUrl(), repo_id, number),
    }),
  )
  mount(app, authorize, agentRoutes, agentHandlers(agents))
  if (settings.areUserAgents) mount(app, authorize, orgAgentRoutes, orgAgentHandlers(agents))
  mount(app, authorize, queueRoutes, queueHandlers(runner))
  mount(app, authorize, hookRoutes, hookHandlers())
}
