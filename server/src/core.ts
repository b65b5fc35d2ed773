import { arch, hostname, platform } from 'node:os'

import { events } from '@yaffle/contract/statuses'

import type { Box } from './database/box.ts'
import type { Database } from './database/database.ts'
import { createCronStore } from './features/crons/crons.store.ts'
import { createCronPoll } from './features/crons/poll.ts'
import { createCronRun } from './features/crons/run.ts'
import { createEventHub } from './features/events/events.hub.ts'
import { createForgeStore } from './features/forges/forges.store.ts'
import { createOrgStore } from './features/orgs/orgs.store.ts'
import { createExtensions } from './features/pipelines/extensions/extensions.ts'
import { createPipelineService } from './features/pipelines/pipelines.service.ts'
import { createPipelineStore } from './features/pipelines/pipelines.store.ts'
import { createPushReceiver } from './features/pipelines/pushes.ts'
import { createRegistryStore } from './features/registries/registries.store.ts'
import { createActivate, createInstallHook } from './features/repos/activate.ts'
import { createRepoManagement } from './features/repos/manage.ts'
import { createPerms } from './features/repos/perms.ts'
import { createRepoStore } from './features/repos/repos.store.ts'
import { createPermSync } from './features/repos/sync.ts'
import { createSecretStore } from './features/secrets/secrets.store.ts'
import { createSignatureKey } from './features/system/signature.ts'
import { ForgeError } from './forge/driver.ts'
import { createForges, toForgeRepo } from './forge/forges.ts'
import { repoPath } from './forge/local/gitRepos.ts'
import { createLocalForge } from './forge/local/localDriver.ts'
import { verifyToken } from './http/tokens.ts'
import { createUserStore, localForgeId, type UserRecord } from './http/users.store.ts'
import { createRunner } from './runner/runner.ts'
import type { RunnerLog } from './runner/types.ts'

export interface CoreDeps {
  db: Database
  box: Box
  /** Milliseconds since 1970. */
  clock: () => number
  /** Absolute. */
  dataDir: string
  version: string
  /** With the root path, without a slash at its end; known once the server listens. */
  publicUrl(): string
  capacity: number
  defaultTimeout: number
  isStrictImages: boolean
  /** The server's own; steps get an allow-listed part of it. */
  environment: NodeJS.ProcessEnv
  log: RunnerLog
}

const goArch: Record<string, string> = { x64: 'amd64', ia32: '386' }
/** `os/arch` in Go's naming. */
const platformName = `${platform() === 'win32' ? 'windows' : platform()}/${goArch[arch()] ?? arch()}`

export type Core = ReturnType<typeof createCore>

