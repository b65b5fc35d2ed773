import * as z from 'zod/mini'

import { text } from './fields.ts'
import { defineRoutes } from './route.ts'

export const Version = z.object({ source: text(), version: text() })
export type Version = z.output<typeof Version>

export const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'panic', 'disabled'] as const
export const LogLevel = z.object({ 'log-level': z.enum(logLevels) })
export type LogLevel = z.output<typeof LogLevel>

export const systemRoutes = defineRoutes({
  version: { method: 'GET', path: '/version', access: 'any', response: Version },
  logLevel: { method: 'GET', path: '/api/log-level', access: 'admin', response: LogLevel },
  /** Until the next start. */
  setLogLevel: {
    method: 'POST',
    path: '/api/log-level',
    access: 'admin',
    body: LogLevel,
    response: LogLevel,
  },
  /** PEM of the key that signs calls to extensions. */
  publicKey: {
    method: 'GET',
    path: '/api/signature/public-key',
    access: 'any',
    response: z.string(),
    produces: 'text',
  },
  /** Profiles of another kind of server; this one has none. */
  profiles: {
    method: 'GET',
    path: '/api/debug/pprof/*',
    access: 'admin',
    params: z.object({ '*': z.string() }),
    response: z.void(),
    produces: 'text',
  },
  healthz: { method: 'GET', path: '/healthz', access: 'any', response: z.void() },
})
