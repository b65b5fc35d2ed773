import * as z from 'zod/mini'

import { maybe } from './fields.ts'
import { Pipeline } from './pipelines.ts'
import { Repo } from './repos.ts'
import { defineRoutes } from './route.ts'

/**
 * One message of the event stream. The pipeline is raw: its message is empty for cron and not rewritten for tags and
 * releases, so that it must not blank a fuller one.
 */
export const PipelineMessage = z.object({ repo: Repo, pipeline: maybe(Pipeline) })
export type PipelineMessage = z.output<typeof PipelineMessage>

export const eventRoutes = defineRoutes({
  /** Server-sent events for every pipeline that the caller may see. No replay: read again after a reconnect. */
  stream: {
    method: 'GET',
    path: '/api/stream/events',
    access: 'any',
    response: z.void(),
    produces: 'stream',
  },
})
