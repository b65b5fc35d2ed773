import * as z from 'zod/mini'

import { omitEmpty } from './encode.ts'
import { flag, id, int, list, maybe, orElse, Paging, queryFlag, text } from './fields.ts'
import { Pipeline } from './pipelines.ts'
import { defineRoutes } from './route.ts'

export const visibilities = ['public', 'internal', 'private'] as const
export type Visibility = (typeof visibilities)[number]

const repoShape = {
  /** 0 for a repository of the forge that was never activated. */
  id: int(),
  forge_id: int(),
  /** The forge's own id, always text; what `activate` takes. */
  forge_remote_id: text(),
  org_id: int(),
  /** May itself contain slashes (subgroups). */
  owner: text(),
  name: text(),
  full_name: text(),
  avatar_url: text(),
  forge_url: text(),
  clone_url: text(),
  clone_url_ssh: text(),
  default_branch: text(),
  /** The forge supports pull requests for it. */
  pr_enabled: flag(),
  /** Minutes a workflow may take. */
  timeout: int(),
  /** One of `visibilities`, or '' before the first activation. */
  visibility: text(),
  /** Private at the forge. */
  private: flag(),
  trusted: orElse(z.object({ network: flag(), volumes: flag(), security: flag() }), {
    network: false,
    volumes: false,
    security: false,
  }),
  /** `none`, `forks`, `pull_requests` or `all_events`; '' before the first activation. */
  require_approval: text(),
  approval_allowed_users: list(z.string()),
  active: flag(),
  allow_pr: flag(),
  allow_deploy: flag(),
  /** '' means the default places. */
  config_file: text(),
  cancel_previous_pipeline_events: list(z.string()),
  netrc_trusted: list(z.string()),
  config_extension_endpoint: text(),
  config_extension_exclusive: flag(),
  config_extension_netrc: flag(),
  registry_extension_endpoint: text(),
  registry_extension_netrc: flag(),
  secret_extension_endpoint: text(),
  secret_extension_netrc: flag(),
  /** Only in `mine` with `all`: another repository of the forge now has this name. */
  has_forge_name_conflict: flag(),
  /** Only in `mine` with `all`: the forge no longer has it. */
  has_no_forge_repo: flag(),
}
const omittedOfRepo = [
  'id',
  'forge_id',
  'avatar_url',
  'forge_url',
  'clone_url',
  'default_branch',
  'timeout',
  'has_forge_name_conflict',
  'has_no_forge_repo',
] as const

export const Repo = omitEmpty(z.object(repoShape), omittedOfRepo)
export type Repo = z.output<typeof Repo>

/** A repository in the caller's own list, with its newest pipeline if it has one. */
export const RepoLastPipeline = omitEmpty(
  z.object({ ...repoShape, last_pipeline: maybe(Pipeline) }),
  omittedOfRepo,
)
export type RepoLastPipeline = z.output<typeof RepoLastPipeline>

/** What the caller may do with a repository; `synced` is 0 for visitors. */
export const Perm = z.object({
  pull: flag(),
  push: flag(),
  admin: flag(),
  synced: int(),
  created: int(),
  updated: int(),
})
export type Perm = z.output<typeof Perm>

/** An open pull request; `index` is text on the wire. */
export const PullRequest = z.object({ index: text(), title: text() })
export type PullRequest = z.output<typeof PullRequest>

/** Absent and null keep. The first rule that is broken refuses the whole patch. */
export const RepoPatch = z.object({
  config_file: maybe(z.string()),
  /** Minutes. */
  timeout: maybe(z.int()),
  trusted: maybe(
    z.object({ network: maybe(z.boolean()), volumes: maybe(z.boolean()), security: maybe(z.boolean()) }),
  ),
  require_approval: maybe(z.string()),
  approval_allowed_users: maybe(z.array(z.string())),
  visibility: maybe(z.string()),
  allow_pr: maybe(z.boolean()),
  allow_deploy: maybe(z.boolean()),
  cancel_previous_pipeline_events: maybe(z.array(z.string())),
  netrc_trusted: maybe(z.array(z.string())),
  config_extension_endpoint: maybe(z.string()),
  config_extension_exclusive: maybe(z.boolean()),
  config_extension_netrc: maybe(z.boolean()),
  registry_extension_endpoint: maybe(z.string()),
  registry_extension_netrc: maybe(z.boolean()),
  secret_extension_endpoint: maybe(z.string()),
  secret_extension_netrc: maybe(z.boolean()),
})
export type RepoPatch = z.input<typeof RepoPatch>

