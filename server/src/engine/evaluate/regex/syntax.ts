import { ExpressionError } from '../errors.ts'
import { readSet } from './sets.ts'
import type { Test } from './sets.ts'

/** A regular expression, read. `test` sees one character. */
export type Pattern =
  | { kind: 'empty' }
  | { kind: 'char'; test: Test }
  | { kind: 'assert'; at: 'start' | 'end' | 'lineStart' | 'lineEnd' | 'word' | 'notWord' }
  | { kind: 'all'; parts: Pattern[] }
  | { kind: 'any'; parts: Pattern[] }
  | { kind: 'repeat'; part: Pattern; min: number; max: number }

interface Flags {
  /** Case does not matter. */
  i: boolean
  /** `^` and `$` match at lines. */
  m: boolean
  /** The dot matches newlines. */
  s: boolean
  /** Greediness swapped: of no consequence where only yes or no is asked. */
  U: boolean
}

const maxRepeat = 1000
const maxDepth = 100

/** Reads the syntax of RE2: no look-around and no back-references, so that matching takes linear time. */
class RegexReader {
  readonly #text: string
  #at = 0
  #depth = 0
  #flags: Flags = { i: false, m: false, s: false, U: false }

  constructor(text: string) {
    this.#text = text
  }

  read(): Pattern {
    const pattern = this.#alternatives()
    if (this.#at < this.#text.length) throw this.#wrong('unexpected `)`')
    return pattern
  }

  #wrong(why: string) {
    return new ExpressionError(`bad regular expression \`${this.#text}\`: ${why}`)
  }

  #peek(text: string): boolean {
    return this.#text.startsWith(text, this.#at)
  }

  #skip(text: string): boolean {
    if (!this.#peek(text)) return false
    this.#at += text.length
    return true
  }

  #alternatives(): Pattern {
    const parts = [this.#sequence()]
    while (this.#skip('|')) parts.push(this.#sequence())
    const [only] = parts
    return parts.length === 1 && only ? only : { kind: 'any', parts }
  }

  #sequence(): Pattern {
    const parts: Pattern[] = []
    while (this.#at < this.#text.length && !this.#peek('|') && !this.#peek(')')) {
      if (this.#skip('\\Q')) {
        const end = this.#text.indexOf('\\E', this.#at)
        const literal = this.#text.slice(this.#at, end === -1 ? undefined : end)
        this.#at += literal.length + (end === -1 ? 0 : 2)
        for (const char of literal) parts.push(this.#char(char))
      } else parts.push(this.#quantified(this.#atom()))
    }
    return parts.length === 0 ? { kind: 'empty' } : { kind: 'all', parts }
  }

  #char(char: string): Pattern {
    if (!this.#flags.i) return { kind: 'char', test: (each) => each === char }
    const lower = char.toLowerCase()
    const upper = char.toUpperCase()
    return {
      kind: 'char',
      test: (each) => each === char || each.toLowerCase() === lower || each.toUpperCase() === upper,
    }
  }

  #set(test: Test): Pattern {
    if (!this.#flags.i) return { kind: 'char', test }
    return {
      kind: 'char',
      test: (char) => test(char) || test(char.toLowerCase()) || test(char.toUpperCase()),
    }
  }

  #atom(): Pattern {
    const char = String.fromCodePoint(this.#text.codePointAt(this.#at) ?? 0)
    const { s, m } = this.#flags
    switch (char) {
      case '(':
        return this.#group()
      case '[': {
        const { test, next } = readSet(this.#text, this.#at, (why) => this.#wrong(why))
        this.#at = next
        return this.#set(test)
      }
      case '\\':
        return this.#escape()
      case '.':
        this.#at += 1
        return { kind: 'char', test: (each) => s || each !== '\n' }
      case '^':
        this.#at += 1
        return { kind: 'assert', at: m ? 'lineStart' : 'start' }
      case '$':
        this.#at += 1
        return { kind: 'assert', at: m ? 'lineEnd' : 'end' }
      case '*':
      case '+':
      case '?':
        throw this.#wrong(`nothing to repeat before \`${char}\``)
      default:
        this.#at += char.length
        return this.#char(char)
    }
  }

  #escape(): Pattern {
    const assertions = { '\\A': 'start', '\\z': 'end', '\\b': 'word', '\\B': 'notWord' } as const
    for (const [text, at] of Object.entries(assertions)) if (this.#skip(text)) return { kind: 'assert', at }
    const { test, next } = readSet(this.#text, this.#at, (why) => this.#wrong(why))
    this.#at = next
    return this.#set(test)
  }

  #group(): Pattern {
    this.#depth += 1
    if (this.#depth > maxDepth) throw this.#wrong('too many groups inside one another')
    const outer = { ...this.#flags }
    this.#at += 1
    if (this.#peek('?')) {
      const head = /\?(?:P?<\w+>|([imsU]*)(?:-([imsU]+))?([:)]))/y
      head.lastIndex = this.#at
      const found = head.exec(this.#text)
      if (!found) throw this.#wrong('unknown kind of group')
      this.#at += found[0].length
      const [, on = '', off = '', end] = found
      this.#setFlags(on, true)
      this.#setFlags(off, false)
      if (end === ')') {
        // `(?i)` holds until the group around it ends.
        this.#depth -= 1
        return { kind: 'empty' }
      }
    }
    const inside = this.#alternatives()
    if (!this.#skip(')')) throw this.#wrong('missing `)`')
    this.#flags = outer
    this.#depth -= 1
    return inside
  }

  #setFlags(names: string, value: boolean) {
    for (const name of names)
      if (name === 'i' || name === 'm' || name === 's' || name === 'U') this.#flags[name] = value
  }

  #quantified(part: Pattern): Pattern {
    const quantifier = /(?:([*+?])|\{(\d{1,4})(,(\d{1,4})?)?\})\??/y
    quantifier.lastIndex = this.#at
    const found = quantifier.exec(this.#text)
    if (!found) return part
    this.#at += found[0].length
    if (/[*+?]/.test(this.#text[this.#at] ?? '')) throw this.#wrong('a repetition of a repetition')
    const [, sign, from = '0', comma, to] = found
    if (sign !== undefined)
      return { kind: 'repeat', part, min: sign === '+' ? 1 : 0, max: sign === '?' ? 1 : Infinity }
    const min = Number(from)
    const max = comma === undefined ? min : to === undefined ? Infinity : Number(to)
    if (min > maxRepeat || (max !== Infinity && max > maxRepeat) || min > max)
      throw this.#wrong(`\`${found[0]}\` is not a valid repetition`)
    return { kind: 'repeat', part, min, max }
  }
}

export const readRegex = (text: string): Pattern => new RegexReader(text).read()
