import { createPublicKey, verify } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'

import { Pipeline } from '@yaffle/contract/pipelines'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'

import type { Person } from '../../../testing/people.ts'
import { aFile, stepOf, type TestRepo } from '../../../testing/repos.ts'
import { testServer, type TestServer } from '../../../testing/testServer.ts'

let server: TestServer
let ana: Person
let made = 0

beforeAll(async () => {
  server = await testServer()
  ana = await server.person('ana')
})
afterAll(() => server.close())

const running: { close(): unknown }[] = []
afterEach(() => {
  for (const one of running.splice(0)) one.close()
})

interface Asked {
  repo: { full_name: string }
  pipeline: { event: string; commit: string }
  netrc?: { login: string; password: string }
  configuration?: { name: string; data: string }[]
}

/** A program that answers what it is told to; what it was asked is in `asked`. */
async function anExtension(answer: unknown, status = 200) {
  const asked: Asked[] = []
  const heard: IncomingMessage[] = []
  const http = createServer((request, response) => {
    let text = ''
    request.setEncoding('utf8').on('data', (part: string) => (text += part))
    request.on('end', () => {
      heard.push(request)
      asked.push(JSON.parse(text) as Asked)
      response.writeHead(status).end(status === 204 ? undefined : JSON.stringify(answer))
    })
  })
  running.push(http)
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
  return { url: `http://127.0.0.1:${(http.address() as AddressInfo).port}/`, asked, heard }
}

async function aRepo(patch: object, commands: string | string[] = 'echo own'): Promise<TestRepo> {
  const repo = await server.repo(`ana/extended${++made}`, { files: aFile(commands) })
  expect((await ana.patch(repo.url, patch)).status).toBe(200)
  return repo
}

async function logOf(repo: TestRepo, name = 'say') {
  const pipeline = await repo.finished((await repo.start()).number)
  const log = await ana.get(`${repo.url}/logs/${pipeline.number}/${stepOf(pipeline, name).id}/download`)
  return { pipeline, log: log.body }
}

const fileOf = (commands: string) => ({
  name: '.woodpecker/it.yaml',
  data: aFile(commands)['.woodpecker.yaml'],
})

it('a config extension is told of repository, pipeline and files, and gives other files', async () => {
  const extension = await anExtension({ configs: [fileOf('echo theirs')] })
  const repo = await aRepo({ config_extension_endpoint: extension.url })
  const { pipeline, log } = await logOf(repo)
  expect(log).toContain('theirs')
  expect(log).not.toContain('own')
  expect(pipeline.workflows).toMatchObject([{ name: 'it' }])
  const [asked] = extension.asked
  expect(asked).toMatchObject({
    repo: { full_name: repo.full_name },
    pipeline: { event: 'manual', commit: pipeline.commit },
    configuration: [{ name: '.woodpecker.yaml', data: aFile('echo own')['.woodpecker.yaml'] }],
  })
  expect(asked).not.toHaveProperty('netrc')
  expect(JSON.stringify(asked)).not.toContain('user_id')
})

it('can be known by the key that the server shows to everybody', async () => {
  const extension = await anExtension(undefined, 204)
  const repo = await aRepo({ config_extension_endpoint: extension.url })
  await repo.start()
  const pem = (await server.visitor.get('/api/signature/public-key')).body
  const headers = extension.heard[0]?.headers ?? {}
  const params = /^sig1=(.*)$/.exec(String(headers['signature-input']))?.[1] ?? ''
  const base = [
    '"@method": POST',
    `"@target-uri": ${extension.url}`,
    `"content-digest": ${String(headers['content-digest'])}`,
    `"@signature-params": ${params}`,
  ].join('\n')
  const signature = /^sig1=:(.*):$/.exec(String(headers['signature']))?.[1] ?? ''
  expect(verify(null, Buffer.from(base), createPublicKey(pem), Buffer.from(signature, 'base64'))).toBe(true)
})

it('a config extension that has nothing to add leaves the files', async () => {
  const { url } = await anExtension(undefined, 204)
  expect((await logOf(await aRepo({ config_extension_endpoint: url }))).log).toContain('own')
})

it('with an exclusive config extension the repository is not read', async () => {
  const extension = await anExtension({ configs: [fileOf('echo theirs')] })
  const patch = { config_extension_endpoint: extension.url, config_extension_exclusive: true }
  const { log } = await logOf(await aRepo(patch))
  expect(log).toContain('theirs')
  expect(extension.asked[0]?.configuration).toEqual([])
})

it.each(['config', 'secret', 'registry'])('a %s extension gets credentials only if it may', async (kind) => {
  const extension = await anExtension(undefined, 204)
  const repo = await aRepo({ [`${kind}_extension_endpoint`]: extension.url })
  await repo.start()
  await ana.patch(repo.url, { [`${kind}_extension_netrc`]: true })
  await repo.start()
  expect(extension.asked.map(({ netrc }) => netrc !== undefined)).toEqual([false, true])
  expect(extension.asked[1]?.netrc?.password).not.toBe('')
})

it('a secret of an extension comes before one of the repository, and no log shows it', async () => {
  const extension = await anExtension([{ name: 'token', value: 'from-outside' }])
  const repo = await aRepo({ secret_extension_endpoint: extension.url }, [
    'echo it is "$TOKEN"',
    'test "$TOKEN" = from-outside',
  ])
  await repo.commit({
    '.woodpecker.yaml': aFile(['echo it is "$TOKEN"', 'test "$TOKEN" = from-outside'])[
      '.woodpecker.yaml'
    ].replace('    commands:', '    environment: { TOKEN: { from_secret: token } }\n    commands:'),
  })
  await ana.post(`${repo.url}/secrets`, { name: 'token', value: 'stored-here', events: ['manual'] })
  const { pipeline, log } = await logOf(repo)
  expect(pipeline.status).toBe('success')
  expect(log).toContain('it is ***')
  expect(log).not.toContain('from-outside\n')
})

it('a password of a registry extension is shown in no log', async () => {
  const { url } = await anExtension([{ address: 'r.example.org', username: 'u', password: 'outside-word' }])
  const repo = await aRepo({ registry_extension_endpoint: url }, 'echo the outside-word')
  expect((await logOf(repo)).log).not.toContain('outside-word')
})

it.each(['config', 'secret', 'registry'])(
  'a %s extension that fails makes an error that says so',
  async (kind) => {
    const failing: [unknown, number, RegExp][] = [
      [{ why: 'broken' }, 500, /answered 500: .*broken/],
      [{ surprise: 1 }, 200, /answered in a form that is not known/],
    ]
    for (const [answer, status, words] of failing) {
      const { url } = await anExtension(answer, status)
      const repo = await aRepo({ [`${kind}_extension_endpoint`]: url })
      const started = (await ana.post(`${repo.url}/pipelines`, {})).as(Pipeline)
      expect(started.status).toBe('error')
      expect(started.errors[0]?.message).toMatch(words)
    }
  },
)
