/** Publishers of version documents, and where each tells what a release brings. */
const releases: Readonly<Record<string, string>> = {
  'woodpecker-ci.org': 'https://github.com/woodpecker-ci/woodpecker/releases/tag/v',
}

/** Where a published release is described; undefined for documents of other publishers and for what is no release. */
export function releaseUrl(versionUrl: string, version: string | undefined): string | undefined {
  const host = URL.parse(versionUrl)?.hostname ?? ''
  const base = Object.hasOwn(releases, host) ? releases[host] : undefined
  if (base === undefined || version === undefined || !/^v?\d+(?:\.\d+)*(?:-[\w.]+)?$/.test(version))
    return undefined
  return base + version.replace(/^v/, '')
}
