import { describe, expect, it } from 'vitest'

import { metadataDocument } from './metadata.ts'
import { matchesImage } from './secrets.ts'
import {
  aCommit,
  aSecret,
  blocking,
  compiled,
  on,
  someFacts,
  someMetadata,
  stepNamed,
} from './testing/compile.ts'

const file = (more = '') => `skip_clone: true
when: {event: [push, pull_request, tag, release, manual, cron, deployment]}
steps:
  - {name: s, image: sh, commands: ls${more}}
  - {name: p, image: env, settings: {a: b}}
`
const environment = (context: Parameters<typeof compiled>[1] = {}, step = 's') =>
  stepNamed(compiled(file(), context), step).environment

describe('the variables of a step', () => {
  it('tell of system, forge, repository, commit and pipeline', () => {
    expect(environment()).toEqual({
      CI: 'woodpecker',
      CI_SYSTEM_NAME: 'woodpecker',
      CI_SYSTEM_URL: 'http://ci.example',
      CI_SYSTEM_HOST: 'ci.example',
      CI_SYSTEM_VERSION: '1.2.3',
      CI_FORGE_TYPE: 'addon',
      CI_FORGE_URL: 'http://forge.example',
      CI_REPO: 'demo/hello',
      CI_REPO_OWNER: 'demo',
      CI_REPO_NAME: 'hello',
      CI_REPO_REMOTE_ID: '11',
      CI_REPO_URL: 'http://forge.example/demo/hello',
      CI_REPO_CLONE_URL: 'http://forge.example/demo/hello.git',
      CI_REPO_DEFAULT_BRANCH: 'main',
      CI_REPO_PRIVATE: 'false',
      CI_REPO_TRUSTED: 'false',
      CI_REPO_TRUSTED_NETWORK: 'false',
      CI_REPO_TRUSTED_VOLUMES: 'false',
      CI_REPO_TRUSTED_SECURITY: 'false',
      CI_COMMIT_SHA: '0123456789abcdef0123456789abcdef01234567',
      CI_COMMIT_REF: 'refs/heads/main',
      CI_COMMIT_BRANCH: 'main',
      CI_COMMIT_MESSAGE: 'a change',
      CI_COMMIT_TIMESTAMP: '1700000000',
      CI_COMMIT_AUTHOR: 'ada',
      CI_COMMIT_AUTHOR_EMAIL: 'ada@example.com',
      CI_PIPELINE_NUMBER: '7',
      CI_PIPELINE_PARENT: '0',
      CI_PIPELINE_EVENT: 'push',
      CI_PIPELINE_URL: 'http://ci.example/repos/1/pipeline/7',
      CI_PIPELINE_FORGE_URL: 'http://forge.example/demo/hello/commit/0123456',
      CI_PIPELINE_CREATED: '1700000100',
      CI_PIPELINE_STARTED: '0',
      CI_PIPELINE_AUTHOR: 'ada',
      CI_PIPELINE_FILES: '[]',
      CI_WORKFLOW_NAME: 'woodpecker',
      CI_WORKFLOW_NUMBER: '1',
      CI_STEP_NUMBER: '0',
      CI_STEP_URL: 'http://ci.example/repos/1/pipeline/7',
      CI_PREV_PIPELINE_NUMBER: '0',
      CI_PREV_PIPELINE_PARENT: '0',
      CI_PREV_PIPELINE_CREATED: '0',
      CI_PREV_PIPELINE_STARTED: '0',
      CI_PREV_PIPELINE_FINISHED: '0',
      CI_PREV_COMMIT_TIMESTAMP: '0',
    })
  })

  it('tell of a pull request', () => {
    const commit = aCommit({
      ref: 'refs/pull/15/head',
      refspec: 'topic:main',
      labels: ['a', 'b'],
      milestone: 'm1',
      draft: false,
    })
    expect(
      environment(on('pull_request', { commit, event_reason: ['edited', 'label_updated'] })),
    ).toMatchObject({
      CI_COMMIT_SOURCE_BRANCH: 'topic',
      CI_COMMIT_TARGET_BRANCH: 'main',
      CI_COMMIT_PULL_REQUEST: '15',
      CI_COMMIT_PULL_REQUEST_LABELS: 'a,b',
      CI_COMMIT_PULL_REQUEST_MILESTONE: 'm1',
      CI_COMMIT_PULL_REQUEST_DRAFT: 'false',
      CI_PIPELINE_EVENT_REASON: 'edited,label_updated',
    })
  })

  it('tell of tags, releases, deployments, restarts and what came before', () => {
    const commit = aCommit({ ref: 'refs/tags/v1', branch: '' })
    expect(environment(on('tag', { commit }))).toMatchObject({ CI_COMMIT_TAG: 'v1' })
    expect(
      environment(on('release', { commit, release: { title: 'One', is_prerelease: true } })),
    ).toMatchObject({
      CI_COMMIT_TAG: 'v1',
      CI_PIPELINE_RELEASE_TITLE: 'One',
      CI_PIPELINE_RELEASE_PRE: 'true',
      CI_COMMIT_PRERELEASE: 'true',
    })
    expect(
      environment(on('deployment', { target: 'prod', task: 'up', parent: 3, rerun_count: 2 })),
    ).toMatchObject({
      CI_PIPELINE_DEPLOY_TARGET: 'prod',
      CI_PIPELINE_DEPLOY_TASK: 'up',
      CI_PIPELINE_PARENT: '3',
      CI_PIPELINE_RERUNS: '2',
    })
    const prev = someFacts({ number: 5, status: 'failure', finished: 9, commit: aCommit({ sha: 'fff' }) })
    expect(environment({ metadata: someMetadata({}, { prev }) })).toMatchObject({
      CI_PREV_PIPELINE_NUMBER: '5',
      CI_PREV_PIPELINE_STATUS: 'failure',
      CI_PREV_PIPELINE_FINISHED: '9',
      CI_PREV_COMMIT_SHA: 'fff',
      CI_PREV_COMMIT_URL: 'http://forge.example/demo/hello/commit/0123456',
    })
  })

  it('list changed files up to 500', () => {
    const files = (count: number) =>
      aCommit({ changed_files: Array.from({ length: count }, (_, index) => `f${index}`) })
    expect(environment(on('push', { commit: files(2) }))['CI_PIPELINE_FILES']).toBe('["f0","f1"]')
    expect(environment(on('push', { commit: files(500) }))['CI_PIPELINE_FILES']).toContain('f499')
    expect(environment(on('push', { commit: files(501) }))).not.toHaveProperty('CI_PIPELINE_FILES')
  })

  it('come in layers', () => {
    const context = {
      ...on('manual'),
      globals: { GLOBAL: 'g', CI_REPO_NAME: 'no', OVER: 'global' },
      variables: { RUN: 'r', CI_COMMIT_BRANCH: 'over', OVER: 'run' },
    }
    const result = compiled(file(', environment: {CI_REPO_OWNER: mine, OVER: own}'), context)
    expect(stepNamed(result, 's').environment).toMatchObject({
      GLOBAL: 'g',
      CI_REPO_NAME: 'hello',
      RUN: 'r',
      CI_COMMIT_BRANCH: 'over',
      CI_REPO_OWNER: 'mine',
      OVER: 'own',
    })
    const plugin = stepNamed(result, 'p').environment
    expect(plugin).toMatchObject({
      GLOBAL: 'g',
      OVER: 'global',
      CI_COMMIT_BRANCH: 'main',
      PLUGIN_A: 'b',
      DRONE_BRANCH: 'main',
      PULLREQUEST_DRONE_PULL_REQUEST: '0',
    })
    expect(plugin).not.toHaveProperty('RUN')
    expect(stepNamed(result, 's').environment).not.toHaveProperty('DRONE_BRANCH')
  })
})

