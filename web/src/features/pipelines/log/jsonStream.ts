/**
 * Reads a JSON array of objects while it is still arriving. `push` returns the items complete so far, `end` the rest;
 * `end` throws when the text was no JSON array (or null, which stands for an empty one).
 */
export class JsonArrayReader {
  #rest = ''
  #hasStarted = false
  #isBroken = false

  push(text: string): unknown[] {
    this.#rest += text
    if (!this.#hasStarted) {
      const start = /^\s*\[/.exec(this.#rest)
      if (!start) return []
      this.#rest = this.#rest.slice(start[0].length)
      this.#hasStarted = true
    }
    if (this.#isBroken) return []
    const cut = this.#rest.lastIndexOf('}') + 1
    if (cut === 0) return []
    const items = this.#parse(this.#rest.slice(0, cut))
    if (items) this.#rest = this.#rest.slice(cut)
    return items ?? []
  }

  end(): unknown[] {
    if (!this.#hasStarted) {
      const value: unknown = JSON.parse(this.#rest)
      if (value === null) return []
      throw new SyntaxError('Not a list')
    }
    const value: unknown = JSON.parse(`[${this.#rest.replace(/^\s*,/, '')}`)
    if (!Array.isArray(value)) throw new SyntaxError('Not a list')
    return value
  }

  /** The last brace may stand inside a text or a nested object; then the items have to wait for more. */
  #parse(text: string): unknown[] | undefined {
    try {
      return JSON.parse(`[${text.replace(/^\s*,/, '')}]`) as unknown[]
    } catch {
      // Trying again with every chunk would cost the square of the length: read such a list at its end.
      this.#isBroken = text.length > 4_000_000
      return undefined
    }
  }
}
