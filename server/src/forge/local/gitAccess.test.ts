import { request as httpRequest } from 'node:http'
import { gzipSync } from 'node:zlib'

import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'

import { createAccount, setMember } from './manageAccounts.ts'
import { createRepo, grant } from './manageRepos.ts'
import { packet } from './pktLine.ts'
import { gitProcesses } from './testing/gitProcesses.ts'
import {
  aWorkingCopy,
  type LocalServer,
  password,
  startLocalServer,
  withPassword,
} from './testing/localServer.ts'

let server: LocalServer
let now = Date.now()
const ids: Record<string, string> = {}

beforeAll(async () => {
  server = await startLocalServer({ root: '/ci', clock: () => now })
  for (const login of ['owner', 'puller', 'pusher', 'keeper', 'member', 'chief', 'stranger'])
    await server.account(login)
  await server.account('root', { admin: true })
  for (const visibility of ['public', 'internal', 'private'] as const) {
    for (const owner of ['owner', 'acme']) {
      const fullName = `${owner}/${visibility}`
      ids[fullName] = (await createRepo(server.deps, { fullName, visibility })).remote_id
      grant(server.deps, fullName, 'puller', 'pull')
      grant(server.deps, fullName, 'pusher', 'push')
      grant(server.deps, fullName, 'keeper', 'admin')
    }
  }
  setMember(server.deps, 'acme', 'member', 'member')
  setMember(server.deps, 'acme', 'chief', 'admin')
})
afterAll(() => server.stop())

const basic = (login: string, secret = password) => ({
  authorization: `Basic ${Buffer.from(`${login}:${secret}`).toString('base64')}`,
})

async function ask(path: string, headers: Record<string, string> = {}): Promise<number> {
  const response = await fetch(`${server.address}/ci/git/${path}`, { headers, redirect: 'manual' })
  await response.arrayBuffer()
  return response.status
}
const refs = (repo: string, service: string) => `${repo}.git/info/refs?service=git-${service}-pack`

describe.each(['owner', 'acme'])('a repository of %s', (owner) => {
  // [reading, writing] of public, internal, private
  const rights: Record<string, [number, number][]> = {
    nobody: [
      [200, 401],
      [401, 401],
      [401, 401],
    ],
    stranger: [
      [200, 403],
      [200, 403],
      [404, 404],
    ],
    puller: [
      [200, 403],
      [200, 403],
      [200, 403],
    ],
    pusher: [
      [200, 200],
      [200, 200],
      [200, 200],
    ],
    keeper: [
      [200, 200],
      [200, 200],
      [200, 200],
    ],
    root: [
      [200, 200],
      [200, 200],
      [200, 200],
    ],
    ...(owner === 'owner'
      ? {
          owner: [
            [200, 200],
            [200, 200],
            [200, 200],
          ],
        }
      : {
          member: [
            [200, 403],
            [200, 403],
            [200, 403],
          ],
          chief: [
            [200, 200],
            [200, 200],
            [200, 200],
          ],
        }),
  }

  test.each(Object.keys(rights))('lets %s read and write what they may', async (login) => {
    const headers = login === 'nobody' ? {} : basic(login)
    const found: [number, number][] = []
    for (const visibility of ['public', 'internal', 'private'])
      found.push([
        await ask(refs(`${owner}/${visibility}`, 'upload'), headers),
        await ask(refs(`${owner}/${visibility}`, 'receive'), headers),
      ])
    expect(found).toEqual(rights[login])
  })
})

test('a repository that is not there looks like one that may not be seen', async () => {
  expect(await ask(refs('owner/none', 'upload'))).toBe(401)
  expect(await ask(refs('owner/none', 'upload'), basic('stranger'))).toBe(404)
})

test('asking for a password says for what', async () => {
  const response = await fetch(`${server.address}/ci/git/${refs('owner/private', 'upload')}`)
  expect(response.headers.get('www-authenticate')).toBe('Basic realm="Yaffle", charset="UTF-8"')
})

test('wrong credentials are refused even where none are needed', async () => {
  expect(await ask(refs('owner/public', 'upload'), basic('stranger', 'wrong'))).toBe(401)
  expect(await ask(refs('owner/public', 'upload'), { authorization: 'Bearer x' })).toBe(401)
  expect(await ask(refs('owner/public', 'upload'), { authorization: 'Basic x' })).toBe(401)
})

test('a git client signs in with a password of any letters', async () => {
  const secret = 'p@ss: wörd/%41'
  await createAccount(server.deps, { login: 'letters', password: secret })
  const { run, remove } = await aWorkingCopy(withPassword(server.url('owner/internal'), 'letters', secret))
  expect((await run('ls-remote', 'origin')).code).toBe(0)
  await run(
    'remote',
    'set-url',
    'origin',
    withPassword(server.url('owner/internal'), 'letters', `${secret}x`),
  )
  expect((await run('ls-remote', 'origin')).output).toContain('Authentication failed')
  remove()
})

test('an API token stands for its account, whatever the login', async () => {
  const account = server.forge.accountOf('puller')
  const headers = basic('anything', `token-of-${account?.remoteId}`)
  expect(await ask(refs('owner/private', 'upload'), headers)).toBe(200)
  expect(await ask(refs('owner/private', 'receive'), headers)).toBe(403)
  expect(await ask(refs('owner/private', 'upload'), basic('anything', 'token-of-999'))).toBe(401)
})

