import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { aLab, type Lab, problemsOf, type Project, table, told } from './testing/lab.ts'

/** Secrets and registries in runs (engine 2.5, 7.2). */

let lab: Lab
beforeAll(async () => {
  lab = await aLab({ capacity: 4 })
})
afterAll(() => lab.close())

const file = (environment: string, commands: string) => `
skip_clone: true
when: [{event: [push, pull_request]}]
steps:
  - name: use
    image: sh
    environment: ${environment}
    commands: ${commands}
`

describe.concurrent('E11 secrets', () => {
  const example = (more = '') => `
skip_clone: true
when: [{event: [push, pull_request]}]
steps:
  - name: use
    image: sh
    environment:
      T: {from_secret: TOKEN}
      K: {from_secret: key}
      P: {from_secret: pin}
${more}
    commands:
      - echo "t=$T p=$P"
      - echo "$K"
      - echo zzzzzz
`
  async function project(name: string) {
    const on = await lab.project(name)
    await on.secret({ name: 'token', value: 's3cr3t-value' })
    await on.secret({ name: 'key', value: '-----A\nqq\n-----B', events: ['push', 'pull_request'] })
    await on.secret({ name: 'pin', value: 'abc', events: ['push', 'pull_request'] })
    await on.secret({
      name: 'plug',
      value: 'zzzzzz',
      events: ['push', 'pull_request'],
      images: ['env'],
    })
    return on
  }

  test('reach the step and not the log', async () => {
    const on = await project('e11/push')
    const done = await on.ran(example())
    expect(told(done)).toBe(table`
      success
      1 woodpecker success
        2 use success
    `)
    expect(await on.printed(done, 'use')).toEqual([
      't=******** p=abc',
      '********',
      '********',
      '********',
      '********',
    ])
    expect(await on.lines(done, 'use')).toContain('+ echo ********')
  })

  test('are not there for other events', async () => {
    const on = await project('e11/pull')
    await on.ran(example())
    await on.copy.do('switch', '--quiet', '--create', 'work')
    const failed = await on.pushed(
      { 'a.txt': '1' },
      { to: 'refs/for/main', options: ['topic=fix', 'title=Fix'] },
    )
    expect(failed.event).toBe('pull_request')
    expect(told(failed)).toBe('error')
    expect(problemsOf(failed)).toMatchObject([{ type: 'generic' }])
    expect(problemsOf(failed)[0]?.message).toMatch(/token.*pull_request/is)
  })

  test('for certain images are for plugins only', async () => {
    const on = await project('e11/images')
    const failed = await on.pushed(example('      X: {from_secret: plug}'))
    expect(told(failed)).toBe('error')
    expect(problemsOf(failed)).toMatchObject([{ type: 'generic' }])
    expect(problemsOf(failed)[0]?.message).toMatch(/plug/)
    const plugin = (image: string) =>
      `skip_clone: true\nwhen: {event: push}\nsteps: [{name: a, image: ${image}, settings: {x: {from_secret: plug}}}]\n`
    const done = await on.ran(plugin('docker.io/library/env:latest'))
    expect(done.status).toBe('success')
    expect(await on.lines(done, 'a')).toContain('PLUGIN_X=********')
    expect(told(await on.pushed(plugin('printenv')))).toBe('error')
  })

  test('that were missing count when the pipeline is restarted', async () => {
    const on = await lab.project('e11/later')
    const failed = await on.pushed(file('{T: {from_secret: late}}', 'test "$T" = "made at last"'))
    expect(told(failed)).toBe('error')
    await on.secret({ name: 'late', value: 'made at last' })
    const again = (await on.post(`/pipelines/${failed.number}`)).json() as { number: number }
    expect(await on.over(again.number)).toMatchObject({
      status: 'success',
      number: failed.number + 1,
      parent: failed.number,
      rerun_count: 1,
      errors: [],
    })
  })
})

test('the closest of a name counts: repository, then organisation, then everybody', async () => {
  const boss = await lab.person('boss')
  const owner = await lab.person('hive')
  const on: Project = await lab.project('hive/tool', { visibility: 'public' })
  const { org_id } = lab.core.repos.get(on.id) ?? { org_id: 0 }
  const add = async (url: string, names: Record<string, string>) => {
    for (const [name, value] of Object.entries(names)) {
      const answer = await boss.post(`${url}/secrets`, { name, value, events: ['push'], images: [] })
      expect(answer.status, answer.body).toBe(200)
    }
  }
  await add('/api', { everywhere: 'global-1', shared: 'global-2', own: 'global-3', foo: 'global-4' })
  await add(`/api/orgs/${org_id}`, { shared: 'of-the-org-2', own: 'of-the-org-3' })
  await on.secret({ name: 'own', value: 'of-the-repo-3' })
  // The compiler does not tell the two spellings apart, and the repository's wins.
  await on.secret({ name: 'FOO', value: 'of-the-repo-4' })
  expect(owner.login).toBe('hive')
  const env =
    '{A: {from_secret: everywhere}, B: {from_secret: shared}, C: {from_secret: own}, D: {from_secret: foo}}'
  const done = await on.ran(
    file(env, '["for v in $A $B $C $D; do echo $v | sed s/-/=/g; done", "echo global-3 of-the-org-3"]'),
  )
  expect(await on.printed(done, 'use')).toEqual([
    'global=1',
    'of=the=org=2',
    'of=the=repo=3',
    'of=the=repo=4',
    'global-3 of-the-org-3',
  ])
  for (const name of ['everywhere', 'shared', 'own', 'foo']) await boss.delete(`/api/secrets/${name}`)
})

test('passwords of registries are hidden in logs like secrets, whoever’s they are', async () => {
  const boss = await lab.person('boss')
  const on = await lab.project('store/tool')
  const { org_id } = lab.core.repos.get(on.id) ?? { org_id: 0 }
  const registries = [
    ['/api', 'one.example', 'pass-of-all'],
    [`/api/orgs/${org_id}`, 'two.example', 'pass-of-org'],
    [on.url, 'three.example', 'pass-of-repo'],
  ] as const
  for (const [url, address, password] of registries) {
    const answer = await boss.post(`${url}/registries`, { address, username: 'robot', password })
    expect(answer.status, answer.body).toBe(200)
  }
  const done = await on.ran(file('{}', 'echo pass-of-all pass-of-org pass-of-repo robot'))
  expect(await on.printed(done, 'use')).toEqual(['******** ******** ******** robot'])
  const elsewhere = await lab.project('elsewhere/tool')
  const other = await elsewhere.ran(file('{}', 'echo pass-of-all pass-of-org pass-of-repo'))
  expect(await elsewhere.printed(other, 'use')).toEqual(['******** pass-of-org pass-of-repo'])
  await boss.delete('/api/registries/one.example')
})
