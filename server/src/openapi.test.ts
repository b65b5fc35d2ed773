import { Ajv2020 } from 'ajv/dist/2020.js'
import { afterAll, beforeAll, expect, it } from 'vitest'

import { apiTexts } from './apiTexts.ts'
import { openApiOf } from './http/openapi.ts'
import { entities, routeTables } from './routeTables.ts'
import { type TestServer, testServer } from './testing/testServer.ts'

type Json = Record<string, unknown>

const document = openApiOf({ tables: routeTables, texts: apiTexts, entities, version: '1.2.3', root: '' })
const paths = document['paths'] as Record<string, Record<string, Json>>
const ajv = new Ajv2020({ strict: false, allErrors: true })
ajv.addSchema(document, 'doc')

let server: TestServer
beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.close())

/** A reference into the document for the JSON that an operation answers with 200, if it answers with JSON. */
function answerOf(path: string, method: string): string | undefined {
  const operation = paths[path]?.[method]
  const responses = operation?.['responses'] as Record<string, { content?: Json }> | undefined
  if (!responses?.['200']?.content?.['application/json']) return undefined
  const pointer = ['paths', path, method, 'responses', '200', 'content', 'application/json', 'schema']
    .map((part) => part.replaceAll('~', '~0').replaceAll('/', '~1'))
    .map(encodeURIComponent)
  return `doc#/${pointer.join('/')}`
}

it('names every operation once, and says what its path takes', () => {
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.values(methods).map((operation) => ({ path, operation })),
  )
  const ids = operations.map(({ operation }) => operation['operationId'])
  expect(new Set(ids).size).toBe(ids.length)
  for (const { path, operation } of operations) {
    const named = (operation['parameters'] as Json[])
      .filter((one) => one['in'] === 'path')
      .map((one) => one['name'])
    expect(named).toEqual([...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name))
  }
})

it('says of every operation and every resource what it is for', () => {
  const operations = Object.values(paths).flatMap((methods) => Object.values(methods))
  for (const { operationId, summary } of operations) expect([operationId, summary]).not.toContain('')
  for (const { name, description } of document['tags'] as Json[])
    expect([name, description]).not.toContain('')
  expect(operations.length).toBe(Object.values(routeTables).flatMap((table) => Object.keys(table)).length)
})

it('refers to nothing that is not there', () => {
  const schemas = Object.keys((document['components'] as { schemas: Json }).schemas)
  const refs = [...JSON.stringify(document).matchAll(/"\$ref":"#\/components\/schemas\/(\w+)"/g)].map(
    ([, name]) => name,
  )
  expect(refs.length).toBeGreaterThan(20)
  for (const name of refs) expect(schemas).toContain(name)
})

it('describes what the server really answers', async () => {
  const boss = await server.person('boss')
  const repo = await server.repo('boss/api')
  await boss.post(`${repo.url}/secrets`, { name: 'token', value: 'x', events: ['push'] })
  await boss.post(`${repo.url}/registries`, { address: 'docker.io', username: 'a', password: 'b' })
  await boss.post(`${repo.url}/cron`, { name: 'nightly', schedule: '@daily', enabled: true })
  await boss.post(`${repo.url}/pipelines`, { branch: 'main' })
  await server.core.runner.whenIdle()

  const pipeline = server.core.pipelines.newestRow(repo.id)
  const step = pipeline && server.core.pipelines.whole(pipeline).workflows?.[0]?.children[0]
  const values: Record<string, string> = {
    repo_id: String(repo.id),
    org_id: String(boss.user.org_id),
    number: String(pipeline?.number),
    step_id: String(step?.id),
    full_name: 'boss/api',
    login: 'boss',
    name: 'token',
    address: 'docker.io',
    cron_id: '1',
    agent_id: '1',
    forge_id: '1',
  }
  const seen: string[] = []
  for (const path of Object.keys(paths)) {
    const reference = answerOf(path, 'get')
    if (!reference) continue
    const url = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '0')
    const answer = await boss.get(url)
    // The names made up above belong to the repository: the other scopes have none of them.
    if (answer.status === 404) continue
    expect([url, answer.status]).toEqual([url, 200])
    const isValid = ajv.validate(reference, answer.json())
    expect([url, isValid ? [] : ajv.errors]).toEqual([url, []])
    seen.push(path)
  }
  expect(seen.length).toBeGreaterThan(35)
})
