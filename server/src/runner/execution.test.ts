import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { afterEach, describe, expect, test } from 'vitest'

import { aHarness, aStep, aWorkflow, type Harness, sh } from './testing/harness.ts'
import type { RunnerDeps } from './types.ts'

let on: Harness
const start = async (overrides: Partial<RunnerDeps> = {}) => {
  on = await aHarness(overrides)
}
afterEach(() => on.close())

const plugin = (image: string, environment: Record<string, string> = {}) =>
  aStep({ name: 'it', type: 'plugin', image, commands: [], environment })
const logLines = (id: number, name = 'it') => on.logOf(id, name).split('\n')

describe('the environment of a step', () => {
  test('holds its own variables and the stamps, and nothing secret of the server', async () => {
    await start({
      environment: {
        PATH: process.env['PATH'],
        LANG: 'C.UTF-8',
        LC_TIME: 'C',
        TZ: 'UTC',
        YAFFLE_ADMIN_PASSWORD: 'hunter22',
        AWS_SECRET_ACCESS_KEY: 'x',
        https_proxy: 'http://proxy:1',
      },
    })
    const environment = {
      CI: 'woodpecker',
      MINE: 'yes',
      CI_PIPELINE_STATUS: 'lie',
      CI_NETRC_PASSWORD: 'pw',
      CI_SCRIPT: 'x',
      HOME: '/root',
      SHELL: '/bin/odd',
      CI_WORKSPACE: '/woodpecker/src',
    }
    const out = await on.run([aWorkflow([sh('it', 'env', { environment })])])
    const all = Object.fromEntries(logLines(out.id).map((line) => line.split(/=(.*)/s).slice(0, 2)))
    const workspaces = join(on.dataDir, 'workspaces')
    expect(all).toMatchObject({
      CI: 'woodpecker',
      MINE: 'yes',
      LANG: 'C.UTF-8',
      LC_TIME: 'C',
      TZ: 'UTC',
      https_proxy: 'http://proxy:1',
      CI_MACHINE: 'box',
      CI_STEP_NAME: 'it',
      CI_STEP_TYPE: 'commands',
      CI_PIPELINE_STATUS: 'success',
      CI_PIPELINE_STARTED: String(out.workflows['build']!.started),
      CI_STEP_STARTED: String(out.steps['it']!.started),
    })
    expect(all['CI_SYSTEM_PLATFORM']).toMatch(/^linux\/(amd64|arm64)$/)
    expect(all['CI_WORKSPACE']).toMatch(new RegExp(`^${workspaces}/[^/]+/workspace$`))
    expect(all['HOME']).toMatch(new RegExp(`^${workspaces}/[^/]+/home$`))
    expect(all['USERPROFILE']).toBe(all['HOME'])
    for (const name of [
      'YAFFLE_ADMIN_PASSWORD',
      'AWS_SECRET_ACCESS_KEY',
      'CI_NETRC_PASSWORD',
      'CI_SCRIPT',
      'SHELL',
    ])
      expect(all).not.toHaveProperty(name)
  })

  test('leaves out a list of changed files that is too long for the system', async () => {
    await start()
    const environment = { CI_PIPELINE_FILES: 'x'.repeat(200_000) }
    const out = await on.run([aWorkflow([sh('it', 'test -z "$CI_PIPELINE_FILES"', { environment })])])
    expect(out.status).toBe('success')
  })

  test('names the variable that no process can be given, and not its value', async () => {
    await start()
    const out = await on.run([aWorkflow([sh('it', 'true', { environment: { TOKEN: 'hunter22\0' } })])])
    expect(out.steps['it']).toMatchObject({
      state: 'failure',
      error: 'The variable `TOKEN` contains the character NUL, which no process can be given',
    })
  })
})

describe('where a step runs', () => {
  test('in one workspace for all steps of a workflow, closed to other users', async () => {
    await start()
    const out = await on.run([
      aWorkflow([
        sh('one', 'echo kept > file'),
        sh('it', ['cat file', 'stat -c %a "$CI_WORKSPACE" "$HOME"']),
      ]),
    ])
    expect(logLines(out.id)).toEqual([
      '+ cat file',
      'kept',
      '+ stat -c %a "$CI_WORKSPACE" "$HOME"',
      '700',
      '700',
    ])
  })

  test('in its directory, which is made when it is missing (D2)', async () => {
    await start()
    const out = await on.run([aWorkflow([sh('it', 'pwd', { directory: 'deep/down' })])])
    expect(on.logOf(out.id, 'it')).toMatch(/\/workspace\/deep\/down$/)
  })

  test.each(['..', '../other', '/etc', 'a/../../b'])(
    'never outside of the workspace: %s',
    async (directory) => {
      await start()
      const out = await on.run([aWorkflow([sh('it', 'pwd', { directory })])])
      expect(out.steps['it']).toMatchObject({ state: 'failure', exit_code: 0 })
      expect(out.steps['it']!.error).toContain(directory)
    },
  )

  test('with its input closed', async () => {
    await start()
    const out = await on.run([aWorkflow([sh('it', 'cat')])])
    expect(out.status).toBe('success')
  })
})

