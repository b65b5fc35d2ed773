import { availableParallelism } from 'node:os'
import { resolve } from 'node:path'

/** Everything a person can set, typed and checked (spec: running). */
export interface Config {
  /** Where to listen; port 0 is any free one. */
  listen: { host: string; port: number }
  /** Public URL without trailing slash, or undefined: made of the listening address once that is known. */
  publicUrl: string | undefined
  /** Absolute. */
  dataDir: string
  upstream: string | undefined
  adminPassword: string | undefined
  /** Logins that become server admins when they sign in. */
  admins: string[]
  isDemo: boolean
  isOpen: boolean
  /** Workflows at a time. */
  capacity: number
  /** Minutes. */
  defaultTimeout: number
  maxTimeout: number
  sessionSeconds: number
  isSwagger: boolean
  isVersionCheckSkipped: boolean
  versionUrl: string | undefined
  /** Undefined: the docs this server brings along. */
  docsUrl: string | undefined
  areUserAgents: boolean
  maxLogLines: number
  metricsToken: string | undefined
  isStrictImages: boolean
  logLevel: LogLevel
}

export const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const
export type LogLevel = (typeof logLevels)[number]

/** A setting that cannot be used; the message names it and says why. */
export class ConfigError extends Error {}

interface Setting {
  flag?: string
  env: string
  fallback: string
  help: string
}

const settings = {
  addr: {
    flag: '--addr',
    env: 'YAFFLE_ADDR',
    fallback: '127.0.0.1:8000',
    help: 'listening address; port 0 = any free one',
  },
  host: {
    flag: '--host',
    env: 'YAFFLE_HOST',
    fallback: '',
    help: 'public URL; its path is the root path (default: http://<addr>)',
  },
  data: {
    flag: '--data',
    env: 'YAFFLE_DATA',
    fallback: './data',
    help: 'folder of database, key, git repositories, workspaces',
  },
  upstream: {
    flag: '--upstream',
    env: 'YAFFLE_UPSTREAM',
    fallback: '',
    help: 'sit in front of this Woodpecker server',
  },
  adminPassword: {
    env: 'YAFFLE_ADMIN_PASSWORD',
    fallback: '',
    help: 'password of admin, first start only (default: generated and printed)',
  },
  admins: {
    env: 'YAFFLE_ADMIN',
    fallback: 'admin',
    help: 'logins that become server admins at sign-in, comma-separated',
  },
  demo: { env: 'YAFFLE_DEMO', fallback: 'true', help: 'make demo/hello at the first start' },
  open: { env: 'YAFFLE_OPEN', fallback: 'false', help: 'unknown users may register by signing in' },
  capacity: { env: 'YAFFLE_CAPACITY', fallback: '', help: 'workflows at a time (default: number of cores)' },
  defaultTimeout: { env: 'YAFFLE_DEFAULT_TIMEOUT', fallback: '60', help: 'minutes a workflow may take' },
  maxTimeout: { env: 'YAFFLE_MAX_TIMEOUT', fallback: '120', help: 'most minutes a repository admin may set' },
  session: { env: 'YAFFLE_SESSION_EXPIRES', fallback: '72h', help: 'how long a sign-in lasts' },
  swagger: { env: 'YAFFLE_ENABLE_SWAGGER', fallback: 'true', help: 'API docs at {root}/swagger/index.html' },
  skipVersionCheck: { env: 'YAFFLE_SKIP_VERSION_CHECK', fallback: 'false', help: 'never look for updates' },
  versionUrl: {
    env: 'YAFFLE_VERSION_URL',
    fallback: '',
    help: 'document the update check reads (default: none)',
  },
  docsUrl: {
    env: 'YAFFLE_DOCS_URL',
    fallback: '',
    help: 'external documentation link (default: the docs folder, served at {root}/docs/)',
  },
  userAgents: {
    env: 'YAFFLE_USER_REGISTERED_AGENTS',
    fallback: 'true',
    help: 'organisations and users may add agents',
  },
  maxLogLines: { env: 'YAFFLE_MAX_LOG_LINES', fallback: '5000', help: 'for pages that cap their log' },
  metricsToken: { env: 'YAFFLE_METRICS_TOKEN', fallback: '', help: 'turns /metrics on' },
  strictImages: { env: 'YAFFLE_STRICT_IMAGES', fallback: 'false', help: 'an image must be an executable' },
  logLevel: { env: 'YAFFLE_LOG_LEVEL', fallback: 'info', help: logLevels.join(', ') },
} satisfies Record<string, Setting>

type Name = keyof typeof settings

/** The text of `--help`. */
export function helpText(): string {
  const rows = Object.values(settings).map((setting: Setting) => {
    const names = setting.flag ? `${setting.flag}, ${setting.env}` : setting.env
    return `  ${names.padEnd(34)} ${setting.help}${setting.fallback ? ` [${setting.fallback}]` : ''}`
  })
  return [
    'Usage: npm start -- [--flag value …]',
    '',
    'A flag wins over its environment variable.',
    '',
    ...rows,
  ].join('\n')
}

