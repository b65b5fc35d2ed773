/**
 * A pure function from text to text that remembers about as much as `size` characters of both, and forgets first what was
 * not asked for lately.
 */
export function createTextMemo(make: (text: string) => string, size: number) {
  let young = new Map<string, string>()
  let old = new Map<string, string>()
  let held = 0

  return (text: string): string => {
    const known = young.get(text)
    if (known !== undefined) return known
    const made = old.get(text) ?? make(text)
    young.set(text, made)
    held += text.length + made.length
    if (held > size / 2) {
      old = young
      young = new Map()
      held = 0
    }
    return made
  }
}