describe('commands', () => {
  test('share the state of the shell; the first that fails ends the step with its code', async () => {
    await start()
    const out = await on.run([
      aWorkflow([
        sh('it', ['X=1', 'cd /', 'pwd', 'echo "$X"', 'false || true', 'false | true', '(exit 5)', 'echo no']),
      ]),
    ])
    expect(out.steps['it']!.exit_code).toBe(5)
    expect(logLines(out.id).filter((line) => !line.startsWith('+ '))).toEqual(['/', '1'])
  })

  test('are shown as they are written, over several lines and with quotes', async () => {
    await start()
    const command = `echo 'it''s' "$HOME_OF_NOBODY"\necho "\\n" %s`
    const out = await on.run([aWorkflow([sh('it', command)])])
    expect(logLines(out.id).slice(0, 2)).toEqual([`+ echo 'it''s' "$HOME_OF_NOBODY"`, `echo "\\n" %s`])
  })

  test('longer than an argument may be still run', async () => {
    await start()
    const long = Array.from({ length: 4000 }, (_, index) => `: ${index} ${'x'.repeat(40)}`)
    const out = await on.run([aWorkflow([sh('it', [...long, 'echo end of it'], { image: 'bash' })])])
    expect(out.status).toBe('success')
    expect(on.logOf(out.id, 'it')).toMatch(/end of it$/)
  })
})

describe('images (D1)', () => {
  test.each([
    ['sh', 'sh', false],
    ['bash', 'bash', false],
    ['/bin/sh', 'sh', false],
    ['golang:1.25', 'bash', true],
    ['docker.io/library/node:24', 'bash', true],
    ['node', 'bash', true],
    ['alpine:3', 'sh', true],
    ['node:24-alpine', 'sh', true],
    ['docker.io/bash:5', 'bash', false],
  ])('%s runs its commands in %s', async (image, shell, isNoted) => {
    await start()
    const tell = 'if [ -n "$BASH_VERSION" ]; then echo bash; else echo sh; fi'
    const out = await on.run([aWorkflow([sh('it', tell, { image })])])
    const lines = logLines(out.id)
    const expected = shell === 'sh' ? /^(sh|bash)$/ : /^bash$/
    expect(out.status).toBe('success')
    expect(lines.at(-1)).toMatch(expected)
    expect(lines[0]!.includes(`The image ${image} is not used`)).toBe(isNoted)
  })

  test.each(['no-such-shell', 'golang:1.25', 'node'])('strictly, %s cannot run commands', async (image) => {
    await start({ isStrictImages: true })
    const out = await on.run([aWorkflow([sh('it', 'true', { image }), sh('next', 'true')])])
    expect(out.steps['it']).toMatchObject({ state: 'failure', exit_code: 0 })
    expect(out.steps['it']!.error).toContain(image)
    expect(out.workflows['build']!.error).toBe(out.steps['it']!.error)
    expect(out.steps['next']!.state).toBe('skipped')
  })

  test('a program that only fails like a shell is none', async () => {
    await start()
    const fake = join(on.dataDir, 'fake')
    writeFileSync(fake, '#!/bin/sh\nexit 1\n')
    chmodSync(fake, 0o755)
    const out = await on.run([aWorkflow([sh('it', 'echo ran', { image: fake })])])
    expect(out.status).toBe('success')
    expect(logLines(out.id).at(-1)).toBe('ran')
  })

  test('strictly, a shell of this machine runs them', async () => {
    await start({ isStrictImages: true })
    expect((await on.run([aWorkflow([sh('it', 'true')])])).status).toBe('success')
  })
})

describe('plugins', () => {
  const install = (path: string, text: string) => {
    const file = join(on.dataDir, 'plugins', path)
    mkdirSync(join(file, '..'), { recursive: true })
    writeFileSync(file, text)
    chmodSync(file, 0o755)
  }

  test('are executables of this machine', async () => {
    await start()
    const out = await on.run([aWorkflow([plugin('env', { PLUGIN_STR: 'hi' })])])
    expect(logLines(out.id)).toEqual(
      expect.arrayContaining(['PLUGIN_STR=hi', 'CI_STEP_TYPE=plugin', 'DRONE_BUILD_STATUS=success']),
    )
  })

  test.each([
    ['plugins/greet:2', 'greet'],
    ['plugins/greet:2', 'greet/plugin'],
    ['registry.example:5000/acme/greet@sha256:0', 'greet'],
    ['acme/greet', 'acme/greet'],
  ])('%s is found as plugins/%s in the data folder', async (image, path) => {
    await start()
    install(path, '#!/bin/sh\necho "hello $PLUGIN_NAME"\n')
    const out = await on.run([aWorkflow([plugin(image, { PLUGIN_NAME: 'ann' })])])
    expect(on.logOf(out.id, 'it')).toBe('hello ann')
  })

  test.each(['../outside', 'acme/../../outside', '', '..'])('%j leads nowhere', async (image) => {
    await start()
    install('../outside', '#!/bin/sh\necho reached\n')
    const out = await on.run([aWorkflow([plugin(image)])])
    expect(out.steps['it']).toMatchObject({ state: 'failure', exit_code: 0 })
    expect(on.logOf(out.id, 'it')).toBe('')
  })
})
