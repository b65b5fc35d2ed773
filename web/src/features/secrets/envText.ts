/** One variable of an `.env` text. */
export interface EnvEntry {
  name: string
  value: string
  /** Where it begins, from 1. */
  line: number
}

export interface EnvText {
  /** In the text's order; of several with one name the last. */
  entries: EnvEntry[]
  /** Lines that are neither a variable nor a comment, from 1. */
  unreadable: number[]
}

const assignment = /^[ \t]*(?:export[ \t]+)?([A-Za-z_][\w.-]*)[ \t]*=[ \t]*/
const escapes: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t' }

/**
 * Reads what people keep in `.env` files: `NAME=value` a line, with or without `export`, comments after `#`, values
 * in single quotes as they are, in double quotes with `\n` and the like; quoted values may go on over lines. Nothing
 * is replaced in values: `$OTHER` stays as it is.
 */
export function readEnv(text: string): EnvText {
  const source = text.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n')
  const byName = new Map<string, EnvEntry>()
  const unreadable: number[] = []
  let at = 0
  let line = 1

  while (at < source.length) {
    const end = endOfLine(source, at)
    const head = source.slice(at, end)
    const match = assignment.exec(head)
    if (!match) {
      if (!/^\s*(?:#|$)/.test(head)) unreadable.push(line)
      at = end + 1
      line += 1
      continue
    }
    const [all, name = ''] = match
    const found = valueAt(source, at + all.length)
    if (found) {
      byName.delete(name)
      byName.set(name, { name, value: found.value, line })
    } else {
      unreadable.push(line)
    }
    const next = found?.next ?? end + 1
    line += source.slice(at, next).split('\n').length - 1
    at = next
  }
  return { entries: [...byName.values()], unreadable }
}

const endOfLine = (source: string, from: number) => {
  const found = source.indexOf('\n', from)
  return found < 0 ? source.length : found
}

/** The value that starts here, and where the next line begins; undefined for a quote that is not closed properly. */
function valueAt(source: string, from: number): { value: string; next: number } | undefined {
  const quote = source[from]
  if (quote !== '"' && quote !== "'") {
    const end = endOfLine(source, from)
    const value = source.slice(from, end).replace(/(?:^|\s)#.*$/, '')
    return { value: value.trim(), next: end + 1 }
  }
  const close = closingQuote(source, from + 1, quote)
  if (close < 0) return undefined
  const end = endOfLine(source, close)
  if (!/^\s*(?:#.*)?$/.test(source.slice(close + 1, end))) return undefined
  const inner = source.slice(from + 1, close)
  const value =
    quote === "'" ? inner : inner.replace(/\\(.)/gs, (_, letter: string) => escapes[letter] ?? letter)
  return { value, next: end + 1 }
}

function closingQuote(source: string, from: number, quote: string): number {
  for (let at = from; at < source.length; at += 1) {
    if (quote === '"' && source[at] === '\\') at += 1
    else if (source[at] === quote) return at
  }
  return -1
}
