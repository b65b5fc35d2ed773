import type { FastifyInstance } from 'fastify'

import type { Database } from '../../database/database.ts'
import { createOneTimeStore } from '../../http/oneTime.store.ts'
import { signInPaths } from '../../http/signInPages.ts'
import { type Capabilities, type ForgeDriver, ForgeError, type ForgeUser } from '../driver.ts'
import { tokenOf } from './asker.ts'
import { createContent } from './content.ts'
import { createJobTokens } from './credentials.ts'
import { createDirectory, toForgeUser } from './directory.ts'
import { gitText, requireGit } from './git.ts'
import { createLocalStore } from './local.store.ts'
import { verifyPassword } from './passwords.ts'
import { createPushes, type Log, type OnPush } from './pushes.ts'
import { createSpool } from './pushRecord.ts'
import { mountGitHttp } from './smartHttp.ts'

export interface LocalForgeDeps {
  db: Database
  /** Absolute. */
  dataDir: string
  /** Milliseconds. */
  clock: () => number
  /** With the root path, without slash at the end. Known once the server listens. */
  publicUrl: () => string
  onPush: OnPush
  /** The local account of a valid API token. */
  resolveToken: (token: string) => { accountId: number } | undefined
  log: Log
  maxPushBytes?: number
  /** When a git process of a crashed server has ended for certain. */
  secondLookMs?: number
}

export interface LocalForge extends ForgeDriver {
  readonly kind: 'local'
  /** Undefined for a wrong password and for an unknown login, after the same time. */
  signIn: (login: string, password: string) => Promise<ForgeUser | undefined>
  accountOf: (login: string) => ForgeUser | undefined
  /** A code for `exchangeCode`: once, within five minutes. */
  issueCode: (account: ForgeUser) => string
  /** How a Ctx says on whose behalf it is. Never leaves the server. */
  tokenOf: (remoteId: string) => string
  /** `prefix` is `{root}/git`. */
  mountGit: (app: FastifyInstance, prefix: string) => void
  /** Finishes the pushes of an earlier process. Before listening. Throws when git is missing or too old. */
  recover: () => Promise<void>
  /** Ends what git is doing and waits for the pushes that have arrived. */
  close: () => Promise<void>
}

const capabilities: Capabilities = {
  tagEvent: true,
  releaseEvent: true,
  deploymentEvent: false,
  prMetadataEvent: true,
  labels: true,
  milestone: true,
  draft: false,
  signedHooks: false,
  mergeRef: false,
  tokenRefresh: false,
}

const codePurpose = 'local-code'
const codeSeconds = 300

/** The forge that this server brings along: bare repositories in a folder, people in its database. */
export function createLocalForge(deps: LocalForgeDeps): LocalForge {
  const { db, dataDir, clock, publicUrl, log } = deps
  const store = createLocalStore(db)
  const oneTime = createOneTimeStore(db, clock)
  const jobs = createJobTokens(clock)
  const spool = createSpool(dataDir, clock)
  const pushes = createPushes({ store, spool, dataDir, onPush: deps.onPush, log })
  const ending = new AbortController()
  const mounted: (() => Promise<void>)[] = []
  let secondLook: NodeJS.Timeout | undefined

  return {
    kind: 'local',
    capabilities,
    ...createDirectory({ store, dataDir, publicUrl }),
    ...createContent({ store, dataDir }),

    async signIn(login, password) {
      const account = store.accounts.byLogin(login)
      return (await verifyPassword(password, account?.password_hash)) && account
        ? toForgeUser(account)
        : undefined
    },
    accountOf(login) {
      const account = store.accounts.byLogin(login)
      return account && toForgeUser(account)
    },
    issueCode: ({ remoteId }) => oneTime.issue(codePurpose, { remoteId }, codeSeconds),
    tokenOf,

    authorizeUrl: ({ state }) =>
      `${publicUrl()}${signInPaths.form}?${new URLSearchParams({ state }).toString()}`,
    exchangeCode({ code }) {
      const data = oneTime.redeem(codePurpose, code) as { remoteId: string } | undefined
      if (!data) return Promise.reject(new ForgeError('invalid', 'The code was used before, or is too old'))
      return Promise.resolve({ access: tokenOf(data.remoteId) })
    },

    // Pushes come in by themselves, so there is nothing to install and nothing to receive.
    createHook: () => Promise.resolve({ hookId: 'local' }),
    deleteHooks: () => Promise.resolve(0),
    verifyHook: () => 'missing-signature',
    parseHook: () => ({ type: 'ignored', reason: 'The local forge sends no webhooks' }),
    // The page itself is where the state of a commit is shown.
    setStatus: () => Promise.resolve(),

    netrc: (repo) => ({
      machine: new URL(publicUrl()).hostname,
      login: 'job',
      password: jobs.issue(repo.remoteId),
    }),
    async probe() {
      return { reachable: true, version: await gitText(dataDir, ['--version']) }
    },

    mountGit(app, prefix) {
      const served = mountGitHttp(app, prefix, {
        store,
        spool,
        pushes,
        dataDir,
        clock,
        log,
        jobs,
        resolveToken: deps.resolveToken,
        pageOf: ({ owner, name }) => `${publicUrl()}/${owner}/${name}`,
        maxPushBytes: deps.maxPushBytes ?? 4 * 2 ** 30,
        signal: ending.signal,
      })
      mounted.push(served)
    },

    async recover() {
      await requireGit()
      await pushes.recover(false)
      secondLook = setTimeout(() => void pushes.recover(true), deps.secondLookMs ?? 60_000).unref()
    },
    async close() {
      clearTimeout(secondLook)
      ending.abort()
      await Promise.all(mounted.map((served) => served()))
      await pushes.idle()
    },
  }
}
