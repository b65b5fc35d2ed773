import { describe, expect, it } from 'vitest'

import { ConfigError, helpText, readConfig } from './config.ts'

const refusal = (args: string[], environment: NodeJS.ProcessEnv = {}) => {
  try {
    readConfig(args, environment)
  } catch (error) {
    if (error instanceof ConfigError) return error.message
    throw error
  }
  return 'accepted'
}

describe('settings', () => {
  it('have defaults', () => {
    expect(readConfig([], {})).toMatchObject({
      listen: { host: '127.0.0.1', port: 8000 },
      publicUrl: undefined,
      admins: ['admin'],
      isDemo: true,
      isOpen: false,
      sessionSeconds: 72 * 3600,
      defaultTimeout: 60,
      maxTimeout: 120,
      logLevel: 'info',
    })
  })

  it('come from a flag before the environment', () => {
    const config = readConfig(['--addr', '[::1]:0', '--host=https://ci.example/x/'], {
      YAFFLE_ADDR: 'y:1',
      YAFFLE_CAPACITY: '3',
    })
    expect(config).toMatchObject({
      listen: { host: '::1', port: 0 },
      publicUrl: 'https://ci.example/x',
      capacity: 3,
    })
  })

  it.each<[string, string[], NodeJS.ProcessEnv]>([
    ['--addr', ['--addr', 'nowhere'], {}],
    ['YAFFLE_ADDR', [], { YAFFLE_ADDR: 'localhost:99999' }],
    ['--host', ['--host', 'ftp://x'], {}],
    ['--host', ['--host', 'http://x/?a=1'], {}],
    ['--upstream', ['--upstream', 'ci.example'], {}],
    ['YAFFLE_DEMO', [], { YAFFLE_DEMO: 'maybe' }],
    ['YAFFLE_CAPACITY', [], { YAFFLE_CAPACITY: '0' }],
    ['YAFFLE_CAPACITY', [], { YAFFLE_CAPACITY: '2.5' }],
    ['YAFFLE_DEFAULT_TIMEOUT', [], { YAFFLE_DEFAULT_TIMEOUT: '500' }],
    ['YAFFLE_SESSION_EXPIRES', [], { YAFFLE_SESSION_EXPIRES: '3 days' }],
    ['YAFFLE_SESSION_EXPIRES', [], { YAFFLE_SESSION_EXPIRES: '1s' }],
    ['YAFFLE_LOG_LEVEL', [], { YAFFLE_LOG_LEVEL: 'loud' }],
    ['YAFFLE_ADMIN_PASSWORD', [], { YAFFLE_ADMIN_PASSWORD: 'short' }],
    ['--colour', ['--colour', 'red'], {}],
    ['--data', ['--data'], {}],
  ])('refuses a bad %s, naming it', (name, args, environment) => {
    expect(refusal(args, environment)).toMatch(new RegExp(`^${name}\\b`))
  })

  it('never repeats a password in a refusal', () => {
    expect(refusal([], { YAFFLE_ADMIN_PASSWORD: 'hunter2' })).not.toContain('hunter2')
  })

  it('are all in the help', () => {
    for (const name of [
      '--addr',
      '--host',
      '--data',
      '--upstream',
      'YAFFLE_STRICT_IMAGES',
      'YAFFLE_METRICS_TOKEN',
    ])
      expect(helpText()).toContain(name)
  })
})
