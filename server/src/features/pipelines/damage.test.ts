import { chmodSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { Pipeline } from '@yaffle/contract/pipelines'
import { afterAll, beforeAll, expect, it } from 'vitest'

import { git } from '../../forge/local/git.ts'
import { aFile, type Files, type TestRepo } from '../../testing/repos.ts'
import { testServer, type TestServer } from '../../testing/testServer.ts'

let server: TestServer
let made = 0

beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.close())

type Damage = (repo: TestRepo, object: string) => void | Promise<void>

const looseFile = ({ path }: TestRepo, object: string) =>
  join(path, 'objects', object.slice(0, 2), object.slice(2))

function overwrite(file: string, change: (bytes: Buffer) => Buffer) {
  chmodSync(file, 0o644)
  writeFileSync(file, change(readFileSync(file)))
}

const garbage: Damage = (repo, object) => overwrite(looseFile(repo, object), () => Buffer.from('no zlib'))
const half: Damage = (repo, object) =>
  overwrite(looseFile(repo, object), (bytes) => bytes.subarray(0, bytes.length / 2))
const gone: Damage = (repo, object) => rmSync(looseFile(repo, object))

/** Everything in one pack, of which the middle of one object is overwritten. */
const inPack: Damage = async (repo, object) => {
  await git(repo.path, ['repack', '-a', '-d', '-q'])
  const folder = join(repo.path, 'objects/pack')
  const pack = readdirSync(folder).find((name) => name.endsWith('.pack')) ?? ''
  const listing = (await git(repo.path, ['verify-pack', '-v', join(folder, pack)])).toString()
  const [, , , size = '0', offset = '0'] =
    listing
      .split('\n')
      .find((line) => line.startsWith(object))
      ?.split(/ +/) ?? []
  overwrite(join(folder, pack), (bytes) =>
    bytes.fill(0xff, Number(offset) + 3, Number(offset) + Number(size)),
  )
}

/** A repository of which one object, named as a revision, is no longer what it was. */
async function damagedRepo(revision: string, damage: Damage, files: Files = aFile()): Promise<TestRepo> {
  const repo = await server.repo(`ana/damaged${++made}`, { files })
  const object = (await git(repo.path, ['rev-parse', revision])).toString().trim()
  await damage(repo, object)
  return repo
}

const inFolder = { '.woodpecker/build.yaml': aFile()['.woodpecker.yaml'], 'README.md': 'Hello' }

it.each<[string, string, Damage, Files?]>([
  ['a pipeline file that is no object any more', 'main:.woodpecker.yaml', garbage],
  ['a pipeline file cut short', 'main:.woodpecker.yaml', half],
  ['a pipeline file that is gone', 'main:.woodpecker.yaml', gone],
  ['a pipeline file damaged in a pack', 'main:.woodpecker.yaml', inPack],
  ['a file in the folder of pipelines', 'main:.woodpecker/build.yaml', garbage, inFolder],
  ['the folder of pipelines', 'main:.woodpecker', garbage, inFolder],
  ['the folder of pipelines, gone', 'main:.woodpecker', gone, inFolder],
  ['the root folder, gone', 'main^{tree}', gone],
])('%s makes a pipeline that says so', async (_what, revision, damage, files) => {
  const repo = await damagedRepo(revision, damage, files)
  const answer = await repo.by.post(`${repo.url}/pipelines`, {})
  expect(answer.status).toBe(200)
  const { number } = answer.as(Pipeline)
  const { status, errors } = await repo.pipeline(number)
  expect(status).toBe('error')
  expect(errors).toHaveLength(1)
  expect(errors[0]?.message).toMatch(/^The pipeline files could not be read: .*the repository is damaged/)
  expect(errors[0]?.message).not.toContain(server.dataDir)
})

it.each<[string, string, Damage]>([
  ['a damaged commit', 'main', garbage],
  ['a commit that is gone', 'main', gone],
  ['a damaged root folder', 'main^{tree}', garbage],
])('a run of a branch with %s is refused in clear words', async (_what, revision, damage) => {
  const repo = await damagedRepo(revision, damage)
  const answer = await repo.by.post(`${repo.url}/pipelines`, {})
  expect(answer.status).toBe(500)
  expect(answer.body).toContain('the repository is damaged')
  expect(answer.body).not.toContain(server.dataDir)
  expect((await repo.by.get(`${repo.url}/pipelines`)).json()).toEqual([])
  expect((await repo.by.get(`${repo.url}/branches`)).json()).toEqual(['main'])
})
