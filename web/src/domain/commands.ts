import type { Route } from '@yaffle/contract/route'

import { fillPath } from '../api/url.ts'
import { config } from '../config.ts'

/** One word of a POSIX shell, whatever is in it. */
export const shellWord = (text: string): string =>
  /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`

/** Where this server is, for programs outside the browser. */
export const serverUrl = () => `${globalThis.location.origin}${config.rootPath}`

/** The variables that the command line program reads; commands never hold a token themselves. */
export const serverVariable = 'WOODPECKER_SERVER'
export const tokenVariable = 'WOODPECKER_TOKEN'

/** What reads a list of the API from a shell. */
export function curlOf(route: Route, params: Readonly<Record<string, string | number>> = {}): string {
  const method = route.method === 'GET' ? '' : `-X ${route.method} `
  return `curl ${method}-H "Authorization: Bearer $${tokenVariable}" ${shellWord(serverUrl() + fillPath(route.path, params))}`
}

/** A line for the command line program, `woodpecker-cli repo ls`. */
export const cliOf = (...words: string[]): string => ['woodpecker-cli', ...words.map(shellWord)].join(' ')
