import { describe, expect, it } from 'vitest'

import { aCommit, aSecret, blocking, compiled, on, stepNamed, warnings } from './testing/compile.ts'

describe('the example pipelines of the specification: variables, secrets and settings', () => {
  describe('E10 substitution and the shell', () => {
    const file = `
skip_clone: true
when: [{event: push}]
steps:
  - name: sub
    image: bash
    commands:
      - echo "\${CI_COMMIT_SHA:0:7} \${CI_COMMIT_BRANCH##*/} \${CI_COMMIT_BRANCH^^}"
      - echo "\${NOPE:-dflt}|\${NOPE}|$\${HOME:+set}|$NOPE"
      - echo \${CI_COMMIT_MESSAGE}
      - X=abc; echo "$\${X%c} $X $(echo hi)"
`
    const push = (message: string) => on('push', { commit: aCommit({ branch: 'feature/login', message }) })
    it('replaces only braces', () => {
      expect(stepNamed(compiled(file, push('fix login\n\nbody')), 'sub').commands).toEqual([
        'echo "0123456 login FEATURE/LOGIN"',
        'echo "dflt||${HOME:+set}|$NOPE"',
        'echo "fix login\\n\\nbody"',
        'X=abc; echo "${X%c} $X $(echo hi)"',
      ])
    })
    it('lets a value break the file', () => {
      expect(compiled(file, push('fix: login')).errors).toMatchObject([
        { type: 'compiler', is_warning: false },
      ])
    })
    it.each(['${X-1}', '${{ a }}'])('refuses %s even in a comment', (bad) => {
      expect(compiled(`${file}# ${bad}\n`, push('x')).errors).toMatchObject([
        { type: 'generic', is_warning: false },
      ])
    })
    it('leaves one dollar sign of two', () => {
      const result = compiled('skip_clone: true\nsteps: [{name: s, image: sh, commands: "echo $$"}]')
      expect(stepNamed(result, 's').commands).toEqual(['echo $'])
    })
  })

  describe('E11 secrets', () => {
    const file = (more = '') => `
skip_clone: true
when: [{event: [push, pull_request]}]
steps:
  - name: use
    image: sh
    environment:
      T: {from_secret: TOKEN}
      K: {from_secret: key}
      P: {from_secret: pin}${more}
    commands: echo "t=$T p=$P"
`
    const both = { events: ['push', 'pull_request'] }
    const secrets = [
      aSecret('token', 's3cr3t-value'),
      aSecret('key', '-----A\nqq\n-----B', both),
      aSecret('pin', 'abc', both),
      aSecret('plug', 'zzzzzz', { images: ['env'] }),
    ]
    it('become variables', () => {
      expect(stepNamed(compiled(file(), { secrets }), 'use').environment).toMatchObject({
        T: 's3cr3t-value',
        K: '-----A\nqq\n-----B',
        P: 'abc',
      })
    })
    it('stay away from events that they are not for', () => {
      const result = compiled(file(), { secrets, ...on('pull_request') })
      expect(result).toMatchObject({ workflows: [], errors: [{ type: 'generic', is_warning: false }] })
      expect(result.errors[0]!.message).toContain('`token`')
      expect(result.errors[0]!.message).toContain('`pull_request`')
    })
    it('with a filter for images are for plugins', () => {
      const result = compiled(file('\n      X: {from_secret: plug}'), { secrets })
      expect(result).toMatchObject({ workflows: [], errors: [{ type: 'generic', is_warning: false }] })
    })
    it('that are missing stop the pipeline', () => {
      const result = compiled(file('\n      X: {from_secret: nope}'), { secrets })
      expect(result.errors[0]!.message).toContain('`nope`')
    })
  })

  describe('E12 settings of a plugin', () => {
    const file = (more = '') => `
skip_clone: true
when: [{event: push}]
steps:
  - name: dump
    image: env
    settings:
      str: hi
      ver: 1.10
      flag: true
      nothing: ~
      list: [a, 2, ~]
      empty: []
      dash-and.dot: x
      obj: {b: 1, a: {from_secret: token}}
      objs: [{k: v}]
${more}`
    const secrets = [aSecret('token', 's3cr3t-value')]
    it('become variables', () => {
      const result = compiled(file(), { secrets })
      const step = stepNamed(result, 'dump')
      expect(result.errors).toEqual([])
      expect(step.type).toBe('plugin')
      expect(step.environment).toMatchObject({
        PLUGIN_STR: 'hi',
        PLUGIN_VER: '1.1',
        PLUGIN_FLAG: 'true',
        PLUGIN_LIST: 'a,2,',
        PLUGIN_EMPTY: '',
        PLUGIN_DASH_AND_DOT: 'x',
        PLUGIN_OBJ: '{"a":"s3cr3t-value","b":1}',
        PLUGIN_OBJS: '[{"k":"v"}]',
        DRONE_BUILD_EVENT: 'push',
      })
      expect(step.environment).not.toHaveProperty('PLUGIN_NOTHING')
    })
    it('exclude commands', () => {
      expect(blocking(compiled(file('    commands: ls\n'), { secrets }))).toMatchObject([
        { type: 'linter', data: { file: 'woodpecker', field: 'steps.dump' } },
      ])
    })
    it('are doubtful beside an environment', () => {
      const result = compiled(file('    environment: {A: b}\n'), { secrets })
      expect(warnings(result)).toMatchObject([{ type: 'linter', data: { field: 'steps.dump' } }])
      expect(stepNamed(result, 'dump').type).toBe('commands')
    })
  })
})
