/** What a code forge is to this server. Six remote kinds and the local one implement it; nothing else knows a forge's API. */

export type ForgeKind = 'local' | 'github' | 'gitlab' | 'gitea' | 'forgejo' | 'bitbucket' | 'bitbucket-dc'

export interface TokenSet {
  access: string
  refresh?: string
  /** Unix seconds; absent means that it does not expire. */
  expiresAt?: number
  scopes?: string[]
}

/** Hands out a token that is valid for at least that long, and replaces one that the forge refused. */
export interface TokenSource {
  get(minTtlSeconds?: number): Promise<string>
  invalidate(refused: string): Promise<string>
}

/** On whose behalf and how long; made for one chain of calls, never kept by a driver. */
export interface Ctx {
  token: TokenSource
  signal: AbortSignal
}

export interface ForgeUser {
  remoteId: string
  login: string
  email?: string
  avatarUrl?: string
  /** The forge itself calls this account an administrator; only the local forge says so. */
  admin?: boolean
}

export interface ForgePerm {
  pull: boolean
  push: boolean
  admin: boolean
}

export interface ForgeRepo {
  remoteId: string
  owner: string
  name: string
  fullName: string
  url: string
  cloneUrl: string
  sshUrl?: string
  /** Absent while the repository is empty. */
  defaultBranch?: string
  visibility: 'public' | 'internal' | 'private'
  archived: boolean
  avatarUrl?: string
  prEnabled: boolean
  perm: ForgePerm
}

export interface ForgeOrg {
  name: string
  isUser: boolean
  private: boolean
  avatarUrl?: string
}

export interface Page<Item> {
  items: Item[]
  /** Opaque; absent on the last page. */
  next?: string
}

export interface FileEntry {
  path: string
  type: 'file' | 'dir' | 'symlink' | 'submodule'
  size?: number
}

export interface Netrc {
  machine: string
  login: string
  password: string
}

export interface StatusUpdate {
  sha: string
  state:
    | 'pending'
    | 'running'
    | 'success'
    | 'failure'
    | 'error'
    | 'killed'
    | 'skipped'
    | 'blocked'
    | 'declined'
  context: string
  description: string
  url: string
}

/** Raw, before any parsing: signatures are over bytes. */
export interface HookInput {
  headers: Record<string, string | undefined>
  rawBody: Buffer
  secret: string
}

/** What a forge event says about the pipeline it wants. */
export interface PipelineSeed {
  event:
    | 'push'
    | 'tag'
    | 'release'
    | 'pull_request'
    | 'pull_request_closed'
    | 'pull_request_metadata'
    | 'deployment'
  eventReason: string[]
  /** Of pull requests: the target branch. Empty for tags. */
  branch: string
  ref: string
  refspec?: string
  commit: string
  author: string
  authorEmail?: string
  avatarUrl?: string
  sender: string
  message: string
  title?: string
  forgeUrl: string
  /** Of the commit, Unix seconds. */
  timestamp?: number
  tag?: string
  release?: { title: string; isPrerelease: boolean }
  pr?: {
    number: string
    labels: string[]
    milestone?: string
    draft: boolean
    sourceBranch: string
    targetBranch: string
  }
  fromFork: boolean
  deployTo?: string
  deployTask?: string
  /** Absent means unknown: ask `enrich`. */
  changedFiles?: string[]
  range?: { before?: string; after: string }
}

export type HookResult =
  | { type: 'event'; repo: Partial<ForgeRepo> & { remoteId: string }; pipelines: PipelineSeed[] }
  | {
      type: 'repo-changed'
      repo: { remoteId: string; owner?: string; name?: string }
      change: 'renamed' | 'moved' | 'deleted' | 'archived'
    }
  | { type: 'ping' }
  | { type: 'ignored'; reason: string }

export interface Capabilities {
  tagEvent: boolean
  releaseEvent: boolean
  deploymentEvent: boolean
  prMetadataEvent: boolean
  labels: boolean
  milestone: boolean
  draft: boolean
  signedHooks: boolean
  mergeRef: boolean
  tokenRefresh: boolean
}

export interface ForgeDriver {
  readonly kind: ForgeKind
  readonly capabilities: Capabilities

  /** Where a browser goes to sign in; comes back to `redirectUri` with `code` and `state`. */
  authorizeUrl(request: { state: string; redirectUri: string; challenge?: string }): string
  exchangeCode(answer: { code: string; redirectUri: string; verifier?: string }): Promise<TokenSet>
  /** Absent where tokens never expire. */
  refresh?(tokens: TokenSet, redirectUri: string): Promise<TokenSet>
  me(ctx: Ctx): Promise<ForgeUser>

  /** Those the user may at least pull. Pages by itself; a caller may stop early. */
  listRepos(ctx: Ctx): AsyncIterable<ForgeRepo>
  getRepo(ctx: Ctx, which: { remoteId: string } | { owner: string; name: string }): Promise<ForgeRepo>
  listOrgs(ctx: Ctx): AsyncIterable<ForgeOrg>
  getOrg(ctx: Ctx, name: string): Promise<ForgeOrg>
  orgMembership(ctx: Ctx, org: string, user: ForgeUser): Promise<{ member: boolean; admin: boolean }>

  branches(ctx: Ctx, repo: ForgeRepo, page: { page: number; perPage: number }): Promise<Page<string>>
  branchHead(
    ctx: Ctx,
    repo: ForgeRepo,
    branch: string,
  ): Promise<{ sha: string; url?: string; message?: string; timestamp?: number }>
  pullRequests(
    ctx: Ctx,
    repo: ForgeRepo,
    page: { page: number; perPage: number },
  ): Promise<Page<{ number: string; title: string }>>
  /** `not_found` when absent or a folder. */
  readFile(ctx: Ctx, repo: ForgeRepo, sha: string, path: string, maxBytes: number): Promise<Buffer>
  /** One level. `not_found` when absent or a file. */
  listDir(ctx: Ctx, repo: ForgeRepo, sha: string, path: string): Promise<FileEntry[]>

  createHook(ctx: Ctx, repo: ForgeRepo, hook: { url: string; secret: string }): Promise<{ hookId: string }>
  /** Idempotent. */
  deleteHooks(ctx: Ctx, repo: ForgeRepo, match: { hookId?: string; urlPrefix: string }): Promise<number>
  verifyHook(hook: HookInput): 'ok' | 'bad-signature' | 'missing-signature'
  parseHook(hook: HookInput): HookResult
  /** Fills what the event left out: full hash, changed files, author. */
  enrich(ctx: Ctx, repo: ForgeRepo, seed: PipelineSeed): Promise<PipelineSeed>

  setStatus(ctx: Ctx, repo: ForgeRepo, status: StatusUpdate): Promise<void>
  /** Credentials for cloning, if cloning needs any. Made when a job is handed out. */
  netrc(repo: ForgeRepo, token: string | undefined, user: ForgeUser | undefined): Netrc | undefined
  /** Is it there at all? */
  probe(ctx?: Ctx): Promise<{ reachable: true; version?: string }>
}

export type ForgeErrorCode =
  | 'token_expired'
  | 'reauth_required'
  | 'forbidden'
  | 'not_found'
  | 'conflict'
  | 'invalid'
  | 'rate_limited'
  | 'unreachable'
  | 'server'
  | 'bad_response'
  | 'unsupported'

/** Every refusal of a forge. `message` is safe to show: short and without tokens. */
export class ForgeError extends Error {
  readonly code: ForgeErrorCode

  constructor(code: ForgeErrorCode, message: string) {
    super(message.slice(0, 300))
    this.code = code
  }
}
