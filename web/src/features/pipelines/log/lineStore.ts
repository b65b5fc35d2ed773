import { Numbers } from './growable.ts'

export interface Line {
  /** As on the wire, from 0. */
  number: number
  /** Seconds since the step started. */
  time: number
  /** 0 stdout, 1 stderr, 2 exit code, 3 metadata, 4 progress. */
  type: number
  text: string
  /** Pairs of (offset, style number). */
  runs: readonly number[]
}

const blockSize = 256

/**
 * All lines of a log, append-only. Full blocks of lines are kept as one string each, numbers in typed arrays: about one
 * byte a character plus 20 bytes a line.
 */
export class LineStore {
  readonly #numbers = new Numbers()
  readonly #times = new Numbers()
  readonly #types = new Numbers()
  readonly #ends = new Numbers()
  readonly #runs = new Numbers()
  readonly #runEnds = new Numbers()
  readonly #blocks: string[] = []
  #open: string[] = []

  get count() {
    return this.#numbers.length
  }

  /** Line numbers must ascend. */
  append({ number, time, type, text, runs }: Line) {
    const isFirst = this.#open.length === 0
    const before = isFirst ? -1 : this.#ends.at(this.count - 1)
    this.#numbers.push(number)
    this.#times.push(time)
    this.#types.push(type)
    this.#ends.push(before + 1 + text.length)
    for (const value of runs) this.#runs.push(value)
    this.#runEnds.push(this.#runs.length)
    this.#open.push(text)
    if (this.#open.length < blockSize) return
    this.#blocks.push(this.#open.join('\n'))
    this.#open = []
  }

  number(index: number) {
    return this.#numbers.at(index)
  }

  time(index: number) {
    return this.#times.at(index)
  }

  type(index: number) {
    return this.#types.at(index)
  }

  length(index: number) {
    return this.#ends.at(index) - this.#start(index)
  }

  text(index: number): string {
    const block = this.#blocks[Math.floor(index / blockSize)]
    if (block === undefined) return this.#open[index % blockSize] ?? ''
    return block.slice(this.#start(index), this.#ends.at(index))
  }

  runs(index: number): number[] {
    const end = this.#runEnds.at(index)
    const runs: number[] = []
    for (let at = index === 0 ? 0 : this.#runEnds.at(index - 1); at < end; at++) runs.push(this.#runs.at(at))
    return runs
  }

  /** The first index whose line number is not below `number`; `count` when there is none. */
  indexFrom(number: number): number {
    return this.#numbers.lowerBound(number)
  }

  has(number: number): boolean {
    const index = this.indexFrom(number)
    return index < this.count && this.number(index) === number
  }

  get blockCount() {
    return this.#blocks.length + (this.#open.length > 0 ? 1 : 0)
  }

  /** The texts of a block's lines joined by newlines, and the index of its first line. */
  block(at: number): { text: string; first: number } {
    return { text: this.#blocks[at] ?? this.#open.join('\n'), first: at * blockSize }
  }

  /** The line of a block in which an offset of the block's text lies, and where that line starts in it. */
  lineInBlock(at: number, offset: number): { index: number; start: number } {
    let low = at * blockSize
    let high = Math.min(low + blockSize, this.count) - 1
    while (low < high) {
      const middle = (low + high) >>> 1
      if (this.#ends.at(middle) < offset) low = middle + 1
      else high = middle
    }
    return { index: low, start: this.#start(low) }
  }

  #start(index: number) {
    return index % blockSize === 0 ? 0 : this.#ends.at(index - 1) + 1
  }
}
