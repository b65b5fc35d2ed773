import * as z from 'zod/mini'

import { maybe } from './fields.ts'
import { Pipeline } from './pipelines.ts'
import { defineRoutes } from './route.ts'

export const hookRoutes = defineRoutes({
  /** Where a forge reports what happened. The token in the query says which repository it is about. */
  receive: {
    method: 'POST',
    path: '/api/hook',
    access: 'any',
    query: z.object({ access_token: z.optional(z.string()) }),
    /** Nothing (204) when no workflow wants to run. */
    response: maybe(Pipeline),
  },
})
