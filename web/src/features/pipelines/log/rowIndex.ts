import { Numbers } from './growable.ts'

const blockSize = 256

export interface RowPlace {
  index: number
  /** Which row of that line, from 0. */
  sub: number
}

/**
 * How many rows each line takes (0 while it is folded away), with sums per block of lines: finding the line at a row,
 * or the row of a line, costs a walk over the blocks, and changing one line costs two additions.
 */
export class RowIndex {
  readonly #rows = new Numbers()
  readonly #sums = new Numbers()
  #total = 0

  get length() {
    return this.#rows.length
  }

  get total() {
    return this.#total
  }

  append(rows: number) {
    const block = Math.floor(this.#rows.length / blockSize)
    this.#rows.push(rows)
    if (block === this.#sums.length) this.#sums.push(rows)
    else this.#sums.set(block, this.#sums.at(block) + rows)
    this.#total += rows
  }

  at(index: number) {
    return this.#rows.at(index)
  }

  set(index: number, rows: number) {
    const change = rows - this.#rows.at(index)
    if (change === 0 || index >= this.length) return
    const block = Math.floor(index / blockSize)
    this.#rows.set(index, rows)
    this.#sums.set(block, this.#sums.at(block) + change)
    this.#total += change
  }

  /** The first row of a line; of a line that is folded away, the row that follows where it would be. */
  rowOf(index: number): number {
    const last = Math.min(index, this.length)
    const block = Math.floor(last / blockSize)
    let row = 0
    for (let at = 0; at < block; at++) row += this.#sums.at(at)
    for (let at = block * blockSize; at < last; at++) row += this.#rows.at(at)
    return row
  }

  /** What is drawn at a row, counted from 0; undefined outside. */
  placeOf(row: number): RowPlace | undefined {
    if (row < 0 || row >= this.#total) return undefined
    let rest = row
    let block = 0
    while (rest >= this.#sums.at(block)) rest -= this.#sums.at(block++)
    let index = block * blockSize
    while (rest >= this.#rows.at(index)) rest -= this.#rows.at(index++)
    return { index, sub: rest }
  }
}
