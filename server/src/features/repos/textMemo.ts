/**
 * A pure function from a text to bytes that remembers about as much as `size` bytes of both, and forgets first what was not
 * asked for lately.
 */
export function createTextMemo(make: (text: string) => Buffer, size: number) {
  let young = new Map<string, Buffer>()
  let old = new Map<string, Buffer>()
  let held = 0

  return (text: string): Buffer => {
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
