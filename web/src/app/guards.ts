import { redirect } from '@tanstack/react-router'
import type { ParsedLocation } from '@tanstack/react-router'

import { config } from '../config.ts'
import { returnPath } from '../domain/returnPath.ts'
import { changeUserConfig, userConfig } from '../domain/userConfig.ts'
import { paths, patterns } from '../paths.ts'

/** Checked before each page; they throw where else to go. Return types are written out: the router's depend on them. */

/** Where the `url` query of login leads: a checked path of this product with its root path, or undefined. */
export const targetOf = (url: string | undefined): string | undefined =>
  returnPath(url ?? '', { origin: globalThis.location.origin, rootPath: config.rootPath })

/** Visitors sign in first and come back to the very place. */
export function requireUser({ location }: { location: Pick<ParsedLocation, 'publicHref'> }): void {
  if (!config.user) throw redirect({ ...paths.login(location.publicHref), replace: true })
}

/** Whoever has just signed in goes on to where they were heading, once. */
export function followReturn(): void {
  const { redirectUrl } = userConfig.get()
  if (!config.user || redirectUrl === '') return
  changeUserConfig({ redirectUrl: '' })
  const path = targetOf(redirectUrl)
  if (path) throw to(path)
}

/** Somebody who is signed in has nothing to do at login: on to the target, or home. */
export function leaveLogin({ search }: { search: { url?: string } }): void {
  if (!config.user) return
  const path = targetOf(search.url)
  throw path ? to(path) : toRepos()
}

/** The command line's page needs a policy of its own, which comes with the document (security 15). */
function to(path: string) {
  const reloadDocument = path.split('?', 1)[0] === config.rootPath + patterns.cliAuth
  return redirect({ href: path, replace: true, ...(reloadDocument && { reloadDocument }) })
}

export function toRepos(): never {
  throw redirect({ ...paths.repos(), replace: true })
}
