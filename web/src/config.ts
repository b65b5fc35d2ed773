import { User } from '@yaffle/contract/users'
import * as z from 'zod/mini'

const flag = (fallback: boolean) => z.catch(z._default(z.boolean(), fallback), fallback)
const text = z.catch(z._default(z.string(), ''), '')

/** The globals that the server's `web-config.js` sets before the page starts; each has a safe value when missing. */
const Globals = z.object({
  WOODPECKER_USER: z.catch(z.nullable(User), null),
  WOODPECKER_CSRF: text,
  WOODPECKER_VERSION: text,
  WOODPECKER_ROOT_PATH: text,
  WOODPECKER_ENABLE_SWAGGER: flag(false),
  WOODPECKER_SKIP_VERSION_CHECK: flag(false),
  WOODPECKER_USER_REGISTERED_AGENTS: flag(false),
  WOODPECKER_MAX_PIPELINE_LOG_LINE_COUNT: z.catch(z._default(z.int(), 5000), 5000),
  WOODPECKER_DEFAULT_CONFIG_PATHS: z.catch(z.array(z.string()), []),
  /** Not sent by any server: a white-label script may set a bearer token to use instead of the session cookie. */
  YAFFLE_TOKEN: text,
})

export interface Config {
  /** Who is signed in; null for visitors. */
  user: User | null
  /** Goes on every call that is not a GET; '' for visitors. */
  csrf: string
  version: string
  /** In front of every path of the page and the API: '' or `/ci`, never a slash at its end. */
  rootPath: string
  enableSwagger: boolean
  skipVersionCheck: boolean
  userRegisteredAgents: boolean
  /** A cap for pages that draw every line at once; this page needs none. */
  maxLogLines: number
  defaultConfigPaths: string[]
  /** A bearer token, '' when the session cookie is used. */
  token: string
}

export function readConfig(globals: object): Config {
  const read = Globals.parse(globals)
  return {
    user: read.WOODPECKER_USER,
    csrf: read.WOODPECKER_CSRF,
    version: read.WOODPECKER_VERSION,
    rootPath: read.WOODPECKER_ROOT_PATH.replace(/\/+$/, ''),
    enableSwagger: read.WOODPECKER_ENABLE_SWAGGER,
    skipVersionCheck: read.WOODPECKER_SKIP_VERSION_CHECK,
    userRegisteredAgents: read.WOODPECKER_USER_REGISTERED_AGENTS,
    maxLogLines: read.WOODPECKER_MAX_PIPELINE_LOG_LINE_COUNT,
    defaultConfigPaths: read.WOODPECKER_DEFAULT_CONFIG_PATHS,
    token: read.YAFFLE_TOKEN,
  }
}

/** Read once: a change of the person or the server is always a full page load. */
export const config: Config = readConfig(globalThis)
