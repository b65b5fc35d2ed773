import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

import { permOf } from './access.ts'
import type { Account } from './accounts.store.ts'
import { type GitCall, runBackend } from './backend.ts'
import { createCredentials, type JobTokens } from './credentials.ts'
import { gitFolder } from './gitRepos.ts'
import type { LocalStore } from './local.store.ts'
import type { LocalRepo } from './localRepos.store.ts'
import { parseFullName } from './names.ts'
import { createPlaces } from './places.ts'
import type { Log, Pushes } from './pushes.ts'
import type { Spool } from './pushRecord.ts'
import { createPushSession } from './pushSession.ts'

export interface GitHttpDeps {
  store: LocalStore
  spool: Spool
  pushes: Pushes
  dataDir: string
  clock: () => number
  log: Log
  /** The account of an API token. */
  resolveToken: (token: string) => { accountId: number } | undefined
  jobs: JobTokens
  /** Where a browser finds the repository's page. */
  pageOf: (repo: { owner: string; name: string }) => string
  maxPushBytes: number
  /** Aborted when the server ends. */
  signal: AbortSignal
}

interface Wanted {
  owner: string
  name: string
  path: GitCall['path'] | ''
  service: GitCall['service'] | undefined
}

/** What the address says, or undefined for one that no git client makes. */
function parseGitPath(method: string, path: string, service: unknown): Wanted | undefined {
  const [, fullName = '', rest = ''] = /^([^/]+\/[^/]+)[.]git(?:\/(.*))?$/.exec(path) ?? []
  const repo = parseFullName(fullName)
  if (!repo) return undefined
  if (method === 'GET' && rest === '') return { ...repo, path: '', service: undefined }
  if (method === 'GET' && rest === 'info/refs')
    return {
      ...repo,
      path: rest,
      service: service === 'git-receive-pack' || service === 'git-upload-pack' ? service : undefined,
    }
  if (method === 'POST' && (rest === 'git-upload-pack' || rest === 'git-receive-pack'))
    return { ...repo, path: rest, service: rest }
  return undefined
}

const refuse = (reply: FastifyReply, status: number, message: string) =>
  reply.code(status).type('text/plain; charset=utf-8').send(`${message}\n`)

function askPassword(reply: FastifyReply) {
  return refuse(
    reply.header('www-authenticate', 'Basic realm="Yaffle", charset="UTF-8"'),
    401,
    'Sign in with your login and your password or API token',
  )
}

/**
 * Serves the repositories below `prefix` (`{root}/git`) to git clients, by git's own backend. Answers with a function that
 * waits for those that are being served.
 */
export function mountGitHttp(app: FastifyInstance, prefix: string, deps: GitHttpDeps): () => Promise<void> {
  const { store } = deps
  const credentials = createCredentials(deps)
  const places = createPlaces(24, 60_000)
  const serving = new Set<Promise<void>>()

  async function handle(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    reply.header('cache-control', 'no-store')
    // An unread body must not be taken for the next request.
    if (request.method === 'POST') reply.header('connection', 'close')
    const { '*': path = '' } = request.params as { '*'?: string }
    const { service } = request.query as { service?: unknown }
    const wanted = parseGitPath(request.method, path, service)
    if (!wanted) return refuse(reply, 404, 'Not found')
    if (wanted.path === '') return reply.redirect(deps.pageOf(wanted), 303)
    if (!wanted.service) return refuse(reply, 403, 'This server speaks the smart protocol of git only')

    const caller = await credentials.identify(request.headers.authorization, request.ip)
    if (caller.type === 'refused') {
      if (caller.wait === 0) return askPassword(reply)
      return refuse(
        reply.header('retry-after', caller.wait),
        429,
        'Too many wrong passwords, try again later',
      )
    }
    const account = caller.type === 'account' ? caller.account : undefined
    const repo = store.repos.byName(wanted.owner, wanted.name, account?.id)
    const perm =
      caller.type === 'job' ? jobPerm(repo?.remote_id === caller.repo) : repo && permOf(account, repo)
    if (!repo || !perm?.pull) return account ? refuse(reply, 404, 'Repository not found') : askPassword(reply)
    if (wanted.service === 'git-receive-pack' && !perm.push)
      return account ? refuse(reply, 403, 'You may not push to this repository') : askPassword(reply)

    const leave = await places.take(deps.signal)
    if (!leave) return refuse(reply.header('retry-after', 30), 503, 'Too many git clients at a time')
    const served = serve(request, reply, repo, { path: wanted.path, service: wanted.service }, account)
    serving.add(served)
    try {
      await served
    } finally {
      serving.delete(served)
      leave()
    }
    return reply
  }

  async function serve(
    request: FastifyRequest,
    reply: FastifyReply,
    repo: LocalRepo,
    what: Pick<GitCall, 'path' | 'service'>,
    account: Account | undefined,
  ) {
    reply.hijack()
    const session =
      what.path === 'git-receive-pack' && account
        ? createPushSession(deps, repo, { login: account.login, email: account.email })
        : undefined
    const call: GitCall = {
      ...what,
      root: gitFolder(deps.dataDir),
      repo: `/${repo.owner}/${repo.name}.git`,
      user: account?.login ?? '',
      maxPushBytes: deps.maxPushBytes,
    }
    reply.raw.setHeader('cache-control', 'no-store')
    const isClean = await runBackend(call, request.raw, reply.raw, {
      session,
      signal: deps.signal,
      log: deps.log,
    })
    await session?.end(isClean)
  }

  void app.register((scope, _options, done) => {
    // Packs go to git as they come, whatever they call themselves.
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', (_request, _body, parsed) => parsed(null))
    scope.route({
      method: ['GET', 'POST'],
      url: `${prefix}/*`,
      exposeHeadRoute: false,
      bodyLimit: Number.MAX_SAFE_INTEGER,
      handler: handle,
    })
    done()
  })

  return async () => {
    await Promise.allSettled(serving)
  }
}

const jobPerm = (isItsRepo: boolean) => ({ pull: isItsRepo, push: false, admin: false })
