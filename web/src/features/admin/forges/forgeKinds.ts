/** The kinds that can be added here; the wire may know more. */
export const forgeKinds = ['forgejo', 'gitea', 'github', 'gitlab', 'bitbucket', 'bitbucket-dc'] as const
export type ForgeKind = (typeof forgeKinds)[number]

export const isForgeKind = (type: string): type is ForgeKind =>
  (forgeKinds as readonly string[]).includes(type)

interface KindFacts {
  /** Where most people have theirs; '' where there is no such place. */
  defaultUrl: string
  /** There is only the one at `defaultUrl`. */
  isHostedOnly: boolean
  /** Where an OAuth application is made, below the forge's address. */
  applications: string
  /** Switches in `additional_options`, by their names on the wire. */
  options: readonly OptionName[]
  /** Needs an account of its own to read repositories with. */
  needsGitAccount: boolean
}

export const optionNames = ['merge-ref', 'public-only', 'oauth-enable-project-admin-scope'] as const
export type OptionName = (typeof optionNames)[number]

const oneself = { defaultUrl: '', isHostedOnly: false, options: [], needsGitAccount: false } as const

/** What differs between the kinds (forges 2.9). */
const kindFacts = {
  forgejo: { ...oneself, applications: '/user/settings/applications' },
  gitea: { ...oneself, applications: '/user/settings/applications' },
  github: {
    ...oneself,
    defaultUrl: 'https://github.com',
    applications: '/settings/applications/new',
    options: ['merge-ref', 'public-only'],
  },
  gitlab: {
    ...oneself,
    defaultUrl: 'https://gitlab.com',
    applications: '/-/user_settings/applications',
  },
  bitbucket: {
    ...oneself,
    defaultUrl: 'https://bitbucket.org',
    isHostedOnly: true,
    // Consumers belong to a workspace, which is to be chosen there.
    applications: '/account/workspaces/',
  },
  'bitbucket-dc': {
    ...oneself,
    applications: '/plugins/servlet/applinks/listApplicationLinks',
    options: ['oauth-enable-project-admin-scope'],
    needsGitAccount: true,
  },
} satisfies Record<ForgeKind, KindFacts>

export const factsOf = (kind: ForgeKind): KindFacts => kindFacts[kind]

/** `forge.test/` -> `https://forge.test`; what is no address stays as it is. */
export function normalUrl(typed: string): string {
  const text = typed.trim()
  if (text === '') return ''
  return (/^[a-z][a-z\d+.-]*:\/\//i.test(text) ? text : `https://${text}`).replace(/\/+$/, '')
}

/** An address that a server can be reached at: http or https, a host, no user, no query. */
export function isForgeUrl(typed: string): boolean {
  const address = normalUrl(typed)
  const url = URL.parse(address)
  return (
    url !== null &&
    // Browsers read more as an address than a server should be told.
    /^https?:\/\/[^/\\\s][^\\\s]*$/i.test(address) &&
    url.hostname !== '' &&
    url.username === '' &&
    url.password === '' &&
    url.search === '' &&
    url.hash === ''
  )
}

/** Where the forge's OAuth application is made; undefined as long as its address is not known. */
export function applicationsUrl(kind: ForgeKind, url: string, oauthHost = ''): string | undefined {
  const { isHostedOnly, defaultUrl, applications } = factsOf(kind)
  const base = isHostedOnly ? defaultUrl : [oauthHost, url].find((address) => isForgeUrl(address))
  return base === undefined ? undefined : normalUrl(base) + applications
}

/** What the forge must be told to send people back to. `rootPath` has no slash at its end. */
export const redirectUrl = (origin: string, rootPath: string) =>
  `${origin.replace(/\/+$/, '')}${rootPath.replace(/\/+$/, '')}/authorize`
