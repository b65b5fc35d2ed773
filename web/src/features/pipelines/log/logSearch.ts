import { compileQuery, Finder, type FindQuery, type Hit } from './find.ts'
import type { LineStore } from './lineStore.ts'
import type { FindState } from './protocol.ts'

/** How long a search may keep other questions waiting, in milliseconds. */
const slice = 12

/** The search going on in a log: one query, its hits so far, and the hit the reader is at. */
export class LogSearch {
  readonly #changed: () => void
  #store: LineStore
  #finder: Finder | undefined
  #invalid: FindQuery | undefined
  #current = -1
  /** Index of the line from which the first hit is wanted, while there is none. */
  #near = 0
  #isBusy = false

  constructor(store: LineStore, changed: () => void) {
    this.#store = store
    this.#changed = changed
  }

  get finder() {
    return this.#finder
  }

  /** Ordinal of the hit the reader is at, -1 for none. */
  get current() {
    return this.#current
  }

  /** Another store takes the place of the one so far; the same query begins again in it. */
  moveTo(store: LineStore) {
    this.#store = store
    if (this.#finder) this.begin(this.#finder.query, store.number(this.#near))
  }

  /** `near` is a line number: the first hit from there on becomes the current one. */
  begin(query: FindQuery | undefined, near: number) {
    const pattern = query && compileQuery(query)
    this.#finder = query && pattern ? new Finder(query, pattern) : undefined
    this.#invalid = query && query.text !== '' && !pattern ? query : undefined
    this.#current = -1
    this.#near = this.#store.indexFrom(near)
    this.#changed()
    this.goOn()
  }

  /** Searches what has been added. */
  goOn() {
    if (this.#isBusy || !this.#finder || this.#finder.isDone(this.#store)) return
    this.#isBusy = true
    this.#work()
  }

  step(direction: 1 | -1) {
    const count = this.#finder?.count ?? 0
    if (count > 0) this.#current = this.#current < 0 ? 0 : (this.#current + direction + count) % count
    this.#changed()
  }

  hit(): Hit | undefined {
    return this.#finder?.hit(this.#current)
  }

  state(): FindState | undefined {
    if (this.#invalid) {
      return { query: this.#invalid, isInvalid: true, hits: 0, isCapped: false, isDone: true, current: -1 }
    }
    const finder = this.#finder
    return (
      finder && {
        query: finder.query,
        isInvalid: false,
        hits: finder.count,
        isCapped: finder.isFull,
        isDone: finder.isDone(this.#store),
        current: this.#current,
      }
    )
  }

  /** Searches for a moment and comes back for the rest, so that other questions get their turn. */
  #work() {
    const finder = this.#finder
    if (finder) {
      const until = performance.now() + slice
      while (!finder.isDone(this.#store) && performance.now() < until) finder.step(this.#store)
      if (this.#current < 0) this.#chooseFirst(finder)
    }
    this.#isBusy = finder !== undefined && !finder.isDone(this.#store)
    if (this.#isBusy) setTimeout(() => this.#work())
    this.#changed()
  }

  /** The first hit from where the reader is; from the top when there is none below. */
  #chooseFirst(finder: Finder) {
    const ordinal = finder.ordinalFrom(this.#near)
    if (ordinal < finder.count) this.#current = ordinal
    else if (finder.count > 0 && finder.isDone(this.#store)) this.#current = 0
  }
}