test('the credential of a job reads its own repository and nothing else', async () => {
  const netrc = await netrcOf('owner/private')
  expect(netrc).toMatchObject({ machine: '127.0.0.1' })
  const headers = basic(netrc?.login ?? '', netrc?.password)
  expect(await ask(refs('owner/private', 'upload'), headers)).toBe(200)
  expect(await ask(refs('owner/private', 'receive'), headers)).toBe(401)
  expect(await ask(refs('acme/private', 'upload'), headers)).toBe(401)
  now += 3 * 86_400_000
  expect(await ask(refs('owner/private', 'upload'), headers)).toBe(401)
  const other = basic('job', netrc?.password.replace(/[.][^.]{4}/, '.AAAA'))
  expect(await ask(refs('owner/private', 'upload'), other)).toBe(401)
})

async function netrcOf(fullName: string) {
  const [owner = '', name = ''] = fullName.split('/')
  const repo = await server.forge.getRepo(server.ctx(server.forge.accountOf('root')?.remoteId ?? ''), {
    owner,
    name,
  })
  return server.forge.netrc(repo, undefined, undefined)
}

test('after ten wrong passwords even the right one has to wait, for that login alone', async () => {
  const path = refs('acme/private', 'upload')
  for (let tries = 0; tries < 10; tries++) expect(await ask(path, basic('Member', 'wrong'))).toBe(401)
  const response = await fetch(`${server.address}/ci/git/${path}`, { headers: basic('member') })
  expect(response.status).toBe(429)
  expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(800)
  expect(await ask(path, basic('chief'))).toBe(200)
  now += 901_000
  expect(await ask(path, basic('member'))).toBe(200)
})

test('many clients with the same right password at a time are not taken for somebody guessing', async () => {
  const answers = await Promise.all(
    Array.from({ length: 30 }, () => ask(refs('acme/private', 'upload'), basic('puller'))),
  )
  expect(new Set(answers)).toEqual(new Set([200]))
})

test.each([
  '../../yaffle.db',
  'owner/../owner/private.git/info/refs',
  '%2e%2e/owner/private.git/info/refs',
  'owner%2F..%2Fowner/private.git/info/refs?service=git-upload-pack',
  'owner/private.git/config',
  'owner/private.git/objects/info/packs',
  'owner/private.git/info/refs/x?service=git-upload-pack',
  'owner/private.git%00/info/refs?service=git-upload-pack',
  'owner/-private.git/info/refs?service=git-upload-pack',
  '.new-x/private.git/info/refs?service=git-upload-pack',
  'owner/deep/private.git/info/refs?service=git-upload-pack',
  'owner/private/info/refs?service=git-upload-pack',
])('%s is no address of a repository', async (path) => {
  // Not through fetch, which would tidy the path.
  const status = await new Promise<number | undefined>((resolve, reject) => {
    const { hostname, port } = new URL(server.address)
    const call = httpRequest(
      { hostname, port, path: `/ci/git/${path}`, headers: basic('root') },
      (response) => {
        response.resume()
        resolve(response.statusCode)
      },
    )
    call.on('error', reject).end()
  })
  expect([400, 404]).toContain(status)
})

test('old clients without the smart protocol are told so', async () => {
  expect(await ask('owner/public.git/info/refs')).toBe(403)
  expect(await ask('owner/public.git/info/refs?service=git-upload-archive')).toBe(403)
})

test('a browser is led to the page of the repository', async () => {
  const response = await fetch(`${server.address}/ci/git/owner/public.git`, { redirect: 'manual' })
  expect(response.status).toBe(303)
  expect(response.headers.get('location')).toBe(`${server.address}/ci/owner/public`)
})

test('a compressed question is understood', async () => {
  const copy = await aWorkingCopy(server.url('owner/public', 'owner'))
  const sha = await copy.commit('One', { a: '1' })
  await copy.do('push', 'origin', 'main')
  copy.remove()
  const response = await fetch(`${server.address}/ci/git/owner/public.git/git-upload-pack`, {
    method: 'POST',
    headers: {
      'content-type': 'application/x-git-upload-pack-request',
      'content-encoding': 'gzip',
      'git-protocol': 'version=2',
    },
    body: gzipSync(`${packet('command=ls-refs\n')}0001${packet('ref-prefix refs/heads/\n')}0000`),
  })
  expect(await response.text()).toContain(`${sha} refs/heads/main`)
})

test('nothing stays behind of a client that hangs up in the middle of a push', async () => {
  const { hostname, port } = new URL(server.address)
  const call = httpRequest({
    hostname,
    port,
    method: 'POST',
    path: '/ci/git/owner/public.git/git-receive-pack',
    headers: { ...basic('owner'), 'content-type': 'application/x-git-receive-pack-request' },
  })
  call.on('error', () => {})
  const zero = '0'.repeat(40)
  call.write(`${packet(`${zero} ${'1'.repeat(40)} refs/heads/x\0 report-status`)}0000PACK`)
  await vi.waitFor(() => expect(gitProcesses()).not.toEqual([]), 10_000)
  call.destroy()
  await vi.waitFor(() => expect(gitProcesses()).toEqual([]), 10_000)
})
