import { spawnSync } from 'node:child_process'

import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'

import { invocation, shellFamily } from './script.ts'

vi.setConfig({ testTimeout: 60_000 })

const run = (shell: string, commands: string[]) => {
  const { args } = invocation(shell, commands)
  const { stdout, status } = spawnSync(shell, args, { encoding: 'utf8' })
  return { lines: stdout.split('\n').slice(0, -1), status }
}

describe.each(['sh', 'bash'])('%s', (shell) => {
  it('shows each command and stops at the first that fails', () => {
    expect(run(shell, ['echo one', 'exit 3', 'echo never'])).toEqual({
      lines: ['+ echo one', 'one', '+ exit 3'],
      status: 3,
    })
    expect(run(shell, ['false', 'echo never'])).toEqual({ lines: ['+ false'], status: 1 })
  })
  it('goes on where a shell goes on', () => {
    expect(run(shell, ['false | true', 'false || true', 'echo on']).status).toBe(0)
  })
  it('keeps directory and variables', () => {
    expect(run(shell, ['cd /', 'X=1', 'echo "$X $PWD"']).lines.at(-1)).toBe('1 /')
  })
  it('shows quotes, backslashes and several lines as they are', () => {
    expect(run(shell, ["printf '%s\\n' \"it's\"", 'echo a\necho b']).lines).toEqual([
      "+ printf '%s\\n' \"it's\"",
      "it's",
      '+ echo a',
      'echo b',
      'a',
      'b',
    ])
  })
  it('shows whatever a command says', () => {
    const command = fc
      .string({ unit: 'grapheme-ascii', maxLength: 30 })
      .map((text) => `: '${text.replaceAll("'", '')}'`)
    fc.assert(
      fc.property(command, (text) => {
        expect(run(shell, [text])).toEqual({ lines: [`+ ${text}`], status: 0 })
      }),
      { numRuns: 20 },
    )
  })
})

it.each([
  ['bash', 'posix'],
  ['/bin/sh', 'posix'],
  ['zsh', 'posix'],
  ['Fish', 'fish'],
  ['nu', 'nu'],
  ['pwsh', 'powershell'],
  ['PowerShell.EXE', 'powershell'],
  ['C:\\Windows\\cmd.exe', 'cmd'],
  ['constructor', 'posix'],
])('%s is a shell of the family %s', (image, family) => {
  expect(shellFamily(image)).toBe(family)
})

it('other shells get commands in their own way', () => {
  expect(invocation('fish', ["echo 'a'"])).toEqual({
    args: ['-c', "echo '+ echo \\'a\\''\necho 'a'\nor exit $status\n"],
    file: undefined,
  })
  expect(invocation('nu', ['ls']).args).toEqual(['--commands', 'print "+ ls"\nls\n'])
  expect(invocation('pwsh', ["echo 'a'"]).args.at(-1)).toContain("Write-Output '+ echo ''a'''")
  expect(invocation('cmd', ['echo 100% & dir']).file?.text).toContain('@echo + echo 100%% ^& dir')
})
