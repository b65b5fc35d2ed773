import * as z from 'zod/mini'

/** Every state of a pipeline, workflow or step (`created` and `started` hardly ever travel, but are tolerated). */
export const statuses = [
  'created',
  'pending',
  'running',
  'started',
  'success',
  'failure',
  'error',
  'killed',
  'canceled',
  'skipped',
  'blocked',
  'declined',
] as const
export const Status = z.enum(statuses)
export type Status = z.infer<typeof Status>

const active: ReadonlySet<string> = new Set<Status>(['pending', 'running', 'started'])
/** Still going to change by itself. */
export const isActive = (status: string) => active.has(status)

/** What makes a pipeline. */
export const events = [
  'push',
  'pull_request',
  'pull_request_closed',
  'pull_request_metadata',
  'tag',
  'release',
  'deployment',
  'cron',
  'manual',
] as const
export const PipelineEvent = z.enum(events)
export type PipelineEvent = z.infer<typeof PipelineEvent>