describe('values', () => {
  it.each([
    ['text', 'text'],
    ['true', 'true'],
    ['1.0', '1'],
    ['0x10', '16'],
    ['1e30', '1e+30'],
    ['0.00001', '1e-05'],
    ['18446744073709551615', '18446744073709551615'],
    ['yes', 'yes'],
    ['2024-01-02', '"2024-01-02T00:00:00Z"'],
    ['[]', ''],
    ['[1, ~, b]', '1,,b'],
    ['{b: [1, ~], a: "x\\"y"}', '{"a":"x\\"y","b":[1,null]}'],
    ['[[1], 2]', '[[1],2]'],
    ['[{from_secret: t}, a]', '["hush","a"]'],
    ['{from_secret: T}', 'hush'],
  ])('%s becomes %s', (value, expected) => {
    const result = compiled(file(`, environment: {X: ${value}}`), { secrets: [aSecret('t', 'hush')] })
    expect(stepNamed(result, 's').environment['X']).toBe(expected)
  })

  it.each(['{from_secret: [a]}', '{from_secret: 1}', '{from_secret: ~}', '{from_secret: nope}'])(
    '%s is an error',
    (value) => {
      expect(blocking(compiled(file(`, environment: {X: ${value}}`)))).toMatchObject([{ type: 'generic' }])
    },
  )

  it('of secrets are found in any case, the first one first', () => {
    const secrets = [aSecret('FOO', 'repo'), aSecret('foo', 'global')]
    expect(
      stepNamed(compiled(file(', environment: {X: {from_secret: Foo}}'), { secrets }), 's').environment['X'],
    ).toBe('repo')
  })
})

it.each([
  ['alpine', 'alpine', true],
  ['alpine:3', 'alpine', true],
  ['alpine', 'alpine:latest', true],
  ['alpine:3', 'alpine:4', false],
  ['docker.io/library/alpine', 'alpine', true],
  ['index.docker.io/plugins/x:1', 'plugins/x', true],
  ['ghcr.io/a/b', 'a/b', false],
  ['localhost:5000/a:1', 'localhost:5000/a', true],
  ['alpine@sha256:00', 'alpine', true],
])('image %s among %s: %s', (image, allowed, expected) => {
  expect(matchesImage(image, [allowed])).toBe(expected)
})

describe('the metadata document', () => {
  it('leaves out what is empty, and has its objects always', () => {
    const document = metadataDocument(someMetadata())
    expect(document).toMatchObject({
      repo: { id: 1, name: 'hello', trusted: {} },
      curr: { number: 7, event: 'push', commit: { branch: 'main', author: { name: 'ada' } }, release: {} },
      prev: { commit: { author: {} }, release: {} },
      workflow: {},
      step: {},
      sys: { name: 'woodpecker', arch: 'linux/amd64', version: '1.2.3' },
      forge: { type: 'addon' },
    })
    expect(document['curr']).not.toHaveProperty('parent')
    expect(document['curr']).not.toHaveProperty('url')
    expect(document['repo']).not.toHaveProperty('private')
  })
  it('knows no parent of the previous pipeline', () => {
    const document = metadataDocument(someMetadata({ parent: 3 }, { prev: someFacts({ parent: 2 }) }))
    expect(document['curr']).toMatchObject({ parent: 3 })
    expect(document['prev']).not.toHaveProperty('parent')
  })
})
