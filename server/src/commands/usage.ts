/** A command that was typed wrongly. */
export class UsageError extends Error {}

export const usage = `yaffle: accounts and repositories of the local forge

  user add <login> [--email <address>] [--admin]   password from a prompt or standard input
  user passwd <login>                              the same
  user list
  user remove <login>
  user token <login>                               prints the API token
  repo create <owner/name> [--private|--internal] [--default-branch main]
  repo import <path-or-url> <owner/name> [--private|--internal]
  repo grant <owner/name> <login> pull|push|admin|none
  repo list
  repo remove <owner/name>
  org member <org> <login> member|admin|none
  org list

  doctor --upstream <url> [--token <token>]        compares a Woodpecker server's answers with what Yaffle knows
                                                   (the token also from YAFFLE_TOKEN)

  --data <folder>   the data folder (or YAFFLE_DATA; default ./data)
`

interface Words {
  words: string[]
  /** Flags without a value are an empty text. */
  flags: Map<string, string>
}

const valued = new Set(['--data', '--email', '--default-branch', '--upstream', '--token'])
const plain = new Set(['--admin', '--private', '--internal', '--help'])

/** Flags may stand anywhere; after `--` nothing is one. */
export function parseWords(args: readonly string[]): Words {
  const words: string[] = []
  const flags = new Map<string, string>()
  for (let index = 0; index < args.length; index++) {
    const word = args[index] ?? ''
    if (word === '--') return { words: [...words, ...args.slice(index + 1)], flags }
    if (word === '-h') flags.set('--help', '')
    else if (!word.startsWith('-') || word === '-') words.push(word)
    else {
      const split = word.indexOf('=')
      const name = split < 0 ? word : word.slice(0, split)
      if (plain.has(name) && split < 0) flags.set(name, '')
      else if (valued.has(name)) {
        const value = split < 0 ? args[++index] : word.slice(split + 1)
        if (!value) throw new UsageError(`${name} needs a value`)
        flags.set(name, value)
      } else throw new UsageError(`There is no option ${word}`)
    }
  }
  return { words, flags }
}
