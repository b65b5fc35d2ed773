import * as z from 'zod/mini'

import { id, int, list, text } from './fields.ts'
import { defineRoutes } from './route.ts'

/** One line of a step's output. */
export const LogEntry = z.object({
  /** Not reliable in live streams; use `line` for order and identity. */
  id: int(),
  step_id: int(),
  /** Whole seconds since the step started. */
  time: int(),
  /** From 0. */
  line: int(),
  /** Base64 of the line's bytes without its newline. */
  data: text(),
  /** 0 stdout, 1 stderr, 2 exit code, 3 metadata, 4 progress. */
  type: int(),
})
export type LogEntry = z.output<typeof LogEntry>

export const OneStep = z.object({ repo_id: id(), number: id(), step_id: id() })

export const logRoutes = defineRoutes({
  /** Written as it is read: a log may have a million lines. */
  get: {
    method: 'GET',
    path: '/api/repos/:repo_id/logs/:number/:step_id',
    access: 'repo:pull',
    params: OneStep,
    response: list(LogEntry),
  },
  /** The lines as a text file, colour codes kept. */
  download: {
    method: 'GET',
    path: '/api/repos/:repo_id/logs/:number/:step_id/download',
    access: 'repo:pull',
    params: OneStep,
    response: z.void(),
    produces: 'stream',
  },
  remove: {
    method: 'DELETE',
    path: '/api/repos/:repo_id/logs/:number/:step_id',
    access: 'repo:push',
    params: OneStep,
    response: z.void(),
  },
  /** Those of every step. */
  removeAll: {
    method: 'DELETE',
    path: '/api/repos/:repo_id/logs/:number',
    access: 'repo:push',
    params: z.object({ repo_id: id(), number: id() }),
    response: z.void(),
  },
  /** Server-sent events: an entry each, then `eof`; or `error` with a reason. Resumes after `Last-Event-ID`. */
  stream: {
    method: 'GET',
    path: '/api/stream/logs/:repo_id/:number/:step_id',
    access: 'repo:pull',
    params: z.object({ repo_id: id(), number: z.string(), step_id: z.string() }),
    response: z.void(),
    produces: 'stream',
  },
})
