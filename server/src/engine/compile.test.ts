import { describe, expect, it } from 'vitest'

import { blocking, compiled, on, stepNamed } from './testing/compile.ts'

describe('the one-liners', () => {
  const step = 'steps: [{name: s, image: sh, commands: "true"}]'
  it.each([
    ['tabs for indentation', 'steps:\n\t- name: s', 'compiler'],
    ['a list as environment', 'steps: [{name: s, image: sh, commands: ls, environment: [A=b]}]', 'compiler'],
    ['a broken expression', `when: {evaluate: 'CI_COMMIT_MESSAGE contains'}\n${step}`, 'generic'],
    ['NUL in a command', 'steps: [{name: s, image: sh, commands: ["echo \\0"]}]', 'compiler'],
    [
      'NUL in a variable',
      'steps: [{name: s, image: sh, commands: ls, environment: {A: "b\\0"}}]',
      'compiler',
    ],
    [
      'NUL that only comes of putting variables in',
      'steps: [{name: s, image: sh, commands: ls, environment: {A: "${CI_COMMIT_BRANCH}\\\\0"}}]',
      'compiler',
    ],
    ['a number among the commands', 'steps: [{name: s, image: sh, commands: [1]}]', 'compiler'],
    [
      'a bad port',
      'services: [{name: d, image: sh, ports: [99999]}]\nsteps: [{name: s, image: sh, commands: ls}]',
      'generic',
    ],
  ])('%s is an error', (_, file, type) => {
    const result = compiled(file)
    expect(blocking(result)).toMatchObject([{ type }])
    expect(result.workflows).toEqual([])
  })

  it('workflows that wait for each other are an error', () => {
    const result = compiled({ 'a.yaml': `depends_on: b\n${step}`, 'b.yaml': `depends_on: a\n${step}` })
    expect(blocking(result)).toMatchObject([{ type: 'generic' }])
    expect(result.workflows).toEqual([])
  })

  it('a variable of a restart is there for the file and for plugins', () => {
    const result = compiled('skip_clone: true\nsteps: [{name: "${FOO}", image: env}]', {
      globals: { FOO: 'bar' },
    })
    expect(stepNamed(result, 'bar').environment).toMatchObject({ FOO: 'bar' })
  })

  it('a cron filter compares the name of the job', () => {
    const file = `when: {event: cron, cron: nightly}\n${step}`
    expect(compiled(file, on('cron', { cron: 'weekly' })).workflows).toEqual([])
    expect(compiled(file, on('cron', { cron: 'nightly' })).workflows).toHaveLength(1)
  })

  it('labels and concurrency reach the queue', () => {
    const [workflow] = compiled(
      `labels: {gpu: true, woodpecker-ci.org/x: y}\nconcurrency: 1\n${step}`,
    ).workflows
    expect(workflow).toMatchObject({ labels: { gpu: 'true' }, concurrency: { limit: 1, group: '' } })
  })
})
