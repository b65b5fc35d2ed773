import * as z from 'zod/mini'

import { omitEmpty } from './encode.ts'
import { flag, id, int, list, maybe, Paging, text, textMap } from './fields.ts'
import { defineRoutes } from './route.ts'

/** A problem found before a pipeline ran. Without `is_warning` the pipeline has status `error`. */
export const PipelineError = z.object({
  /** `linter`, `deprecation`, `compiler`, `generic` or `bad_habit`. */
  type: text(),
  /** Markdown; backticks matter. */
  message: text(),
  is_warning: flag(),
  /** `{file, field}` for linter findings, with `docs` for deprecations and bad habits, else null. */
  data: z.optional(z.unknown()),
})
export type PipelineError = z.output<typeof PipelineError>

export const Step = omitEmpty(
  z.object({
    id: int(),
    uuid: text(),
    pipeline_id: int(),
    /** Unique in the pipeline, workflows included; what page URLs carry. The API's log routes take `id`. */
    pid: int(),
    /** The `pid` of its workflow. */
    ppid: int(),
    name: text(),
    state: text(),
    error: text(),
    exit_code: int(),
    started: int(),
    finished: int(),
    /** `clone`, `service`, `plugin`, `commands` or `cache`; '' when unknown. */
    type: text(),
  }),
  ['error', 'started', 'finished', 'type'],
)
export type Step = z.output<typeof Step>

export const Workflow = omitEmpty(
  z.object({
    id: int(),
    pipeline_id: int(),
    pid: int(),
    name: text(),
    state: text(),
    /** Why it could not run or was stopped; independent of the pipeline's `errors`. */
    error: text(),
    started: int(),
    finished: int(),
    agent_id: int(),
    platform: text(),
    /** The values of its matrix axis. */
    environ: textMap(),
    children: list(Step),
  }),
  ['error', 'started', 'finished', 'agent_id', 'platform', 'environ', 'children'],
)
export type Workflow = z.output<typeof Workflow>

const CancelInfo = omitEmpty(
  z.object({
    canceled_by_user: text(),
    /** Number of the newer pipeline, or 0. */
    superseded_by: int(),
    canceled_by_step: text(),
  }),
  ['canceled_by_user', 'superseded_by', 'canceled_by_step'],
)

const Release = omitEmpty(z.object({ title: text(), is_prerelease: flag() }), ['title', 'is_prerelease'])

/** One run of a repository's workflows. Times are Unix seconds, 0 for "not yet". */
export const Pipeline = omitEmpty(
  z.object({
    id: int(),
    number: int(),
    author: text(),
    /** Number of the pipeline it restarts, or 0. */
    parent: int(),
    event: text(),
    event_reason: list(z.string()),
    status: text(),
    errors: list(PipelineError),
    created: int(),
    updated: int(),
    started: int(),
    finished: int(),
    deploy_to: text(),
    deploy_task: text(),
    commit: text(),
    branch: text(),
    ref: text(),
    /** Of pull requests: `source:target`. */
    refspec: text(),
    title: text(),
    message: text(),
    /** Of the commit. */
    timestamp: int(),
    sender: text(),
    author_avatar: text(),
    author_email: text(),
    forge_url: text(),
    reviewed_by: text(),
    reviewed: int(),
    rerun_count: int(),
    cancel_info: maybe(CancelInfo),
    /** Only in answers about a single pipeline and in events. */
    workflows: maybe(z.array(Workflow)),
    changed_files: list(z.string()),
    variables: textMap(),
    pr_labels: list(z.string()),
    pr_milestone: text(),
    pr_draft: flag(),
    from_fork: flag(),
    is_prerelease: flag(),
    /** Name of the cron job. */
    cron: text(),
    /** Of the server, when the pipeline was made. */
    version: text(),
    release: maybe(Release),
    tag_title: text(),
  }),
  [
    'cancel_info',
    'workflows',
    'changed_files',
    'variables',
    'pr_labels',
    'pr_milestone',
    'pr_draft',
    'from_fork',
    'is_prerelease',
    'cron',
    'release',
    'tag_title',
  ],
)
export type Pipeline = z.output<typeof Pipeline>

/** A stored pipeline file: `data` is base64, `name` its base name without leading dot and ending. */
export const Config = z.object({ hash: text(), name: text(), data: text() })
export type Config = z.output<typeof Config>

/** A run started by hand. */
export const PipelineOptions = z.object({ branch: text(), variables: textMap(), message: text() })
export type PipelineOptions = z.input<typeof PipelineOptions>

const InRepo = z.object({ repo_id: id() })
export const OnePipeline = z.extend(InRepo, { number: id() })

export const pipelineRoutes = defineRoutes({
  list: {
    method: 'GET',
    path: '/api/repos/:repo_id/pipelines',
    access: 'repo:pull',
    params: InRepo,
    /** `event` is a comma list, `ref` a part of the ref, `before` and `after` RFC 3339 times, exclusive. */
    query: z.extend(Paging, {
      branch: z.optional(z.string()),
      event: z.optional(z.string()),
      ref: z.optional(z.string()),
      status: z.optional(z.string()),
      before: z.optional(z.string()),
      after: z.optional(z.string()),
    }),
    response: list(Pipeline),
  },
  get: {
    method: 'GET',
    path: '/api/repos/:repo_id/pipelines/:number',
    access: 'repo:pull',
    /** `latest` is the newest push pipeline of `branch`, by default of the default branch. */
    params: z.extend(InRepo, { number: z.union([z.literal('latest'), id()]) }),
    query: z.object({ branch: z.optional(z.string()) }),
    response: Pipeline,
  },
  config: {
    method: 'GET',
    path: '/api/repos/:repo_id/pipelines/:number/config',
    access: 'repo:pull',
    params: OnePipeline,
    response: list(Config),
  },
  create: {
    method: 'POST',
    path: '/api/repos/:repo_id/pipelines',
    access: 'repo:push',
    params: InRepo,
    body: PipelineOptions,
    bodyType: 'any',
    /** Nothing (204) when no workflow wants to run. */
    response: maybe(Pipeline),
  },
  restart: {
    method: 'POST',
    path: '/api/repos/:repo_id/pipelines/:number',
    access: 'repo:push',
    params: OnePipeline,
    /** `event=deployment` with `deploy_to` and `deploy_task` deploys; every key that is not reserved becomes a variable. */
    query: z.record(z.string(), z.string()),
    response: Pipeline,
  },
  /** Everything the engine is told about a pipeline; `woodpecker-cli exec` reads it. */
  metadata: {
    method: 'GET',
    path: '/api/repos/:repo_id/pipelines/:number/metadata',
    access: 'repo:push',
    params: OnePipeline,
    response: z.record(z.string(), z.unknown()),
  },
  approve: {
    method: 'POST',
    path: '/api/repos/:repo_id/pipelines/:number/approve',
    access: 'repo:push',
    params: OnePipeline,
    response: Pipeline,
  },
  decline: {
    method: 'POST',
    path: '/api/repos/:repo_id/pipelines/:number/decline',
    access: 'repo:push',
    params: OnePipeline,
    response: Pipeline,
  },
  remove: {
    method: 'DELETE',
    path: '/api/repos/:repo_id/pipelines/:number',
    access: 'repo:admin',
    params: OnePipeline,
    response: z.void(),
  },
  cancel: {
    method: 'POST',
    path: '/api/repos/:repo_id/pipelines/:number/cancel',
    access: 'repo:push',
    params: OnePipeline,
    response: z.void(),
  },
})
