import { examine } from '../doctor/doctor.ts'
import type { Command } from './command.ts'
import { openData } from './dataFolder.ts'
import { listOrgs, setOrgMember } from './orgs.ts'
import { readPassword, type PasswordInput } from './password.ts'
import { createARepo, grantARepo, importARepo, listRepos, removeARepo } from './repos.ts'
import { parseWords, usage, UsageError } from './usage.ts'
import { addUser, listUsers, printToken, removeUser, setUserPassword } from './users.ts'

interface Entry {
  command: Command
  words: number
  flags?: string[]
}

const commands: Record<string, Entry> = {
  'user add': { command: addUser, words: 1, flags: ['--email', '--admin'] },
  'user passwd': { command: setUserPassword, words: 1 },
  'user list': { command: listUsers, words: 0 },
  'user remove': { command: removeUser, words: 1 },
  'user token': { command: printToken, words: 1 },
  'repo create': { command: createARepo, words: 1, flags: ['--private', '--internal', '--default-branch'] },
  'repo import': { command: importARepo, words: 2, flags: ['--private', '--internal', '--default-branch'] },
  'repo grant': { command: grantARepo, words: 3 },
  'repo list': { command: listRepos, words: 0 },
  'repo remove': { command: removeARepo, words: 1 },
  'org member': { command: setOrgMember, words: 3 },
  'org list': { command: listOrgs, words: 0 },
}

export interface Terminal {
  environment: NodeJS.ProcessEnv
  input: () => PasswordInput
  print: (text: string) => void
  complain: (text: string) => void
}

/** Runs one command; answers with the exit code: 1 when it could not be done, 2 when it was typed wrongly. */
export async function run(args: readonly string[], terminal: Terminal): Promise<number> {
  try {
    const { words, flags } = parseWords(args)
    if (flags.has('--help')) {
      terminal.print(usage)
      return 0
    }
    if (words[0] === 'doctor') return await runDoctor(words, flags, terminal)
    const entry = find(words, flags)
    await perform(entry, words.slice(2), flags, terminal)
    return 0
  } catch (error) {
    terminal.complain(`${error instanceof Error ? error.message : String(error)}\n`)
    if (!(error instanceof UsageError)) return 1
    terminal.complain(`\n${usage}`)
    return 2
  }
}

async function runDoctor(words: string[], flags: Map<string, string>, { environment, print }: Terminal) {
  const address = flags.get('--upstream') ?? environment['YAFFLE_UPSTREAM'] ?? ''
  const upstream = URL.parse(address)
  if (words.length > 1) throw new UsageError('"doctor" takes nothing more')
  if (!upstream || !/^https?:$/.test(upstream.protocol))
    throw new UsageError('"doctor" needs --upstream with a URL of http or https')
  const token = flags.get('--token') ?? environment['YAFFLE_TOKEN']
  return examine({ upstream, token, print: (line) => print(`${line}\n`) })
}

function find(words: string[], flags: ReadonlyMap<string, string>): Entry {
  const name = words.slice(0, 2).join(' ')
  const entry = Object.hasOwn(commands, name) ? commands[name] : undefined
  if (!entry) throw new UsageError(name === '' ? 'Which command?' : `There is no command "${name}"`)
  if (words.length !== entry.words + 2)
    throw new UsageError(`"${name}" takes ${entry.words === 0 ? 'nothing more' : `${entry.words} more`}`)
  for (const flag of flags.keys())
    if (flag !== '--data' && !entry.flags?.includes(flag))
      throw new UsageError(`"${name}" has no option ${flag}`)
  return entry
}

async function perform(entry: Entry, words: string[], flags: Map<string, string>, terminal: Terminal) {
  const { environment } = terminal
  const { db, dataDir } = openData(flags.get('--data') ?? (environment['YAFFLE_DATA'] || './data'))
  try {
    await entry.command(
      {
        db,
        dataDir,
        clock: Date.now,
        flags,
        admins: (environment['YAFFLE_ADMIN'] || 'admin').split(',').map((login) => login.trim()),
        startDir: environment['INIT_CWD'],
        print: (line) => terminal.print(`${line}\n`),
        password: () => readPassword(terminal.input(), terminal.complain),
      },
      words,
    )
  } finally {
    db.close()
  }
}
