import * as z from 'zod/mini'

import { id } from './fields.ts'
import { defineRoutes } from './route.ts'

const ById = z.object({ repo_id: id() })
const ByName = z.object({ owner: z.string(), name: z.string() })

/** Which pipelines a badge is about: of a branch (default: the default one) and of events (a comma list, default push). */
export const BadgeQuery = z.object({
  branch: z.optional(z.string()),
  events: z.optional(z.string()),
  workflow: z.optional(z.string()),
  /** Only together with `workflow`. */
  step: z.optional(z.string()),
})
export type BadgeQuery = z.output<typeof BadgeQuery>

/** Images and feeds for other pages. Who may not see the repository does not see its badge. */
export const badgeRoutes = defineRoutes({
  svg: {
    method: 'GET',
    path: '/api/badges/:repo_id/status.svg',
    access: 'repo:pull',
    params: ById,
    query: BadgeQuery,
    response: z.void(),
    produces: 'stream',
  },
  svgByName: {
    method: 'GET',
    path: '/api/badges/:owner/:name/status.svg',
    access: 'repo:pull',
    params: ByName,
    query: BadgeQuery,
    response: z.void(),
    produces: 'stream',
  },
  /** For build monitors. */
  ccXml: {
    method: 'GET',
    path: '/api/badges/:repo_id/cc.xml',
    access: 'repo:pull',
    params: ById,
    response: z.void(),
    produces: 'stream',
  },
  ccXmlByName: {
    method: 'GET',
    path: '/api/badges/:owner/:name/cc.xml',
    access: 'repo:pull',
    params: ByName,
    response: z.void(),
    produces: 'stream',
  },
})
