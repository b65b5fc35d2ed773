import { Numbers } from './growable.ts'
import type { LineStore } from './lineStore.ts'

export interface FindQuery {
  text: string
  isRegex: boolean
  isCaseSensitive: boolean
}

export interface Hit {
  /** Position of the line in the store. */
  index: number
  start: number
  length: number
}

/** More hits than this help nobody; the count then reads "and more". */
export const maxHits = 200_000

/** The query as a regular expression, or undefined when it is none (empty, or a pattern that cannot be read). */
export function compileQuery({ text, isRegex, isCaseSensitive }: FindQuery): RegExp | undefined {
  if (text === '') return undefined
  const source = isRegex ? text : text.replace(/[\\^$.*+?()[\]{}|/-]/g, String.raw`\$&`)
  const flags = isCaseSensitive ? 'g' : 'gi'
  if (!isRegex) return new RegExp(source, flags)
  return readPattern(source, `${flags}u`) ?? readPattern(source, flags)
}

function readPattern(source: string, flags: string) {
  try {
    return new RegExp(source, flags)
  } catch {
    return undefined
  }
}

/** Collects the hits of one query, block by block, so that its owner may pause, give up, or go on as lines come in. */
export class Finder {
  readonly query: FindQuery
  readonly #pattern: RegExp
  readonly #lines = new Numbers()
  readonly #starts = new Numbers()
  readonly #lengths = new Numbers()
  /** Lines below this index have been searched. */
  #searched = 0

  constructor(query: FindQuery, pattern: RegExp) {
    this.query = query
    this.#pattern = pattern
  }

  get count() {
    return this.#lines.length
  }

  get isFull() {
    return this.count >= maxHits
  }

  isDone(store: LineStore) {
    return this.isFull || this.#searched >= store.count
  }

  /** Searches the next block of lines. */
  step(store: LineStore) {
    const at = Math.floor(this.#searched / blockSize)
    const end = Math.min((at + 1) * blockSize, store.count)
    const isWhole = this.#searched === at * blockSize && end === (at + 1) * blockSize
    if (isWhole && !this.query.isRegex) this.#searchBlock(store, at)
    else for (let index = this.#searched; index < end; index++) this.#searchLine(store.text(index), index)
    this.#searched = end
  }

  hit(ordinal: number): Hit | undefined {
    if (ordinal < 0 || ordinal >= this.count) return undefined
    return {
      index: this.#lines.at(ordinal),
      start: this.#starts.at(ordinal),
      length: this.#lengths.at(ordinal),
    }
  }

  /** The ordinal of the first hit that ends after a place, even if it starts before; `count` when there is none. */
  ordinalFrom(index: number, offset = 0): number {
    let low = 0
    let high = this.count
    while (low < high) {
      const middle = (low + high) >>> 1
      const line = this.#lines.at(middle)
      const isBefore =
        line < index || (line === index && this.#starts.at(middle) + this.#lengths.at(middle) <= offset)
      if (isBefore) low = middle + 1
      else high = middle
    }
    return low
  }

  /** The hits of a line that touch a part of it, with their ordinals. */
  hitsIn(index: number, from: number, to: number): (Hit & { ordinal: number })[] {
    const hits: (Hit & { ordinal: number })[] = []
    for (let ordinal = this.ordinalFrom(index, from); ; ordinal++) {
      const hit = this.hit(ordinal)
      if (!hit || hit.index !== index || hit.start >= to) return hits
      hits.push({ ...hit, ordinal })
    }
  }

  #searchBlock(store: LineStore, at: number) {
    const { text } = store.block(at)
    this.#pattern.lastIndex = 0
    for (let found = this.#pattern.exec(text); found && !this.isFull; found = this.#pattern.exec(text)) {
      const { index, start } = store.lineInBlock(at, found.index)
      this.#add(index, found.index - start, found[0].length)
    }
  }

  #searchLine(text: string, index: number) {
    this.#pattern.lastIndex = 0
    for (let found = this.#pattern.exec(text); found && !this.isFull; found = this.#pattern.exec(text)) {
      if (found[0] === '') this.#pattern.lastIndex++
      else this.#add(index, found.index, found[0].length)
    }
  }

  #add(index: number, start: number, length: number) {
    this.#lines.push(index)
    this.#starts.push(start)
    this.#lengths.push(length)
  }
}

const blockSize = 256
