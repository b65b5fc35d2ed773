/**
 * Glob patterns, matched by stepping through all possibilities at once: the time is the product of both lengths at
 * worst, whatever the pattern (patterns come from whoever can push; a backtracking matcher could be made to hang).
 */

type State =
  | { kind: 'literal'; char: string }
  | { kind: 'any' }
  | { kind: 'class'; isNegated: boolean; ranges: [string, string][] }
  /** Any number of characters, separators only if `crosses`. */
  | { kind: 'star'; crosses: boolean }
  /** `**` + `/`: nothing, or anything that ends with a separator; two states, at a segment's start and inside one. */
  | { kind: 'folders' }
  | { kind: 'inFolder' }
  /** `/**` at the end: nothing, or a separator and anything. */
  | { kind: 'tail' }

/** Told how many elementary steps something took; may throw when it becomes too much. */
export type Spend = (work: number) => void

/** A compiled pattern without alternatives. */
export class Glob {
  readonly #states: State[]
  /** Whether `*`, `?` and classes stop at a slash, as for branches and paths. */
  readonly #hasSegments: boolean

  constructor(states: State[], hasSegments: boolean) {
    this.#states = states
    this.#hasSegments = hasSegments
  }

  get size(): number {
    return this.#states.length
  }

  matches(text: string, spend: Spend): boolean {
    const chars = Array.from(text)
    let isMatch = false
    this.#run(chars, spend, (length) => {
      isMatch = length === chars.length
    })
    return isMatch
  }

  /**
   * Lengths, in characters as given, of the shortest and the longest non-empty beginning that matches; undefined if
   * none does.
   */
  prefixes(chars: readonly string[], spend: Spend): { shortest: number; longest: number } | undefined {
    let shortest = 0
    let longest = 0
    this.#run(chars, spend, (length) => {
      if (length > 0) {
        shortest ||= length
        longest = length
      }
    })
    return longest === 0 ? undefined : { shortest, longest }
  }

  /** The same pattern read from its end; only for patterns without segments. */
  reversed(): Glob {
    return new Glob(this.#states.toReversed(), this.#hasSegments)
  }

  /** Calls `onMatch` with the length of every beginning that matches, shortest first. */
  #run(chars: readonly string[], spend: Spend, onMatch: (length: number) => void) {
    const end = this.#states.length
    // The step in which a state was added last, plus one: no state is in a set twice.
    const addedAt = new Uint32Array(end + 1)
    let active: number[] = []
    const add = (set: number[], index: number, step: number) => {
      if (addedAt[index] === step) return
      addedAt[index] = step
      set.push(index)
      const kind = this.#states[index]?.kind
      if (kind === 'star') add(set, index + 1, step)
      else if (kind === 'folders') add(set, index + 2, step)
      else if (kind === 'tail') add(set, end, step)
    }
    add(active, 0, 1)
    if (addedAt[end] === 1) onMatch(0)
    let work = 0
    for (let at = 0; at < chars.length && active.length > 0; at += 1) {
      const char = chars[at] ?? ''
      const next: number[] = []
      work += active.length
      for (const index of active) {
        const following = this.#follow(index, char)
        if (following >= 0) add(next, following, at + 2)
      }
      active = next
      if (addedAt[end] === at + 2) onMatch(at + 1)
      if (work > 10_000) {
        spend(work)
        work = 0
      }
    }
    spend(work + 1)
  }

  /** The state behind reading a character in a state; -1 if it does not fit. */
  #follow(index: number, char: string): number {
    const state = this.#states[index]
    if (!state) return -1
    const isInside = !this.#hasSegments || char !== '/'
    switch (state.kind) {
      case 'literal':
        return state.char === char ? index + 1 : -1
      case 'any':
        return isInside ? index + 1 : -1
      case 'class': {
        const isIn = state.ranges.some(([from, to]) => from <= char && char <= to)
        return isInside && isIn !== state.isNegated ? index + 1 : -1
      }
      case 'star':
        return isInside || state.crosses ? index : -1
      case 'folders':
        return char === '/' ? index : index + 1
      case 'inFolder':
        return char === '/' ? index - 1 : index
      case 'tail':
        // What follows is the star that the compiler puts behind every tail.
        return char === '/' ? index + 1 : -1
      default:
        return -1
    }
  }
}

/** Reads `[…]` from its bracket on; undefined if it is malformed. */
function readClass(chars: readonly string[], start: number): { state: State; next: number } | undefined {
  let at = start + 1
  const isNegated = chars[at] === '!' || chars[at] === '^'
  if (isNegated) at += 1
  const ranges: [string, string][] = []
  const one = (): string | undefined => {
    if (chars[at] === '\\') at += 1
    const char = chars[at]
    at += 1
    return char
  }
  while (chars[at] !== ']' || ranges.length === 0) {
    if (chars[at] === ']' || chars[at] === '-') return undefined
    const from = one()
    if (from === undefined) return undefined
    if (chars[at] !== '-') ranges.push([from, from])
    else {
      at += 1
      if (chars[at] === ']') return undefined
      const to = one()
      if (to === undefined || to < from) return undefined
      ranges.push([from, to])
    }
  }
  return { state: { kind: 'class', isNegated, ranges }, next: at + 1 }
}

