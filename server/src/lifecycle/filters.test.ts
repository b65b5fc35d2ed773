import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { aLab, type Lab, table, told } from './testing/lab.ts'

/** The examples of the specification (engine 13) about what does not run at all. */

let lab: Lab
beforeAll(async () => {
  lab = await aLab({ capacity: 4 })
})
afterAll(() => lab.close())

describe.concurrent('E08 what is filtered', () => {
  const a = 'skip_clone: true\nwhen: {event: tag}\nsteps: [{name: a, image: sh, commands: echo a}]\n'
  const b = 'skip_clone: true\ndepends_on: a\nsteps: [{name: b, image: sh, commands: echo b}]\n'
  const c =
    'skip_clone: true\ndepends_on: [{name: a, optional: true}]\nsteps: [{name: c, image: sh, commands: echo c}]\n'

  test('goes with what needs it; what may do without stays', async () => {
    const on = await lab.project('e08/three')
    const done = await on.ran({
      '.woodpecker/a.yaml': a,
      '.woodpecker/b.yaml': b,
      '.woodpecker/c.yaml': c,
    })
    expect(told(done)).toBe(table`
      success
      2 c success
        3 c success
    `)
    await on.copy.do('tag', 'v1')
    const [number = 0] = await on.send('v1')
    expect(told(await on.over(number))).toBe(table`
      success
      1 a success
        4 a success
      2 b success
        5 b success
      3 c success
        6 c success
    `)
    const [needed, ...others] = (await on.pipeline(number)).workflows ?? []
    for (const { started } of others) expect(started).toBeGreaterThanOrEqual(needed?.finished ?? Infinity)

    await on.copy.do('rm', '--quiet', '.woodpecker/c.yaml')
    expect(await on.push({ 'more.txt': '1' })).toEqual([])
    const filtered = await on.post('/pipelines', {})
    expect(filtered).toMatchObject({ status: 204, body: '' })
    expect(filtered.headers['pipeline-filtered']).toBe('true')
    expect((await on.all()).map((one) => one.number)).toEqual([number, done.number])
    const [next] = await on.push({ '.woodpecker/c.yaml': c })
    expect(next).toBe(number + 1)
  })

  test('leaves the clone alone when only a step is', async () => {
    const on = await lab.project('e08/step')
    const step = 'steps: [{name: rel, image: sh, commands: echo r, when: {event: tag}}]\n'
    expect(told(await on.ran(step))).toBe(table`
      success
      1 woodpecker success
        2 clone success
    `)
    expect(await on.push({ '.woodpecker.yaml': `skip_clone: true\n${step}` })).toEqual([])
    expect(await on.post('/pipelines', {})).toMatchObject({ status: 204 })
  })
})

describe('E09 a path filter', () => {
  const file = `
skip_clone: true
when:
  - event: push
    path:
      include: ["src/**", "*.toml"]
      exclude: ["**/*.md"]
      ignore_message: "[full]"
      on_empty: false
steps: [{name: x, image: sh, commands: echo x}]
`
  test('runs for these files and no others', async () => {
    const on = await lab.project('e09/repo')
    expect(await on.push({ '.woodpecker.yaml': file })).toEqual([])
    const rows: [string[], string, boolean][] = [
      [['src/a.ts'], 'Change', true],
      [['src/readme.md'], 'Change', false],
      [['src/readme.md', 'docs/x.md'], 'Change', false],
      [['src/readme.md', 'LICENSE'], 'Change', true],
      [['LICENSE'], 'Change', false],
      [['sub/Cargo.toml'], 'Change', false],
      [['Cargo.toml'], 'Change', true],
      [[], 'Change', false],
      [[], 'docs [FULL] x', true],
    ]
    const found: typeof rows = []
    for (const [index, [paths, message]] of rows.entries()) {
      await on.copy.do('switch', '--quiet', '--create', `row-${index}`, 'main')
      const files = Object.fromEntries(paths.map((path) => [path, String(index)]))
      const numbers = await on.push(files, { message, branch: `row-${index}` })
      found.push([paths, message, numbers.length === 1])
    }
    expect(found).toEqual(rows)
    expect(await on.post('/pipelines', { branch: 'row-0' })).toMatchObject({ status: 204 })
    for (const { number } of await on.all()) await on.over(number)
  })
})
