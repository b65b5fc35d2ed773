import { LocalError } from '../forge/local/localError.ts'
import { shortestPassword } from '../forge/local/passwords.ts'

/** What is read of standard input; a terminal has `setRawMode`. */
export interface PasswordInput extends AsyncIterable<unknown> {
  isTTY?: boolean
  setRawMode?(isRaw: boolean): unknown
}

/** From a terminal twice and unseen, else the first line of what is piped in. Throws LocalError. */
export async function readPassword(input: PasswordInput, show: (text: string) => void): Promise<string> {
  if (!input.isTTY || !input.setRawMode) return firstLine(input)
  input.setRawMode(true)
  const letters = lettersOf(input)
  try {
    show(`Password (at least ${shortestPassword} characters): `)
    const password = await readHidden(letters)
    show('\nOnce more: ')
    const again = await readHidden(letters)
    show('\n')
    if (password !== again) throw new LocalError('The two passwords differ')
    return password
  } finally {
    input.setRawMode(false)
    // Lets go of the terminal, so that the process can end.
    await letters.return(undefined)
  }
}

async function firstLine(input: AsyncIterable<unknown>): Promise<string> {
  let text = ''
  for await (const bytes of input) {
    text += String(bytes)
    if (text.includes('\n')) break
  }
  const line = (text.split('\n', 1)[0] ?? '').replace(/\r$/, '')
  if (line === '') throw new LocalError('No password came on standard input')
  return line
}

async function* lettersOf(input: AsyncIterable<unknown>): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  for await (const bytes of input) yield* decoder.decode(bytes as Uint8Array, { stream: true })
}

const [endOfText, endOfInput, backspace, erase] = ['\u0003', '\u0004', '\b', '\u007f']

async function readHidden(letters: AsyncGenerator<string>): Promise<string> {
  const typed: string[] = []
  for (;;) {
    const { value, done } = await letters.next()
    if (done || value === endOfText || value === endOfInput) throw new LocalError('No password was given')
    if (value === '\r' || value === '\n') return typed.join('')
    if (value === backspace || value === erase) typed.pop()
    else if (value >= ' ') typed.push(value)
  }
}
