const masked = '********'

/** What is hidden of these secrets: every line of every value longer than three characters, longest first. */
function maskedParts(values: readonly string[]): string[] {
  const parts = new Set<string>()
  for (const value of values) {
    const trimmed = value.trim()
    if (trimmed.length <= 3) continue
    for (const line of trimmed.split('\n')) {
      const part = line.trim()
      if (part !== '') parts.add(part)
    }
  }
  return [...parts].toSorted((one, other) => other.length - one.length)
}

function replacer(parts: readonly string[]): (line: string) => string {
  // Grouped by first character: most characters of a log start no secret, and cost one look-up.
  const byStart = new Map<number, string[]>()
  for (const part of parts) {
    const start = part.charCodeAt(0)
    const group = byStart.get(start)
    if (group) group.push(part)
    else byStart.set(start, [part])
  }
  return (line) => {
    let out = ''
    let copied = 0
    let at = 0
    while (at < line.length) {
      const found = byStart.get(line.charCodeAt(at))?.find((part) => line.startsWith(part, at))
      if (found === undefined) {
        at += 1
        continue
      }
      out += line.slice(copied, at) + masked
      at += found.length
      copied = at
    }
    return copied === 0 ? line : out + line.slice(copied)
  }
}

/**
 * Hides secrets in a line of output. Works on bytes, which need not be valid UTF-8; a line without secrets is handed
 * back as it is. Where two secrets could start at the same place the longer one is taken.
 */
export function createByteMask(values: readonly string[]): (line: Buffer) => Buffer {
  const parts = maskedParts(values).map((part) => Buffer.from(part, 'utf8').toString('latin1'))
  if (parts.length === 0) return (line) => line
  const replace = replacer(parts)
  return (line) => {
    const text = line.toString('latin1')
    const hidden = replace(text)
    return hidden === text ? line : Buffer.from(hidden, 'latin1')
  }
}