/** Whose pipelines wait for an approval. */
export const approvalModes = ['none', 'forks', 'pull_requests', 'all_events'] as const

export const InRepo = z.object({ repo_id: id() })

export const repoRoutes = defineRoutes({
  mine: {
    method: 'GET',
    path: '/api/user/repos',
    access: 'user',
    /** `all` asks the forge too: also repositories that are not active. `name` keeps those of exactly that name. */
    query: z.object({ all: queryFlag(), name: z.optional(z.string()) }),
    response: list(RepoLastPipeline),
  },
  lookup: {
    method: 'GET',
    path: '/api/repos/lookup/*',
    access: 'repo:pull',
    params: z.object({ '*': z.string() }),
    response: Repo,
  },
  get: { method: 'GET', path: '/api/repos/:repo_id', access: 'repo:pull', params: InRepo, response: Repo },
  permissions: {
    method: 'GET',
    path: '/api/repos/:repo_id/permissions',
    access: 'repo',
    params: InRepo,
    response: Perm,
  },
  branches: {
    method: 'GET',
    path: '/api/repos/:repo_id/branches',
    access: 'repo:pull',
    params: InRepo,
    query: Paging,
    response: list(z.string()),
  },
  activate: {
    method: 'POST',
    path: '/api/repos',
    access: 'user',
    query: z.object({ forge_remote_id: z.optional(z.string()) }),
    response: Repo,
  },
  pullRequests: {
    method: 'GET',
    path: '/api/repos/:repo_id/pull_requests',
    access: 'repo:pull',
    params: InRepo,
    query: Paging,
    response: list(PullRequest),
  },
  update: {
    method: 'PATCH',
    path: '/api/repos/:repo_id',
    access: 'repo:admin',
    params: InRepo,
    body: RepoPatch,
    response: Repo,
  },
  /** Without `remove` it is only disabled; with it everything is erased. Answers with the repository as it was. */
  remove: {
    method: 'DELETE',
    path: '/api/repos/:repo_id',
    access: 'repo:admin',
    params: InRepo,
    query: z.object({ remove: queryFlag() }),
    response: Repo,
  },
  /** Reads name and address from the forge again and installs the hook anew. */
  repair: {
    method: 'POST',
    path: '/api/repos/:repo_id/repair',
    access: 'repo:admin',
    params: InRepo,
    response: z.void(),
  },
  /** The caller becomes the one on whose behalf the forge is asked. */
  chown: {
    method: 'POST',
    path: '/api/repos/:repo_id/chown',
    access: 'repo:admin',
    params: InRepo,
    response: Repo,
  },
  /** Takes over the identity of another repository of the forge; the old name leads here. */
  move: {
    method: 'POST',
    path: '/api/repos/:repo_id/move',
    access: 'repo:admin',
    params: InRepo,
    query: z.object({ to: z.optional(z.string()) }),
    response: z.void(),
  },
  all: {
    method: 'GET',
    path: '/api/repos',
    access: 'admin',
    query: z.extend(Paging, { active: queryFlag() }),
    response: list(Repo),
  },
  repairAll: { method: 'POST', path: '/api/repos/repair', access: 'admin', response: z.void() },
  /** Reads the caller's rights from the forge again; answers "Ok". */
  refreshMine: { method: 'POST', path: '/api/user/repos/refresh', access: 'user', response: z.string() },
})
