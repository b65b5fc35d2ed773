import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'

import { aHarness, aStep, aWorkflow, type Harness, sh } from './testing/harness.ts'
import type { CloneSource } from './types.ts'

let folder: string
let first: string
let second: string
let source: CloneSource
let on: Harness

const git = (cwd: string, ...args: string[]) =>
  execFileSync('git', ['-c', 'user.name=Ann', '-c', 'user.email=ann@example.org', ...args], {
    cwd,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  }).trim()

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'yaffle-clone-'))
  const work = join(folder, 'work')
  git(folder, 'init', '-q', '-b', 'main', work)
  writeFileSync(join(work, 'file'), 'first\n')
  git(work, 'add', '.')
  git(work, 'commit', '-q', '-m', 'one')
  first = git(work, 'rev-parse', 'HEAD')
  git(work, 'tag', 'v1')
  writeFileSync(join(work, 'file'), 'second\n')
  git(work, 'commit', '-q', '-a', '-m', 'two')
  second = git(work, 'rev-parse', 'HEAD')
  git(folder, 'clone', '-q', '--bare', work, join(folder, 'bare.git'))
})
afterAll(() => rmSync(folder, { recursive: true }))

beforeEach(async () => {
  source = { url: join(folder, 'bare.git') }
  on = await aHarness({ cloneSource: () => source })
})
afterEach(() => on.close())

const aClone = (sha: string, settings: Record<string, string> = { depth: '0' }) =>
  aStep({
    name: 'clone',
    type: 'clone',
    image: 'docker.io/woodpeckerci/plugin-git',
    commands: [],
    settings,
    environment: { CI_COMMIT_SHA: sha, CI_COMMIT_BRANCH: 'main' },
  })

const look = (...commands: string[]) => sh('look', commands)
const seen = (id: number) =>
  on
    .logOf(id, 'look')
    .split('\n')
    .filter((line) => !line.startsWith('+ '))

test('fetches exactly the commit, one deep, and shows its commands', async () => {
  const out = await on.run([
    aWorkflow([
      aClone(first),
      look('cat file', 'git rev-parse HEAD', 'git branch --show-current', 'git rev-list --count HEAD'),
    ]),
  ])
  expect(on.logOf(out.id, 'clone')).toContain('+ git init')
  expect(on.logOf(out.id, 'clone')).toContain(`+ git fetch --no-tags --depth=1 origin +${first}:`)
  expect(on.logOf(out.id, 'clone')).toContain(`+ git reset --hard -q ${first}`)
  expect(out.status).toBe('success')
  expect(seen(out.id)).toEqual(['first', first, 'main', '1'])
})

test.each([
  [{ partial: 'false', depth: '0' }, '2'],
  [{ depth: '1' }, '1'],
  [{ depth: '50' }, '2'],
  [{ tags: 'true' }, '2'],
])('with settings %j it has %s commits', async (settings, count) => {
  const out = await on.run([aWorkflow([aClone(second, settings), look('git rev-list --count HEAD')])])
  expect(out.status).toBe('success')
  expect(seen(out.id)).toEqual([count])
})

test('fetches tags when they are wanted', async () => {
  const out = await on.run([
    aWorkflow([aClone(second, { tags: 'true' }), look('git tag', 'git describe --tags')]),
  ])
  expect(seen(out.id)[0]).toBe('v1')
  expect(seen(out.id)[1]).toMatch(/^v1-1-g/)
})

test('clones into a path, another branch name, another reference', async () => {
  const settings = { path: 'sub/dir', branch: 'topic', ref: 'refs/tags/v1' }
  const out = await on.run([
    aWorkflow([aClone(second, settings), look('cd sub/dir', 'cat file', 'git branch --show-current')]),
  ])
  expect(out.status).toBe('success')
  expect(seen(out.id)).toEqual(['first', 'topic'])
})

test('a commit that is not there fails with what git says', async () => {
  const out = await on.run([aWorkflow([aClone('1'.repeat(40)), look('true')])])
  expect(out.steps['clone']).toMatchObject({ state: 'failure', exit_code: 128 })
  expect(on.logOf(out.id, 'clone')).toContain('not our ref')
  expect(out.steps['look']!.state).toBe('skipped')
})

test('a source that cannot be had fails the step with the reason', async () => {
  await on.close()
  on = await aHarness({ cloneSource: () => Promise.reject(new Error('The repository is gone')) })
  const out = await on.run([aWorkflow([aClone(first)])])
  expect(out.steps['clone']).toMatchObject({ state: 'failure', error: 'The repository is gone' })
})

test('odd branch names and URLs stay words of the command line', async () => {
  source = { url: join(folder, `no'pe $(touch ${folder}/pwned)`) }
  const step = aClone(first)
  step.environment['CI_COMMIT_BRANCH'] = "a'b;touch pwned"
  const out = await on.run([aWorkflow([step, sh('look', 'ls -A', { onFailure: true })])])
  expect(out.steps['clone']!.state).toBe('failure')
  expect(seen(out.id)).not.toContain('pwned')
  expect(() => git(folder, 'hash-object', join(folder, 'pwned'))).toThrow()
})

test('credentials go to git, are hidden in the log, and are gone in the next step', async () => {
  const asked: (string | undefined)[] = []
  const server = createServer((request, response) => {
    asked.push(request.headers.authorization)
    response.writeHead(request.headers.authorization ? 403 : 401, { 'WWW-Authenticate': 'Basic realm="git"' })
    response.end(`remote says ${String(request.headers.authorization)} correct-horse\n`)
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const { port } = server.address() as AddressInfo
  const machine = '127.0.0.1'
  source = {
    url: `http://${machine}:${port}/x.git`,
    netrc: { machine, login: 'job', password: 'correct-horse' },
  }
  const out = await on.run([
    aWorkflow([
      aClone(first),
      sh('look', ['ls -A "$HOME"', 'grep -rc correct-horse "$HOME" || true'], { onFailure: true }),
    ]),
  ])
  server.close()
  expect(asked).toContain(`Basic ${Buffer.from('job:correct-horse').toString('base64')}`)
  expect(out.steps['clone']!.state).toBe('failure')
  expect(on.logOf(out.id, 'clone')).not.toContain('correct-horse')
  expect(seen(out.id)).not.toContain('.netrc')
})
