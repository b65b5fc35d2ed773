/** A list of unsigned 32-bit numbers without boxing: 4 bytes each, however long the log. */
export class Numbers {
  #values: Uint32Array<ArrayBuffer> = new Uint32Array(1024)
  #length = 0

  get length() {
    return this.#length
  }

  push(value: number) {
    if (this.#length === this.#values.length) {
      const larger = new Uint32Array(this.#values.length * 2)
      larger.set(this.#values)
      this.#values = larger
    }
    this.#values[this.#length++] = value
  }

  /** 0 beyond the end. */
  at(index: number) {
    return index < this.#length ? (this.#values[index] ?? 0) : 0
  }

  set(index: number, value: number) {
    if (index < this.#length) this.#values[index] = value
  }

  /** For ascending lists: the first index whose value is not below `value`. */
  lowerBound(value: number) {
    let low = 0
    let high = this.#length
    while (low < high) {
      const middle = (low + high) >>> 1
      if (this.at(middle) < value) low = middle + 1
      else high = middle
    }
    return low
  }
}
