import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import type { Person } from './testing/people.ts'
import type { TestRepo } from './testing/repos.ts'
import { made, reading, type StockedServer, stockedServer } from './testing/stock.ts'

/** The holes of real servers that are not to be copied (8.3). */
let server: StockedServer['server']
let boss: Person
let ben: Person
let repo: TestRepo
let ids: Record<string, string>
let addressOf: StockedServer['addressOf']

beforeAll(async () => {
  ;({ server, boss, ben, repo, ids, addressOf } = await stockedServer())
})
afterAll(() => server.close())

describe('holes that are not to be copied', () => {
  it('badges and build monitors show nothing of what is hidden', async () => {
    const shut = await server.repo('ana/shut', { visibility: 'private' })
    const paths = [`${shut.id}/status.svg`, `${shut.id}/cc.xml`, 'ana/shut/status.svg', 'ana/shut/cc.xml']
    for (const path of paths) {
      expect((await server.visitor.get(`/api/badges/${path}`)).status).toBe(401)
      expect((await ben.get(`/api/badges/${path}`)).status).toBe(404)
    }
  })

  it('a code without a state signs nobody in', async () => {
    const answer = await server.visitor.get('/authorize?code=stolen')
    expect(answer.status).toBe(303)
    expect(answer.headers['set-cookie']?.toString() ?? '').not.toContain('user_sess')
    expect(String(answer.headers['location'])).not.toContain('code=')
  })

  it('a token in the query of a restart becomes no variable', async () => {
    const token = (await boss.post('/api/user/token')).body
    const url = `${repo.url}/pipelines/${ids['number']}?access_token=${token}&fork=true&COLOUR=red`
    const answer = await server.visitor.post(url)
    expect(answer.status).toBe(200)
    const pipeline = await repo.finished((answer.json() as { number: number }).number)
    expect(JSON.stringify(pipeline)).not.toContain(token)
    const stored = server.db.all<object>('SELECT * FROM pipelines')()
    expect(JSON.stringify(stored)).not.toContain(token)
    expect(JSON.stringify(stored)).toContain('COLOUR')
  })

  it.each([
    {},
    { type: 'nonsense', url: 'https://example.org' },
    { type: 'gitea', url: 'javascript:alert(1)' },
    { type: 'gitea', url: 'nonsense' },
    { type: 'gitea', url: '' },
  ])('a forge of %j is refused', async (forge) => {
    const before = (await boss.get('/api/forges')).body
    const answer = await boss.post('/api/forges', forge)
    expect([400, 422]).toContain(answer.status)
    expect((await boss.get('/api/forges')).body).toBe(before)
  })

  it('tokens of agents and passwords of forges are told once or never', async () => {
    const added = await boss.post('/api/agents', { name: 'secretive' })
    const { id, token } = added.json() as { id: number; token: string }
    expect(token.length).toBeGreaterThan(20)
    for (const url of ['/api/agents', `/api/agents/${id}`]) {
      const { body, status } = await boss.get(url)
      expect([status, body.includes(token)]).toEqual([200, false])
    }
    const forge = await boss.post('/api/forges', {
      type: 'bitbucket-dc',
      url: 'https://bitbucket.example.org',
      client: 'c',
      oauth_client_secret: 'client-word',
      additional_options: {
        'git-username': 'u',
        'git-password': 'git-word',
        'oauth-enable-project-admin-scope': false,
      },
    })
    expect(forge.status).toBe(200)
    for (const text of [forge.body, (await boss.get('/api/forges')).body]) {
      expect(text).toContain('bitbucket.example.org')
      expect(text).not.toMatch(/git-word|client-word/)
    }
    expect((await boss.delete(`/api/forges/${made(forge)}`)).status).toBe(204)
  })

  it('no answer has the value of a secret or the password of a registry', async () => {
    for (const route of reading) expect((await boss.get(addressOf(route))).body).not.toContain('hidden-word')
  })

  it('the variables of a run are for those who may push', async () => {
    const stream = await server.visitor.events('/api/stream/events')
    const { number } = await repo.start({ variables: { COLOUR: 'secret-red' } })
    await repo.finished(number)
    await stream.until((all) => all.some(({ data }) => data.includes(`"number":${number},`)))
    await stream.leave()
    expect(JSON.stringify(stream.messages)).not.toContain('secret-red')
    const urls = [`${repo.url}/pipelines/${number}`, `${repo.url}/pipelines`]
    for (const url of urls) {
      expect((await boss.get(url)).body, url).toContain('secret-red')
      for (const who of [server.visitor, ben])
        expect((await who.get(url)).body, url).not.toContain('secret-red')
    }
  })
})
