import { Pipeline } from '@yaffle/contract/pipelines'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'

import { password, type Person } from './testing/people.ts'
import { stepOf, type TestRepo } from './testing/repos.ts'
import { testServer, type TestServer } from './testing/testServer.ts'

let server: TestServer
let ana: Person
let tool: TestRepo

beforeAll(async () => {
  server = await testServer({ root: '/ci' })
  ana = await server.person('ana')
  tool = await server.repo('ana/tool')
})
afterAll(() => server.close())

describe('everything below a root path', () => {
  it('is there and nowhere else', async () => {
    expect((await ana.get('/ci/api/user')).json()).toMatchObject({ login: 'ana' })
    expect((await ana.get('/api/user')).status).toBe(404)
    expect(await server.visitor.get('/')).toMatchObject({ status: 302, headers: { location: '/ci/' } })
    expect((await server.visitor.get('/ci/web-config.js')).body).toContain('WOODPECKER_ROOT_PATH = "/ci"')
    expect((await server.visitor.get('/ci/repos/1/settings')).body).toContain('/ci/web-config.js')
  })

  it('runs what a real git client pushes, and tells where to look', async () => {
    const copy = await tool.clone()
    await copy.commit('Greet', { 'greeting.txt': 'hello' })
    const said = await copy.do('push', 'origin', 'main')
    copy.remove()
    expect(said).toContain(`${server.publicUrl()}/repos/${tool.id}/pipeline/1`)
    const url = `/ci${tool.url}/pipelines/1`
    const read = async () => (await ana.get(url)).as(Pipeline)
    await expect.poll(async () => (await read()).status, { timeout: 15_000 }).toBe('success')
    const pipeline = await read()
    expect(pipeline).toMatchObject({
      event: 'push',
      branch: 'main',
      message: 'Greet',
      author: 'ana',
      changed_files: ['greeting.txt'],
    })
    const log = await ana.get(`/ci${tool.url}/logs/1/${stepOf(pipeline).id}/download`)
    expect(log.body).toBe('+ echo hello\nhello')
  })
})

describe('a push', () => {
  const pipelines = async (repo: TestRepo) =>
    (await ana.get(`/ci${repo.url}/pipelines`)).as(z.array(Pipeline))
  async function push(repo: TestRepo, who = ana) {
    const copy = await repo.clone(who)
    await copy.commit('More', { more: String(Math.random()) })
    const { code, output } = await copy.run('push', 'origin', 'main')
    copy.remove()
    return { code, output }
  }

  it('to a repository that is disabled is stored and makes nothing', async () => {
    const repo = await server.repo('ana/idle')
    await ana.delete(`/ci${repo.url}`)
    expect((await push(repo)).code).toBe(0)
    expect(await pipelines(repo)).toEqual([])
  })

  it('to a repository that was never activated is stored and makes nothing', async () => {
    const repo = await server.repo('ana/foreign', { isActive: false })
    const { code, output } = await push(repo)
    expect([code, output.includes('Pipeline')]).toEqual([0, false])
  })

  it('by somebody who may not push is refused', async () => {
    const ben = await server.person('ben')
    expect((await push(tool, ben)).code).not.toBe(0)
    const before = (await pipelines(tool)).length
    tool.grant(ben, 'push')
    expect((await push(tool, ben)).code).toBe(0)
    const [newest, ...older] = await pipelines(tool)
    expect(newest).toMatchObject({ author: 'ben', sender: 'ben' })
    expect(older).toHaveLength(before)
    await expect.poll(async () => (await pipelines(tool))[0]?.status, { timeout: 15_000 }).toBe('success')
  })

  it('with a file that cannot be read makes an error that says so', async () => {
    const repo = await server.repo('ana/broken', { files: { '.woodpecker.yaml': 'steps: [' } })
    expect((await push(repo)).output).toContain('Pipeline #1 (error)')
    expect(await pipelines(repo)).toMatchObject([{ status: 'error', errors: [{ is_warning: false }] }])
  })
})

describe('signing in at the local forge', () => {
  /** Follows the way a browser goes, with its cookies. */
  async function signIn(login: string, secret: string) {
    const cookies = new Map<string, string>()
    const go = async (method: 'GET' | 'POST', url: string, form?: Record<string, string>) => {
      const answer = await server.app.inject({
        method,
        url,
        headers: {
          cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
          ...(form && { 'content-type': 'application/x-www-form-urlencoded' }),
        },
        ...(form && { payload: new URLSearchParams(form).toString() }),
      })
      for (const { name, value } of answer.cookies) cookies.set(name, value)
      return answer
    }
    const begun = await go('GET', '/ci/authorize')
    const form = new URL(String(begun.headers.location), server.publicUrl())
    const state = form.searchParams.get('state') ?? ''
    const posted = await go('POST', form.pathname, { login, password: secret, state })
    const back = new URL(posted.headers.location ?? 'about:blank', server.publicUrl())
    if (posted.statusCode === 303) await go('GET', back.pathname + back.search)
    return { posted, get: (url: string) => go('GET', url), post: (url: string) => go('POST', url) }
  }

  it('leads to a session that the API knows, and whose changes need the token of the page', async () => {
    const browser = await signIn('ana', password)
    expect((await browser.get('/ci/api/user')).json()).toMatchObject({ login: 'ana' })
    expect((await browser.post('/ci/api/user/token')).statusCode).toBe(401)
    const config = (await browser.get('/ci/web-config.js')).body
    const csrf = /WOODPECKER_CSRF = "([^"]+)"/.exec(config)?.[1]
    expect(csrf).toBeDefined()
    await browser.get('/ci/logout')
    expect((await browser.get('/ci/api/user')).statusCode).toBe(401)
  })

  it('needs the right password', async () => {
    const browser = await signIn('ana', 'wrong horse')
    expect(browser.posted.statusCode).toBe(401)
    expect((await browser.get('/ci/api/user')).statusCode).toBe(401)
  })
})
