export interface Link {
  /** Offsets in the line; `end` is excluded. */
  start: number
  end: number
  href: string
}

const ending = /[\s"'<>`\\^{|}\u200B-\u200F\u2028-\u202F\u2060-\u206F\uFEFF]/
const trailing = new Set(['.', ',', ';', ':', '!', '?', '*', '_', '~'])
const pairs: Record<string, string> = { ')': '(', ']': '[' }
/** No honest address is longer; a link of a megabyte would only slow the page. */
const maxLength = 2000
/** Nor does anybody follow more of them in one line. */
const maxLinks = 500

/**
 * Finds `http` and `https` addresses. Punctuation that ends a sentence, and a closing bracket that was opened before
 * the address, stay outside. Time is linear in the length of the line.
 */
export function findLinks(text: string): Link[] {
  const links: Link[] = []
  let from = 0
  while (links.length < maxLinks) {
    const at = text.indexOf('://', from)
    if (at < 0) return links
    from = at + 3
    const scheme = schemeBefore(text, at)
    if (!scheme) continue
    const start = at - scheme
    if (start > 0 && /[\p{L}\p{N}_]/u.test(text[start - 1] ?? '')) continue
    const most = text.slice(at + 3, start + maxLength)
    const length = most.search(ending)
    const stop = at + 3 + (length < 0 ? most.length : length)
    const end = trimmed(text, at + 3, stop)
    const href = safeHref(text.slice(start, end))
    if (href) links.push({ start, end, href })
    from = Math.max(from, stop)
  }
  return links
}

function schemeBefore(text: string, at: number): number {
  if (at >= 5 && text.slice(at - 5, at).toLowerCase() === 'https') return 5
  return at >= 4 && text.slice(at - 4, at).toLowerCase() === 'http' ? 4 : 0
}

function trimmed(text: string, start: number, stop: number): number {
  const open = new Map<string, number>()
  for (let at = start; at < stop; at++) open.set(text[at] ?? '', (open.get(text[at] ?? '') ?? 0) + 1)
  let end = stop
  while (end > start) {
    const last = text[end - 1] ?? ''
    const opener = pairs[last]
    const isUnpaired = opener !== undefined && (open.get(opener) ?? 0) < (open.get(last) ?? 0)
    if (!isUnpaired && !trailing.has(last)) break
    open.set(last, (open.get(last) ?? 0) - 1)
    end--
  }
  return end
}

function safeHref(address: string): string | undefined {
  if (!URL.canParse(address)) return undefined
  const url = new URL(address)
  return url.protocol === 'http:' || url.protocol === 'https:' ? url.href : undefined
}
