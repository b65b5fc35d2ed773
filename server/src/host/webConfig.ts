import { encoderOf } from '@yaffle/contract/encode'
import { User } from '@yaffle/contract/users'
import type { FastifyInstance } from 'fastify'

import { callerOf } from '../http/session.ts'
import { signToken } from '../http/tokens.ts'

/** What the page is told before it starts, the same for everybody. */
export interface PageSettings {
  version: string
  root: string
  isSwagger: boolean
  isVersionCheckSkipped: boolean
  areUserAgents: boolean
  maxLogLines: number
  defaultConfigPaths: readonly string[]
  docsUrl: string
  /** The update check reads it; undefined means that there is none. */
  versionUrl: string | undefined
}

/** Values put on `window` by plain assignments, made for each request from its session (wire 1.2). */
export function mountWebConfig(app: FastifyInstance, settings: PageSettings) {
  const encodeUser = encoderOf(User)

  app.get('/web-config.js', (request, reply) => {
    const user = callerOf(request)?.user
    const globals: Record<string, unknown> = {
      WOODPECKER_USER: user ? encodeUser(user) : null,
      WOODPECKER_CSRF: user ? signToken('csrf', user.id, user.hash) : '',
      WOODPECKER_VERSION: settings.version,
      WOODPECKER_ROOT_PATH: settings.root,
      WOODPECKER_ENABLE_SWAGGER: settings.isSwagger,
      WOODPECKER_SKIP_VERSION_CHECK: settings.isVersionCheckSkipped,
      WOODPECKER_USER_REGISTERED_AGENTS: settings.areUserAgents,
      WOODPECKER_MAX_PIPELINE_LOG_LINE_COUNT: settings.maxLogLines,
      WOODPECKER_DEFAULT_CONFIG_PATHS: settings.defaultConfigPaths,
      YAFFLE_DOCS_URL: settings.docsUrl,
      YAFFLE_VERSION_URL: settings.versionUrl ?? '',
    }
    const lines = Object.entries(globals).map(([name, value]) => `window.${name} = ${scriptValue(value)};\n`)
    return reply.type('text/javascript; charset=utf-8').send(lines.join(''))
  })
}

/** JSON that stays one value wherever a script may stand: no tag can end it, no character is a line end. */
export function scriptValue(value: unknown): string {
  return JSON.stringify(value).replaceAll(
    /[<>&\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}
