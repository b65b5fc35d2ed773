import { maxSubstitutedLength, maxSubstitutionDepth, maxSubstitutionWork } from './limits.ts'
import { genericProblem } from './problems.ts'
import { applyOperator } from './substitute/functions.ts'

type Accept = (char: string) => boolean

const asciiName = /^\w$/
const isName: Accept = (char) => asciiName.test(char) || (char > '\u007f' && /[\p{L}\p{Nd}]/u.test(char))
const notClosing: Accept = (char) => char !== '}'
const notColonOrClosing: Accept = (char) => char !== ':' && char !== '}'
const notSlash: Accept = (char) => char !== '/'

const shortEscapes: Record<string, string> = {
  '\\': '\\\\',
  '"': '\\"',
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
}

const hexEscape = (code: number) =>
  code < 0x80 ? `\\x${code.toString(16).padStart(2, '0')}` : `\\u${code.toString(16).padStart(4, '0')}`

/** A double-quoted string of YAML on one line, so that a value of several lines cannot break the file. */
const quoted = (text: string) =>
  `"${text.replace(
    /["\\\n\r\t]|\p{Cc}|[\u2028\u2029\ufeff]/gu,
    (char) => shortEscapes[char] ?? hexEscape(char.charCodeAt(0)),
  )}"`

/** A piece of the file in whose place another text stands now. */
export interface Edit {
  start: number
  end: number
  /** Where the other text ends in the result. */
  endInResult: number
}

export interface Substituted {
  text: string
  /** In the order of the file. */
  edits: Edit[]
}

/** One pass over a file's text. */
class Substitution {
  readonly #text: string
  readonly #lookup: (name: string) => string | undefined
  #at = 0
  #work = 0

  constructor(text: string, lookup: (name: string) => string | undefined) {
    this.#text = text
    this.#lookup = lookup
  }

  run(): Substituted {
    const parts: string[] = []
    const edits: Edit[] = []
    let length = 0
    const add = (part: string) => {
      length += part.length
      if (length > maxSubstitutedLength)
        throw genericProblem('the file is too long once its variables are put in')
      parts.push(part)
    }
    while (this.#at < this.#text.length) {
      const start = this.#at
      const isExpression = this.#text.startsWith('${', start)
      const changed = isExpression ? this.#expression(0) : this.#escaped()
      add(changed ?? this.#plain())
      if (changed !== undefined) edits.push({ start, end: this.#at, endInResult: length })
    }
    return { text: parts.join(''), edits }
  }

  /** Text up to the next character that could mean something; at least one character. */
  #plain(): string {
    const special = /[$\\]/g
    special.lastIndex = this.#at + 1
    const end = special.exec(this.#text)?.index ?? this.#text.length
    const text = this.#text.slice(this.#at, end)
    this.#at = end
    return text
  }

  /** `$$`, `\\` and `\/` stand for their second character. */
  #escaped(): string | undefined {
    const pair = this.#text.slice(this.#at, this.#at + 2)
    if (pair !== '$$' && pair !== '\\\\' && pair !== '\\/') return undefined
    this.#at += 2
    return pair.slice(1)
  }

  #bad() {
    const line = this.#text.slice(0, this.#at).split('\n').length
    return genericProblem(`line ${line}: bad substitution; write \`$\${\` where the shell is to see \`\${\``)
  }

  #spend(work: number) {
    this.#work += work
    if (this.#work > maxSubstitutionWork) throw genericProblem('putting in the variables takes too long')
  }

  /** The characters from here on that are accepted, at most `limit`. */
  #take(accept: Accept, options: { isNesting?: boolean; isEscaping?: boolean; limit?: number } = {}): string {
    const { isNesting = false, isEscaping = false, limit = Infinity } = options
    let taken = ''
    let count = 0
    while (count < limit && this.#at < this.#text.length) {
      if (isNesting && this.#text.startsWith('${', this.#at)) break
      const escaped = isEscaping ? this.#escaped() : undefined
      if (escaped !== undefined) taken += escaped
      else {
        const char = String.fromCodePoint(this.#text.codePointAt(this.#at) ?? 0)
        if (!accept(char)) break
        taken += char
        this.#at += char.length
      }
      count += 1
    }
    this.#spend(count)
    return taken
  }

  /** Like take, but nothing at all is an error. */
  #need(accept: Accept, options?: { isNesting?: boolean; isEscaping?: boolean; limit?: number }): string {
    const start = this.#at
    const taken = this.#take(accept, options)
    if (this.#at === start) throw this.#bad()
    return taken
  }

  /** One nested expression, or text up to one. */
  #word(accept: Accept, depth: number, isEscaping = false): string {
    if (this.#text.startsWith('${', this.#at)) return this.#expression(depth + 1)
    return this.#need(accept, { isNesting: true, isEscaping })
  }

  #close() {
    if (this.#text[this.#at] !== '}') throw this.#bad()
    this.#at += 1
  }

  #value(name: string): string {
    const value = this.#lookup(name) ?? ''
    this.#spend(value.length)
    return value.includes('\n') ? quoted(value) : value
  }

  /** `${…}` from its dollar sign on. */
  #expression(depth: number): string {
    if (depth > maxSubstitutionDepth) throw this.#bad()
    this.#at += 2
    if (this.#text[this.#at] === '#') {
      this.#at += 1
      const name = this.#need(isName)
      this.#close()
      return this.#apply('#', name, [])
    }
    const name = this.#need(isName)
    const { operator, args } = this.#operation(depth)
    this.#close()
    return this.#apply(operator, name, args)
  }

