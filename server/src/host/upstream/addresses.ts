/** Where the other server is and where people see it: both without a slash at the end. */
export interface Addresses {
  /** `https://ci.internal/woodpecker` */
  upstream: URL
  /** `''` or `/ci`: below what path people see it. */
  root: string
  /** `https://ci.example.org/ci`, as far as it is known. */
  publicUrl: string
}

export const rootOf = (url: URL) => url.pathname.replace(/\/+$/, '')

/** The path at the other server for one below our root. */
export const upstreamPath = ({ upstream, root }: Addresses, path: string) =>
  rootOf(upstream) + path.slice(root.length)

/**
 * An address from the other server's answer as a browser has to see it: its own pages become ours, whether it names them
 * by path or in full; what leads elsewhere, such as to a forge, stays.
 */
export function publicLocation(addresses: Addresses, location: string): string {
  const { upstream, root, publicUrl } = addresses
  const base = rootOf(upstream)
  const url = URL.parse(location, upstream)
  if (!url || url.origin !== upstream.origin) return location
  const isInside = url.pathname === base || url.pathname.startsWith(`${base}/`)
  if (!isInside) return location
  const path = root + url.pathname.slice(base.length) + url.search + url.hash
  return /^[a-z][a-z\d+.-]*:/i.test(location) && publicUrl ? new URL(path, publicUrl).href : path
}

/** A cookie of the other server for our host: no domain, and its path below our root. */
export function publicCookie({ upstream, root }: Addresses, cookie: string): string {
  const base = rootOf(upstream)
  return cookie
    .split(';')
    .map((part) => part.trim())
    .filter((part) => part !== '' && !/^domain=/i.test(part))
    .map((part) => {
      const path = /^path=(.*)$/i.exec(part)?.[1]
      if (path === undefined || path === '/' || !base) return part
      return path === base || path.startsWith(`${base}/`)
        ? `Path=${root + path.slice(base.length) || '/'}`
        : part
    })
    .join('; ')
}
