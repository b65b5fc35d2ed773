import { User } from '@yaffle/contract/users'

/** What the server tells the page before it starts, by globals of `web-config.js` (wire 1.2). */
export interface Config {
  /** Nobody is signed in when null. Changes only by a full page load. */
  user: User | null
  /** Goes back in `X-CSRF-TOKEN`; '' for visitors. */
  csrf: string
  /** A bearer token set by a page that hosts this one; '' as usual, when the session cookie speaks for the person. */
  token: string
  version: string
  /** Prefix of every path, without a slash at its end; '' at the top of the origin. */
  rootPath: string
  /** As forges know it, where the server behind this page has a root path of its own. */
  forgeRootPath: string | undefined
  enableSwagger: boolean
  skipVersionCheck: boolean
  userRegisteredAgents: boolean
  maxPipelineLogLineCount: number
  defaultConfigPaths: string[]
  /** Where the header's documentation link leads; '' hides it. */
  docsUrl: string
  /** The update check reads it; '' means that there is no check. */
  versionUrl: string
  /** Why the server behind this page, if there is one, does not answer: a code. '' when all is well. */
  upstreamProblem: string
}

/** An address that the server may give as a path. */
const absolute = (address: string) =>
  URL.parse(address, typeof location === 'undefined' ? undefined : location.origin)?.href ?? address

/** Reads the globals; whatever is missing or of the wrong kind falls back, so that the page starts in any case. */
export function readConfig(globals: Record<string, unknown>): Config {
  const text = (name: string, fallback = '') => {
    const value = globals[name]
    return typeof value === 'string' ? value : fallback
  }
  const flag = (name: string) => globals[name] === true
  const problem = globals['YAFFLE_UPSTREAM_PROBLEM']
  const forgeRoot = globals['YAFFLE_FORGE_ROOT_PATH']
  const user = User.safeParse(globals['WOODPECKER_USER'])
  const lines = globals['WOODPECKER_MAX_PIPELINE_LOG_LINE_COUNT']
  const places = globals['WOODPECKER_DEFAULT_CONFIG_PATHS']

  return {
    user: user.success ? user.data : null,
    csrf: text('WOODPECKER_CSRF'),
    token: text('YAFFLE_TOKEN'),
    version: text('WOODPECKER_VERSION'),
    rootPath: text('WOODPECKER_ROOT_PATH').replace(/\/+$/, ''),
    forgeRootPath: typeof forgeRoot === 'string' ? forgeRoot : undefined,
    enableSwagger: flag('WOODPECKER_ENABLE_SWAGGER'),
    skipVersionCheck: flag('WOODPECKER_SKIP_VERSION_CHECK'),
    userRegisteredAgents: flag('WOODPECKER_USER_REGISTERED_AGENTS'),
    maxPipelineLogLineCount: typeof lines === 'number' ? lines : 5000,
    defaultConfigPaths: Array.isArray(places) ? places.filter((place) => typeof place === 'string') : [],
    docsUrl: absolute(text('YAFFLE_DOCS_URL', 'https://woodpecker-ci.org/docs/intro')),
    upstreamProblem:
      problem !== null && typeof problem === 'object' && 'code' in problem ? String(problem.code) : '',
    versionUrl: text('YAFFLE_VERSION_URL', 'https://woodpecker-ci.org/version.json'),
  }
}

export const config = readConfig(globalThis)