  #apply(operator: string, name: string, args: readonly string[]): string {
    const result = applyOperator(operator, this.#value(name), args, (work) => this.#spend(work))
    this.#spend(result.length)
    return result
  }

  /** What stands between the name and the closing brace. */
  #operation(depth: number): { operator: string; args: string[] } {
    const char = this.#text[this.#at] ?? ''
    const next = this.#text[this.#at + 1]
    switch (char) {
      case ':':
        if (next !== undefined && '=-?+'.includes(next)) return this.#default(`:${next}`, depth)
        return this.#substring(depth)
      case '=':
        return this.#default('=', depth)
      case ',':
      case '^':
        return { operator: this.#take((each) => each === ',' || each === '^', { limit: 2 }), args: [] }
      case '#':
      case '%':
        return {
          operator: this.#take((each) => each === char, { limit: 2 }),
          args: [this.#word(notClosing, depth)],
        }
      case '/':
        return this.#replacement(depth)
      default:
        return { operator: '', args: [] }
    }
  }

  #default(operator: string, depth: number): { operator: string; args: string[] } {
    this.#at += operator.length
    const args: string[] = []
    while (this.#text[this.#at] !== '}') args.push(this.#word(notClosing, depth))
    return { operator, args }
  }

  #substring(depth: number): { operator: string; args: string[] } {
    this.#at += 1
    const start = this.#word(notColonOrClosing, depth)
    if (this.#text[this.#at] === '}') return { operator: ':', args: [start] }
    this.#need((each) => each === ':')
    return { operator: ':', args: [start, this.#word(notClosing, depth)] }
  }

  #replacement(depth: number): { operator: string; args: string[] } {
    this.#at += 1
    const kind = this.#take((each) => '/#%'.includes(each), { limit: 1 })
    const args = [this.#word(notSlash, depth, true)]
    this.#need((each) => each === '/')
    if (this.#text[this.#at] !== '}') args.push(this.#word(notClosing, depth, true))
    return { operator: `/${kind}`, args }
  }
}

/**
 * Puts variables into the raw text of a file: `${…}` is replaced, `$name` is the shell's and stays. A value of
 * several lines is put in as a quoted string. Throws a generic problem for malformed or excessive substitutions.
 */
export const substitute = (text: string, lookup: (name: string) => string | undefined): string =>
  substituteNoting(text, lookup).text

/** The same, with where something was put in. */
export const substituteNoting = (text: string, lookup: (name: string) => string | undefined): Substituted =>
  new Substitution(text, lookup).run()