/** Throws ConfigError for the first setting that is wrong. */
export function readConfig(args: readonly string[], environment: NodeJS.ProcessEnv): Config {
  const flags = readFlags(args)
  const nameOf = (name: Name) => {
    const { flag, env }: Setting = settings[name]
    return flag && flags.has(flag) ? flag : env
  }
  const read = (name: Name) => {
    const { flag, env, fallback }: Setting = settings[name]
    return ((flag && flags.get(flag)) ?? (environment[env] || fallback)).trim()
  }
  const refuse = (name: Name, why: string): never => {
    throw new ConfigError(`${nameOf(name)} "${read(name)}": ${why}`)
  }
  const flag = (name: Name) => {
    const value = read(name).toLowerCase()
    if (['true', '1', 'yes', 'on'].includes(value)) return true
    if (['false', '0', 'no', 'off'].includes(value)) return false
    return refuse(name, 'must be true or false')
  }
  const whole = (name: Name, least: number, most: number) => {
    const value = Number(read(name))
    if (!/^\d+$/.test(read(name)) || value < least || value > most)
      return refuse(name, `must be a whole number from ${least} to ${most}`)
    return value
  }
  const url = (name: Name) => {
    const value = read(name)
    if (!value) return undefined
    const parsed = URL.canParse(value) ? new URL(value) : undefined
    if (!parsed || !['http:', 'https:'].includes(parsed.protocol))
      return refuse(name, 'must be a URL of http or https')
    if (parsed.search || parsed.hash || parsed.username || parsed.password)
      return refuse(name, 'must have no query, fragment or credentials')
    return value.replace(/\/+$/, '')
  }
  const duration = (name: Name) => {
    const parts = [...read(name).matchAll(/(\d+(?:[.]\d+)?)(h|m|s)/g)]
    const seconds = parts.reduce(
      (sum, [, count, unit]) => sum + Number(count) * (unit === 'h' ? 3600 : unit === 'm' ? 60 : 1),
      0,
    )
    if (parts.map(([all]) => all).join('') !== read(name) || seconds < 60)
      return refuse(name, 'must be a duration of a minute or more, such as 72h or 1h30m')
    return Math.floor(seconds)
  }
  const listen = () => {
    const match = /^(?:\[([\da-fA-F:.]+)\]|([^:[\]\s]*)):(\d{1,5})$/.exec(read('addr'))
    if (!match || Number(match[3]) > 65_535)
      return refuse('addr', 'must be host:port, such as 127.0.0.1:8000')
    return { host: match[1] ?? (match[2] || '0.0.0.0'), port: Number(match[3]) }
  }
  const logLevel = () =>
    logLevels.find((level) => level === read('logLevel')) ??
    refuse('logLevel', `must be one of ${logLevels.join(', ')}`)

  const config: Config = {
    listen: listen(),
    publicUrl: url('host'),
    dataDir: resolve(read('data')),
    upstream: url('upstream'),
    adminPassword: read('adminPassword') || undefined,
    admins: read('admins')
      .split(',')
      .map((login) => login.trim())
      .filter(Boolean),
    isDemo: flag('demo'),
    isOpen: flag('open'),
    capacity: read('capacity') ? whole('capacity', 1, 1000) : availableParallelism(),
    defaultTimeout: whole('defaultTimeout', 1, 100_000),
    maxTimeout: whole('maxTimeout', 1, 100_000),
    sessionSeconds: duration('session'),
    isSwagger: flag('swagger'),
    isVersionCheckSkipped: flag('skipVersionCheck'),
    versionUrl: url('versionUrl'),
    docsUrl: url('docsUrl'),
    areUserAgents: flag('userAgents'),
    maxLogLines: whole('maxLogLines', 1, 100_000_000),
    metricsToken: read('metricsToken') || undefined,
    isStrictImages: flag('strictImages'),
    logLevel: logLevel(),
  }
  if (config.adminPassword !== undefined && config.adminPassword.length < 8)
    throw new ConfigError('YAFFLE_ADMIN_PASSWORD: must have at least 8 characters')
  if (config.defaultTimeout > config.maxTimeout)
    refuse('defaultTimeout', `must not be above YAFFLE_MAX_TIMEOUT (${config.maxTimeout})`)
  return config
}

function readFlags(args: readonly string[]): Map<string, string> {
  const known = new Set(Object.values(settings).flatMap((setting: Setting) => setting.flag ?? []))
  const flags = new Map<string, string>()
  for (let index = 0; index < args.length; index++) {
    const [name = '', ...rest] = (args[index] ?? '').split('=')
    if (!known.has(name)) throw new ConfigError(`${name}: no such setting; --help lists them all`)
    const value = rest.length > 0 ? rest.join('=') : args[++index]
    if (!value || value.startsWith('--')) throw new ConfigError(`${name}: needs a value`)
    flags.set(name, value)
  }
  return flags
}
