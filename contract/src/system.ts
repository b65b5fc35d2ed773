import * as z from 'zod/mini'

import { text } from './fields.ts'
import { defineRoutes } from './route.ts'

export const Version = z.object({ source: text(), version: text() })
export type Version = z.output<typeof Version>

export const systemRoutes = defineRoutes({
  version: { method: 'GET', path: '/version', access: 'any', response: Version },
  healthz: { method: 'GET', path: '/healthz', access: 'any', response: z.void() },
})
