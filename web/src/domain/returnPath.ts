interface Place {
  /** `https://ci.example`, without a slash at its end. */
  origin: string
  /** '' or `/ci`. */
  rootPath: string
}

/**
 * Where to go after signing in, from the `url` query, which anybody may have written: a path of this very product,
 * with its root path, query and hash, or undefined. The text has been decoded once, by whoever parsed the query.
 */
export function returnPath(wanted: string, { origin, rootPath }: Place): string | undefined {
  // Browsers read a backslash as a slash and skip control characters; neither occurs in an honest path.
  if (!/^\/(?!\/)/.test(wanted) || wanted.includes('\\') || hasControl(wanted)) return undefined
  const url = URL.parse(wanted, origin)
  if (!url || url.origin !== origin) return undefined

  // Looked at again after `.` and `..` were resolved: `/.//elsewhere` starts with two slashes only now.
  const { pathname } = url
  if (pathname.startsWith('//') || (pathname !== rootPath && !pathname.startsWith(`${rootPath}/`)))
    return undefined
  const below = pathname.slice(rootPath.length)
  if (below.startsWith('//') || /^\/(?:login|authorize|logout)(?:\/|$)/.test(below)) return undefined
  return pathname + url.search + url.hash
}

const hasControl = (text: string) =>
  Array.from(text).some((character) => character < ' ' || character === '\u007f')