/** The CI server itself, without its HTTP face: stores, forge, engine and runner put together. */
export function createCore(deps: CoreDeps) {
  const { db, box, clock, dataDir, version, publicUrl, log } = deps
  const users = createUserStore(db)
  const orgs = createOrgStore(db)
  const repos = createRepoStore(db)
  const pipelines = createPipelineStore(db, clock)
  const forgeRows = createForgeStore(db, box)
  const secrets = createSecretStore(db, box)
  const registries = createRegistryStore(db, box)
  const signature = createSignatureKey(db, box)

  const local = createLocalForge({
    db,
    dataDir,
    clock,
    publicUrl,
    log,
    onPush: (remoteId, seeds, pushId) => receivePush(remoteId, seeds, pushId),
    resolveToken(token) {
      const found = verifyToken(token, (id) => users.byId(id)?.hash, Math.floor(clock() / 1000))
      const user = found?.type === 'user' ? users.byId(found.userId) : undefined
      return user?.forge_id === localForgeId ? { accountId: Number(user.forge_remote_id) } : undefined
    },
  })
  const forges = createForges(local, local.tokenOf)

  const perms = createPerms(db, clock, async (user, repo) => {
    try {
      const found = await forges
        .driver(repo.forge_id)
        .getRepo(forges.ctxOf(user), { remoteId: repo.forge_remote_id })
      return found.perm
    } catch (error) {
      if (!(error instanceof ForgeError)) throw error
      const isRefusal = error.code === 'not_found' || error.code === 'forbidden'
      return isRefusal ? { pull: false, push: false, admin: false } : undefined
    }
  })

  const hub = createEventHub({
    pipeline(id) {
      const row = pipelines.row(id)
      const repo = row && repos.get(row.repo_id)
      return row && repo && { repo, pipeline: pipelines.whole(row) }
    },
    soon: (work) => void setTimeout(work, 20),
  })

  const runner = createRunner({
    db,
    box,
    clock,
    dataDir,
    capacity: deps.capacity,
    agentName: hostname(),
    version,
    isStrictImages: deps.isStrictImages,
    environment: deps.environment,
    log,
    cloneSource(repoId) {
      const repo = repos.get(repoId)
      if (!repo) throw new Error('The repository is gone')
      if (repo.forge_id === localForgeId) return { url: repoPath(dataDir, repo) }
      const owner = users.byId(repo.user_id)
      const account = owner && { remoteId: owner.forge_remote_id, login: owner.login }
      return {
        url: repo.clone_url,
        netrc: forges.driver(repo.forge_id).netrc(toForgeRepo(repo), undefined, account),
      }
    },
    onChange: hub.publish,
  })

  const facts = () => ({ publicUrl: publicUrl(), version, platform: platformName })
  const service = createPipelineService({
    db,
    store: pipelines,
    forges,
    runner,
    facts,
    forgeFacts: (forge_id) => forgeRows.get(forge_id) ?? { type: '', url: '' },
    userOf: users.byId,
    secretsOf: secrets.visibleTo,
    passwordsOf: registries.passwordsVisibleTo,
    extensions: createExtensions({
      key: signature.privateKey,
      allEvents: events,
      netrcOf(repo) {
        const owner = users.byId(repo.user_id)
        const account = owner && { remoteId: owner.forge_remote_id, login: owner.login }
        return forges.driver(repo.forge_id).netrc(toForgeRepo(repo), undefined, account)
      },
    }),
    publish: hub.publish,
  })

  const receivePush = createPushReceiver({
    store: pipelines,
    service,
    facts,
    repoOf: (remoteId) => repos.byRemoteId(localForgeId, remoteId),
    async refresh(repo) {
      const owner = users.byId(repo.user_id)
      if (!owner) return repo
      const found = await local.getRepo(forges.ctxOf(owner), { remoteId: repo.forge_remote_id })
      repos.refresh(repo.id, found)
      return repos.get(repo.id) ?? repo
    },
  })

  const crons = createCronStore(db, clock)
  const cronRun = createCronRun({ forges, userOf: users.byId, version, create: service.create })
  const cronPoll = createCronPoll({ crons, clock, repoOf: repos.get, run: cronRun.run, log })

  const hookUrl = () => `${publicUrl()}/api/hook`
  const installHook = createInstallHook(forges, hookUrl)

  const manage = createRepoManagement({
    db,
    repos,
    forges,
    installHook,
    hookUrl,
    orgOf: orgs.ensure,
    userOf: users.byId,
    stopPipelines: service.stopAll,
  })

  return {
    db,
    clock,
    version,
    users,
    orgs,
    repos,
    pipelines,
    forgeRows,
    secrets,
    registries,
    signature,
    crons,
    cronRun,
    cronPoll,
    local,
    forges,
    perms,
    hub,
    runner,
    service,
    syncPerms: createPermSync(repos, perms, forges),
    activate: createActivate({
      db,
      repos,
      perms,
      forges,
      installHook,
      orgOf: orgs.ensure,
      defaultTimeout: deps.defaultTimeout,
    }),
    manage,
    /** Before an organisation goes: stops what runs in its repositories, takes their hooks away. */
    closeOrg: (org_id: number, caller: UserRecord) => manage.close(repos.listOfOrg(org_id), caller),
    /** Repairs what a crash left, then takes up the work. */
    async start() {
      forgeRows.setLocal(publicUrl())
      const halfMade = pipelines.halfMade()
      await runner.start()
      // Pushes first: what was half made of one is made anew.
      await local.recover()
      service.repair(halfMade)
      cronPoll.start()
    },
    /** Stops the work within 10 s; what is queued stays queued. */
    async stop(reason: string) {
      cronPoll.stop()
      await local.close()
      await runner.stop(reason)
    },
  }
}