/** A pattern without alternatives; undefined if it is malformed. */
function compileOne(pattern: string, hasSegments: boolean): Glob | undefined {
  const chars = Array.from(pattern)
  const states: State[] = []
  let at = 0
  while (at < chars.length) {
    const char = chars[at] ?? ''
    if (char === '*') {
      const start = at
      while (chars[at] === '*') at += 1
      const isSegment =
        hasSegments &&
        at - start === 2 &&
        (start === 0 || chars[start - 1] === '/') &&
        (at === chars.length || chars[at] === '/')
      if (!isSegment) {
        if (states.at(-1)?.kind !== 'star') states.push({ kind: 'star', crosses: !hasSegments })
      } else if (at === chars.length) {
        if (start > 0) states.splice(-1, 1, { kind: 'tail' })
        states.push({ kind: 'star', crosses: true })
      } else {
        at += 1
        if (states.at(-1)?.kind !== 'inFolder') states.push({ kind: 'folders' }, { kind: 'inFolder' })
      }
      continue
    }
    if (char === '?') states.push({ kind: 'any' })
    else if (char === '[') {
      const found = readClass(chars, at)
      if (!found) return undefined
      states.push(found.state)
      at = found.next
      continue
    } else if (char === '\\') {
      at += 1
      const escaped = chars[at]
      if (escaped === undefined) return undefined
      states.push({ kind: 'literal', char: escaped })
    } else states.push({ kind: 'literal', char })
    at += 1
  }
  return new Glob(states, hasSegments)
}

/** A pattern in which a star spans everything and braces mean themselves, as shells strip beginnings and ends. */
export const compileStrip = (pattern: string): Glob | undefined => compileOne(pattern, false)

/** More alternatives than these, and the pattern counts as malformed. */
const maxAlternatives = 500

interface Braces {
  start: number
  /** Of the closing brace. */
  end: number
  parts: string[]
}

/** The first `{a,b}`: undefined if there is none, null if it never closes. */
function firstBraces(pattern: string): Braces | undefined | null {
  let depth = 0
  let start = -1
  let partStart = 0
  const parts: string[] = []
  for (let at = 0; at < pattern.length; at += 1) {
    const char = pattern[at]
    if (char === '\\') at += 1
    else if (char === '{') {
      if (depth === 0) {
        start = at
        partStart = at + 1
      }
      depth += 1
    } else if (char === '}' && depth > 0) {
      depth -= 1
      if (depth === 0) return { start, end: at, parts: [...parts, pattern.slice(partStart, at)] }
    } else if (char === ',' && depth === 1) {
      parts.push(pattern.slice(partStart, at))
      partStart = at + 1
    }
  }
  return depth === 0 ? undefined : null
}

/** All patterns that alternatives stand for; undefined if braces are open or there are too many. */
function alternatives(pattern: string): string[] | undefined {
  const done: string[] = []
  const open = [pattern]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const braces = firstBraces(next)
    if (braces === null || done.length + open.length > maxAlternatives) return undefined
    if (braces === undefined) {
      done.push(next)
      continue
    }
    for (const part of braces.parts)
      open.push(next.slice(0, braces.start) + part + next.slice(braces.end + 1))
  }
  return done
}

/**
 * What every matching text begins and ends with: most texts are told apart by that alone. A slash before `**` need
 * not be in the text.
 */
function fixedEnds(pattern: string): { prefix: string; suffix: string } {
  const special = /[*?[\]{},\\]/
  const first = pattern.search(special)
  if (first === -1) return { prefix: pattern, suffix: pattern }
  const reversed = Array.from(pattern).toReversed().join('')
  const last = reversed.search(special)
  const prefix = pattern.slice(0, first)
  return {
    prefix: pattern.startsWith('/**', first - 1) ? prefix.slice(0, -1) : prefix,
    suffix: pattern.slice(pattern.length - last).replace(/^\//, ''),
  }
}

/** Longer patterns match nothing. */
const maxPatternLength = 1000

/**
 * A matcher for branches, paths and names: `*` and `?` stop at a slash, `**` as a whole segment spans folders,
 * `[a-z]`, `[!x]`, `{a,b}`, backslash. A malformed pattern matches nothing.
 */
export function globMatcher(pattern: string, spend: Spend = () => {}): (text: string) => boolean {
  const patterns = pattern.length > maxPatternLength ? undefined : alternatives(pattern)
  const globs = patterns?.map((each) => compileOne(each, true))
  if (!globs || globs.includes(undefined)) return () => false
  const { prefix, suffix } = fixedEnds(pattern)
  return (text) => {
    if (!text.startsWith(prefix) || !text.endsWith(suffix)) {
      spend(1)
      return false
    }
    return globs.some((glob) => glob?.matches(text, spend))
  }
}
