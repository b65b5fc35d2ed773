/**
 * A terminal line, one cell for each character, where text may be written over and erased. Every operation costs no
 * more than what was written since the last one like it: a line of a million erasures stays linear.
 */
export class Cells {
  /** The columns before this one are blank and have no cell. */
  #base = 0
  /** The columns before this one are blank, cell or not. */
  #blank = 0
  #text: string[]
  #styles: number[] = []
  #column: number

  /** `runs` are pairs of (offset in `text`, style number). */
  constructor(text: string, runs: readonly number[]) {
    this.#text = Array.from(text)
    this.#column = this.#text.length
    let offset = 0
    let run = 0
    let style = 0
    for (const character of this.#text) {
      for (; (runs[run] ?? Infinity) <= offset; run += 2) style = runs[run + 1] ?? 0
      this.#styles.push(style)
      offset += character.length
    }
  }

  toStart() {
    this.#column = 0
  }

  write(text: string, style: number) {
    if (this.#column < this.#base) this.#fillBefore()
    for (let end = this.#base + this.#text.length; end < this.#column; end++) this.#push(' ', 0)
    this.#blank = Math.min(this.#blank, this.#column)
    for (const character of text) {
      const at = this.#column - this.#base
      this.#text[at] = character
      this.#styles[at] = style
      this.#column++
    }
  }

  /** 0 from here to the end, 1 from the start to here, 2 all. */
  erase(part: number) {
    if (part === 0) this.#truncate(Math.max(0, this.#column - this.#base))
    if (part === 1) this.#blankUntil(this.#column + 1)
    if (part !== 2) return
    this.#truncate(0)
    this.#base = this.#column
    this.#blank = this.#column
  }

  read(): { text: string; runs: number[] } {
    const runs: number[] = []
    let offset = this.#text.length > 0 ? this.#base : 0
    const before = ' '.repeat(offset)
    let style = 0
    for (const [index, character] of this.#text.entries()) {
      const own = this.#styles[index] ?? 0
      if (own !== style) runs.push(offset, own)
      style = own
      offset += character.length
    }
    return { text: before + this.#text.join(''), runs }
  }

  #push(character: string, style: number) {
    this.#text.push(character)
    this.#styles.push(style)
  }

  /** Gives the blank columns at the start cells. Only after a return, so it is paid for by what was written before it. */
  #fillBefore() {
    if (this.#text.length > 0) {
      this.#text = Array<string>(this.#base).fill(' ').concat(this.#text)
      this.#styles = Array<number>(this.#base).fill(0).concat(this.#styles)
    }
    this.#base = 0
  }

  #blankUntil(column: number) {
    const end = Math.min(column - this.#base, this.#text.length)
    const start = Math.max(0, this.#blank - this.#base)
    if (end <= start) return
    this.#text.fill(' ', start, end)
    this.#styles.fill(0, start, end)
    this.#blank = this.#base + end
  }

  #truncate(length: number) {
    this.#blank = Math.min(this.#blank, this.#base + length)
    if (this.#text.length <= length) return
    this.#text.length = length
    this.#styles.length = length
  }
}
