import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

import { createGuard } from '../../http/attempts.ts'
import type { Account } from './accounts.store.ts'
import type { LocalStore } from './local.store.ts'
import { verifyPassword } from './passwords.ts'

/** Who a git client is. `refused` comes with the seconds to wait, 0 for none. */
export type Caller =
  | { type: 'nobody' }
  | { type: 'account'; account: Account }
  | { type: 'job'; repo: string }
  | { type: 'refused'; wait: number }

interface Deps {
  store: LocalStore
  clock: () => number
  /** An API token's account. */
  resolveToken: (token: string) => { accountId: number } | undefined
  jobs: JobTokens
}

export interface Basic {
  login: string
  password: string
}

/** Undefined when the header says something else. */
export function parseBasic(header: string | undefined): Basic | undefined {
  const [, encoded] = /^Basic ([A-Za-z0-9+/=_-]+)$/i.exec(header ?? '') ?? []
  if (encoded === undefined) return undefined
  const text = Buffer.from(encoded, 'base64').toString('utf8')
  const split = text.indexOf(':')
  return split < 0 ? undefined : { login: text.slice(0, split), password: text.slice(split + 1) }
}

const rememberMs = 300_000
const mostRemembered = 1_000

/**
 * Knows git clients by password, API token or job credential. A right password is remembered for five minutes, since one
 * push asks several times and the check is dear on purpose.
 */
export function createCredentials({ store, clock, resolveToken, jobs }: Deps) {
  const guard = createGuard(clock)
  const key = randomBytes(32)
  const right = new Map<string, number>()
  const checks = new Map<string, Promise<boolean>>()

  const printOf = (account: Account | undefined, { login, password }: Basic) =>
    createHmac('sha256', key)
      .update(JSON.stringify([login, password, account?.password_hash]))
      .digest('base64')

  /** Several requests with the same words, as of many clones at a time, are one check and one try. */
  function check(
    address: string,
    account: Account | undefined,
    basic: Basic,
    print: string,
  ): Promise<boolean> {
    const running = checks.get(print)
    if (running) return running
    guard.begin(address, basic.login)
    const checking = verifyPassword(basic.password, account?.password_hash)
      .then((isRight) => {
        if (isRight) {
          guard.succeeded(address, basic.login)
          remember(print)
        }
        return isRight
      })
      .finally(() => checks.delete(print))
    checks.set(print, checking)
    return checking
  }

  function remember(print: string) {
    const oldest = right.size >= mostRemembered ? right.keys().next().value : undefined
    if (oldest !== undefined) right.delete(oldest)
    right.set(print, clock() + rememberMs)
  }

  return {
    async identify(header: string | undefined, address: string): Promise<Caller> {
      if (header === undefined) return { type: 'nobody' }
      const basic = parseBasic(header)
      if (!basic) return { type: 'refused', wait: 0 }
      const repo = jobs.repoOf(basic.password)
      if (repo !== undefined) return { type: 'job', repo }
      const token = resolveToken(basic.password)
      const holder = token && store.accounts.byId(token.accountId)
      if (holder) return { type: 'account', account: holder }

      const account = store.accounts.byLogin(basic.login)
      const print = printOf(account, basic)
      if (account && (right.get(print) ?? 0) > clock()) return { type: 'account', account }
      const wait = guard.waitOf(address, basic.login)
      if (wait > 0) return { type: 'refused', wait }
      if (!(await check(address, account, basic, print)) || !account) return { type: 'refused', wait: 0 }
      return { type: 'account', account }
    },
  }
}

export type JobTokens = ReturnType<typeof createJobTokens>

const jobPrefix = 'job.'

/**
 * Credentials for the clone of one repository. They live as long as this process, because so do the jobs, and two days
 * at most. `clock` in milliseconds.
 */
export function createJobTokens(clock: () => number) {
  const key = randomBytes(32)
  const sign = (text: string) => createHmac('sha256', key).update(text).digest()
  return {
    issue(remoteId: string): string {
      const text = Buffer.from(JSON.stringify([remoteId, clock() + 172_800_000])).toString('base64url')
      return `${jobPrefix}${text}.${sign(text).toString('base64url')}`
    },
    /** The repository that a token opens for reading. */
    repoOf(token: string): string | undefined {
      const [text = '', signature = ''] = token.startsWith(jobPrefix)
        ? token.slice(jobPrefix.length).split('.')
        : []
      const given = Buffer.from(signature, 'base64url')
      const expected = sign(text)
      if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined
      const [remoteId, until] = JSON.parse(Buffer.from(text, 'base64url').toString('utf8')) as [
        string,
        number,
      ]
      return until > clock() ? remoteId : undefined
    },
  }
}
