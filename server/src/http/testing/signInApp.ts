import Fastify from 'fastify'

import { openDatabase } from '../../database/database.ts'
import { ForgeError, type ForgeDriver, type ForgeUser } from '../../forge/driver.ts'
import { mountAuthorize } from '../authorize-flow.ts'
import { requestLimits } from '../limits.ts'
import { issueSignInLink } from '../localSignIn.ts'
import { setErrorHandler } from '../mount.ts'
import { callerOf, mountSession } from '../session.ts'
import { createUserStore } from '../users.store.ts'

export const accounts: Record<string, ForgeUser & { password: string }> = {
  ana: { remoteId: '1', login: 'ana', email: 'ana@example.org', password: 'correct horse' },
  admin: { remoteId: '2', login: 'admin', password: 'battery staple', admin: true },
}

/** A forge as seen from outside: it gives out codes, takes each once, and knows whose tokens are whose. */
function aForge(kind: 'local' | 'gitea', url: string) {
  const codes = new Map<string, string>()
  const orgs: { name: string; isUser: boolean; private: boolean }[] = []
  const seen: { challenge?: string | undefined; verifier?: string | undefined; redirectUri?: string } = {}
  const driver = {
    kind,
    authorizeUrl({ state, redirectUri, challenge }) {
      Object.assign(seen, { challenge, redirectUri })
      return `${url}?state=${state}`
    },
    exchangeCode({ code, verifier }) {
      seen.verifier = verifier
      const login = codes.get(code)
      codes.delete(code)
      return login
        ? Promise.resolve({ access: login })
        : Promise.reject(new ForgeError('invalid', 'no such code'))
    },
    async me({ token }) {
      const account = accounts[await token.get()]
      if (!account) throw new ForgeError('unreachable', 'the forge is down')
      // Only the local forge says who is an admin.
      return kind === 'local' ? account : { ...account, admin: false }
    },
    async *listOrgs() {
      yield* orgs
    },
  } satisfies Partial<ForgeDriver> as unknown as ForgeDriver
  const issueCode = ({ login }: { login: string }) => {
    const code = `code ${login} ${codes.size}`
    codes.set(code, login)
    return code
  }
  return { driver, orgs, seen, issueCode }
}

export function anApp({ root = '', isOpen = false, orgs = [] as string[], admins = ['admin'] } = {}) {
  let now = 1_800_000_000_000
  const publicUrl = `https://ci.example${root}`
  const db = openDatabase(':memory:')
  const users = createUserStore(db)
  const local = aForge('local', `${publicUrl}/login/local`)
  const remote = aForge('gitea', 'https://git.example/login/oauth/authorize')
  const synced: string[] = []
  const app = Fastify(requestLimits)
  setErrorHandler(app)
  mountSession(app, { userById: users.byId, clock: () => now })
  app.register(
    async (scope) => {
      scope.get('/who', (request, reply) => reply.send(callerOf(request)?.user ?? 'a visitor'))
      mountAuthorize(scope, {
        db,
        root,
        publicUrl: () => publicUrl,
        users,
        admins,
        isOpen,
        sessionSeconds: 3600,
        clock: () => now,
        forgeOf: (id) =>
          id === 1
            ? { driver: local.driver, orgs: [] }
            : id === 2
              ? { driver: remote.driver, orgs }
              : undefined,
        afterSignIn: (user) => {
          synced.push(user.login)
          return user.login === 'admin' ? Promise.reject(new Error('forge is slow')) : Promise.resolve()
        },
        local: {
          signIn: async (login, password) =>
            accounts[login]?.password === password ? accounts[login] : undefined,
          accountOf: (login) => accounts[login],
          issueCode: local.issueCode,
        },
      })
    },
    { prefix: root },
  )

  /** Cookies like a browser's. */
  function aBrowser() {
    const cookies = new Map<string, string>()
    async function go(path: string, form?: Record<string, string>, headers: Record<string, string> = {}) {
      const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
      const answer = await app.inject({
        url: path,
        method: form ? 'POST' : 'GET',
        headers: {
          ...(cookie ? { cookie } : {}),
          ...(form ? { 'content-type': 'application/x-www-form-urlencoded' } : {}),
          ...headers,
        },
        ...(form ? { payload: new URLSearchParams(form).toString() } : {}),
      })
      for (const { name, value, maxAge } of answer.cookies)
        if (maxAge === 0) cookies.delete(name)
        else cookies.set(name, value)
      return answer
    }
    return { cookies, go }
  }
  const who = async ({ go }: ReturnType<typeof aBrowser>) => (await go(`${root}/who`)).body
  return {
    app,
    db,
    users,
    local,
    remote,
    synced,
    aBrowser,
    who,
    root,
    wait: (seconds: number) => (now += seconds * 1000),
    link: (login: string) =>
      issueSignInLink({ db, clock: () => now, publicUrl: () => publicUrl }, login).replace(
        'https://ci.example',
        '',
      ),
  }
}

export type App = ReturnType<typeof anApp>
export type Browser = ReturnType<App['aBrowser']>

export const stateOf = (location: unknown) =>
  new URL(String(location), 'https://ci.example').searchParams.get('state') ?? ''
export const locationOf = (answer: { statusCode: number; headers: Record<string, unknown> }) => [
  answer.statusCode,
  answer.headers['location'],
]

/** Begins at the remote forge and comes back with a good code. */
export async function throughRemote({ remote, root }: App, browser: Browser, login = 'ana') {
  const begun = await browser.go(`${root}/authorize?forge_id=2`)
  const answer = new URLSearchParams({
    code: remote.issueCode({ login }),
    state: stateOf(begun.headers['location']),
  })
  return browser.go(`${root}/authorize?${answer.toString()}`)
}

/** Begins at the local forge and follows to its form. */
export async function toForm({ root }: App, browser: Browser) {
  const begun = await browser.go(`${root}/authorize`)
  const form = await browser.go(String(begun.headers['location']))
  return { form, state: stateOf(begun.headers['location']) }
}

export async function throughForm(app: App, browser: Browser, login: string, password: string) {
  const { state } = await toForm(app, browser)
  const posted = await browser.go(`${app.root}/login/local`, { login, password, state })
  return posted.statusCode === 303 ? browser.go(String(posted.headers['location'])) : posted
}
