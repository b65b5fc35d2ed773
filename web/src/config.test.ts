// @vitest-environment node
import { describe, expect, it } from 'vitest'

import { readConfig } from './config.ts'

const globals = {
  WOODPECKER_USER: { id: 1, login: 'ana', email: '', avatar_url: '', forge_remote_id: '1', org_id: 2 },
  WOODPECKER_CSRF: 'token',
  WOODPECKER_VERSION: '3.17.0',
  WOODPECKER_ROOT_PATH: '/ci',
  WOODPECKER_ENABLE_SWAGGER: true,
  WOODPECKER_SKIP_VERSION_CHECK: true,
  WOODPECKER_USER_REGISTERED_AGENTS: true,
  WOODPECKER_MAX_PIPELINE_LOG_LINE_COUNT: 100,
  WOODPECKER_DEFAULT_CONFIG_PATHS: ['.woodpecker.yaml'],
}

describe('what the server tells the page', () => {
  it('is read with what it leaves out', () => {
    expect(readConfig(globals)).toMatchObject({
      user: { login: 'ana', admin: false, forge_id: 0 },
      csrf: 'token',
      version: '3.17.0',
      rootPath: '/ci',
      enableSwagger: true,
      skipVersionCheck: true,
      userRegisteredAgents: true,
      maxPipelineLogLineCount: 100,
      defaultConfigPaths: ['.woodpecker.yaml'],
    })
  })

  it('may be nothing at all', () => {
    expect(readConfig({})).toMatchObject({
      user: null,
      csrf: '',
      token: '',
      version: '',
      rootPath: '',
      enableSwagger: false,
      maxPipelineLogLineCount: 5000,
      defaultConfigPaths: [],
    })
  })

  it.each([
    ['WOODPECKER_USER', null, { user: null }],
    ['WOODPECKER_USER', 'ana', { user: null }],
    ['WOODPECKER_ROOT_PATH', '/ci/', { rootPath: '/ci' }],
    ['WOODPECKER_ROOT_PATH', '/', { rootPath: '' }],
    ['WOODPECKER_ROOT_PATH', null, { rootPath: '' }],
    ['YAFFLE_FORGE_ROOT_PATH', undefined, { forgeRootPath: undefined }],
    ['YAFFLE_FORGE_ROOT_PATH', '', { rootPath: '/ci', forgeRootPath: '' }],
    ['WOODPECKER_DEFAULT_CONFIG_PATHS', null, { defaultConfigPaths: [] }],
    ['WOODPECKER_ENABLE_SWAGGER', 'false', { enableSwagger: false }],
    ['WOODPECKER_MAX_PIPELINE_LOG_LINE_COUNT', '7', { maxPipelineLogLineCount: 5000 }],
  ])('may have %s as %j', (name, value, expected) => {
    expect(readConfig({ ...globals, [name]: value })).toMatchObject(expected)
  })
})
