import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import Fastify from 'fastify'
import { afterAll } from 'vitest'

import { openDatabase } from '../../database/database.ts'
import { setErrorHandler } from '../../http/mount.ts'
import { mountSession } from '../../http/session.ts'
import { signToken } from '../../http/tokens.ts'
import { createUserStore } from '../../http/users.store.ts'
import { mountHeaders } from '../headers.ts'
import { mountOutside, mountPage } from '../page.ts'
import { readPageFiles } from '../pageFiles.ts'
import { mountWebConfig } from '../webConfig.ts'

export const folder = mkdtempSync(join(tmpdir(), 'page-'))
export const dist = join(folder, 'dist')
mkdirSync(join(dist, 'assets'), { recursive: true })
mkdirSync(join(dist, 'favicons'))
writeFileSync(
  join(dist, 'index.html'),
  `<!doctype html><script src="/web-config.js"></script><script src="/assets/custom.js"></script>
<link href="/assets/custom.css"><script src="/BASE_PATH/assets/main.js"></script>`,
)
export const script = `import "/BASE_PATH/assets/other.js"; // ${'long enough to compress '.repeat(100)}`
writeFileSync(join(dist, 'assets', 'main.js'), script)
writeFileSync(join(dist, 'assets', 'main.css'), 'body{}')
export const picture = Buffer.from(Array.from({ length: 256 }, (_, byte) => byte))
writeFileSync(join(dist, 'favicons', 'favicon-light-default.png'), picture)
afterAll(() => rmSync(folder, { recursive: true }))

export const hostile = `</script><script>alert(1)</script>\u2028\u2029"'\\&`
export const now = 1_800_000_000

export function aHost(root: string, more: { versionUrl?: string; customFolder?: string } = {}) {
  const users = createUserStore(openDatabase(':memory:'))
  const forgeUser = { remoteId: '1', login: hostile, email: hostile, avatarUrl: hostile }
  const user = users.signIn({ forgeId: 1, forgeUser, admins: [hostile], now })
  const settings = {
    version: '1.2.3',
    root,
    isSwagger: true,
    isVersionCheckSkipped: false,
    areUserAgents: true,
    maxLogLines: 5000,
    defaultConfigPaths: ['.woodpecker/*.{yaml,yml}'],
    docsUrl: 'https://docs.example.org',
    versionUrl: more.versionUrl,
  }
  const app = Fastify()
  setErrorHandler(app)
  mountHeaders(app, settings)
  mountSession(app, { userById: users.byId, clock: () => now * 1000 })
  mountOutside(app, root)
  app.register(
    async (scope) => {
      scope.get('/api/user', async () => 'me')
      scope.get('/api/badges/1/status.svg', async () => 'badge')
      mountWebConfig(scope, settings)
      mountPage(scope, { root, page: readPageFiles(dist, root), customFolder: more.customFolder ?? folder })
    },
    { prefix: root },
  )
  const cookie = `user_sess=${signToken('sess', user.id, user.hash, now + 60)}`
  return { app, user, cookie, get: (path: string, headers = {}) => app.inject({ url: root + path, headers }) }
}
