import { execFileSync } from 'node:child_process'

import { repoSecretRoutes } from '@yaffle/contract/secrets'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { payloads } from '../testing/hostile.ts'
import { cliOf, curlOf, shellWord } from './commands.ts'

/** What a real shell makes of it. */
const read = (words: string) => execFileSync('/bin/sh', ['-c', `printf %s ${words}`], { encoding: 'utf8' })
const isSayable = (text: string) => !text.includes('\0') && text.isWellFormed()

describe('commands', () => {
  it('name the token by its variable and the call by its address', () => {
    expect(curlOf(repoSecretRoutes.list, { repo_id: 3 })).toBe(
      `curl -H "Authorization: Bearer $WOODPECKER_TOKEN" ${location.origin}/api/repos/3/secrets`,
    )
    expect(cliOf('repo', 'secret', 'ls', '--repository', 'acme/my repo')).toBe(
      "woodpecker-cli repo secret ls --repository 'acme/my repo'",
    )
  })

  it.each(payloads.filter(isSayable).map((payload) => [payload.slice(0, 30), payload]))(
    'hold no surprise for a shell: %s',
    (_, payload) => {
      expect(read(shellWord(payload))).toBe(payload)
    },
  )

  it('are one word of a shell each, whatever a name holds', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1 }).filter(isSayable), (text) => {
        expect(read(shellWord(text))).toBe(text)
      }),
      { numRuns: 40 },
    )
  })
})
