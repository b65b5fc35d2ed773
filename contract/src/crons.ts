import * as z from 'zod/mini'

import { flag, id, int, list, maybe, Paging, text, textMap } from './fields.ts'
import { Pipeline } from './pipelines.ts'
import { defineRoutes } from './route.ts'

/** A schedule that starts pipelines of a repository. */
export const Cron = z.object({
  id: int(),
  repo_id: int(),
  creator_id: int(),
  name: text(),
  /** Five fields, a descriptor such as `@daily`, or `@every 1h30m`. */
  schedule: text(),
  /** IANA name. */
  timezone: text(),
  /** '' is the default branch at the time of the run. */
  branch: text(),
  enabled: flag(),
  variables: textMap(),
  /** Unix seconds. */
  next_exec: int(),
  created: int(),
})
export type Cron = z.output<typeof Cron>

/** An absent `enabled` means disabled: always send it. Rules are the server's, with the wire's reasons (422, 400, 409). */
export const CronInput = z.object({
  name: text(),
  schedule: text(),
  timezone: text(),
  branch: text(),
  enabled: flag(),
  variables: textMap(),
})
export type CronInput = z.input<typeof CronInput>

/** Absent, null and blank keep; `{}` clears the variables. */
export const CronPatch = z.object({
  name: maybe(z.string()),
  schedule: maybe(z.string()),
  timezone: maybe(z.string()),
  branch: maybe(z.string()),
  enabled: maybe(z.boolean()),
  variables: maybe(z.record(z.string(), z.string())),
})
export type CronPatch = z.input<typeof CronPatch>

const InRepo = z.object({ repo_id: id() })
const OneCron = z.extend(InRepo, { cron_id: id() })

export const cronRoutes = defineRoutes({
  list: {
    method: 'GET',
    path: '/api/repos/:repo_id/cron',
    access: 'repo:push',
    params: InRepo,
    query: Paging,
    response: list(Cron),
  },
  get: {
    method: 'GET',
    path: '/api/repos/:repo_id/cron/:cron_id',
    access: 'repo:push',
    params: OneCron,
    response: Cron,
  },
  create: {
    method: 'POST',
    path: '/api/repos/:repo_id/cron',
    access: 'repo:push',
    params: InRepo,
    body: CronInput,
    response: Cron,
  },
  /** Runs it now, also when it is disabled; nothing (204) when no workflow wants to run. The pipeline is raw. */
  run: {
    method: 'POST',
    path: '/api/repos/:repo_id/cron/:cron_id',
    access: 'repo:push',
    params: OneCron,
    response: maybe(Pipeline),
  },
  update: {
    method: 'PATCH',
    path: '/api/repos/:repo_id/cron/:cron_id',
    access: 'repo:push',
    params: OneCron,
    body: CronPatch,
    response: Cron,
  },
  remove: {
    method: 'DELETE',
    path: '/api/repos/:repo_id/cron/:cron_id',
    access: 'repo:push',
    params: OneCron,
    response: z.void(),
  },
})
