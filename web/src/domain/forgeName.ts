import type { Forge } from '@yaffle/contract/forges'

const names: Readonly<Record<string, string>> = {
  github: 'GitHub',
  gitlab: 'GitLab',
  gitea: 'Gitea',
  forgejo: 'Forgejo',
  bitbucket: 'Bitbucket',
  'bitbucket-dc': 'Bitbucket Data Center',
}

/** What a kind of forge, its `type` on the wire, is called; kinds that nobody knows of as they are, but capitalised. */
export const forgeKindName = (type: string): string =>
  (Object.hasOwn(names, type) ? names[type] : undefined) ?? type.charAt(0).toUpperCase() + type.slice(1)

/**
 * What a person knows a forge by: the host they go to, else its kind. Undefined for the server's own forge, which is
 * no place elsewhere.
 */
export function forgeName({
  type,
  url,
  oauth_host,
}: Pick<Forge, 'type' | 'url' | 'oauth_host'>): string | undefined {
  if (type === 'addon') return undefined
  const host = URL.parse(oauth_host || url)?.hostname
  return host || forgeKindName(type)
}
