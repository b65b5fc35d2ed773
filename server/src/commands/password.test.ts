import { PassThrough } from 'node:stream'

import { expect, test } from 'vitest'

import { readPassword } from './password.ts'

/** A terminal at which somebody types this. */
function aTerminal(typed: string) {
  const modes: boolean[] = []
  const input = Object.assign(new PassThrough(), {
    isTTY: true,
    setRawMode: (isRaw: boolean) => modes.push(isRaw),
  })
  input.write(typed)
  let shown = ''
  const read = readPassword(input, (text) => {
    shown += text
  })
  return { read, modes, input, shown: () => shown }
}

test('a password is typed twice and never shown', async () => {
  const terminal = aTerminal('sécrx\u007fet word\rsécret word\r')
  expect(await terminal.read).toBe('sécret word')
  expect(terminal.shown()).toBe('Password (at least 8 characters): \nOnce more: \n')
  expect(terminal.modes).toEqual([true, false])
  expect(terminal.input.destroyed).toBe(true)
})

test('two passwords that differ are none', async () => {
  const terminal = aTerminal('secret word\rsecret ward\r')
  await expect(terminal.read).rejects.toThrow('The two passwords differ')
  expect(terminal.modes).toEqual([true, false])
})

test('whoever stops typing with Ctrl-C gets the terminal back as it was', async () => {
  const terminal = aTerminal('secr\u0003')
  await expect(terminal.read).rejects.toThrow('No password was given')
  expect(terminal.modes).toEqual([true, false])
})
