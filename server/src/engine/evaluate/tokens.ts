import { ExpressionError } from './errors.ts'

export interface Token {
  kind: 'name' | 'operator' | 'bracket' | 'number' | 'string' | 'end'
  /** Of strings and numbers: what they mean. */
  text: string
  value?: bigint | number
  at: number
}

const wordOperators: ReadonlySet<string> = new Set([
  'in',
  'or',
  'and',
  'not',
  'matches',
  'contains',
  'startsWith',
  'endsWith',
  'let',
  'if',
  'else',
])

const space = /(?:\s|\/\/[^\n]*|\/\*[\s\S]*?\*\/)+/y
const name = /[\p{L}_$][\p{L}\p{Nd}_$]*/uy
const number =
  /0[xX]_*[\da-fA-F][\da-fA-F_]*|0[bB]_*[01][01_]*|0[oO]_*[0-7][0-7_]*|(?:\d[\d_]*(?:\.(?!\.)[\d_]*)?|\.\d[\d_]*)(?:[eE][-+]?\d+)?/y
const operator = /\|\||&&|==|!=|<=|>=|\*\*|\.\.|\?\.|\?\?|::|[-+*/%^|<>!?:,;.=#]/y
const bracket = /[()[\]{}]/y

const simpleEscapes: Readonly<Record<string, string>> = {
  a: '\u0007',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
  '\\': '\\',
  "'": "'",
  '"': '"',
  '`': '`',
}

const escape = /\\(?:x([\da-fA-F]{2})|u([\da-fA-F]{4})|U([\da-fA-F]{8})|([0-3][0-7]{2})|(.))/gsu

function unescaped(text: string, at: number): string {
  return text.replace(
    escape,
    (all, hex?: string, short?: string, long?: string, octal?: string, simple?: string) => {
      const known =
        simple !== undefined && Object.hasOwn(simpleEscapes, simple) ? simpleEscapes[simple] : undefined
      if (known !== undefined) return known
      const digits = hex ?? short ?? long
      const code = digits === undefined ? Number.parseInt(octal ?? 'x', 8) : Number.parseInt(digits, 16)
      if (!(code <= 0x10_ffff)) throw new ExpressionError(`unknown escape \`${all}\` at ${at}`)
      return String.fromCodePoint(code)
    },
  )
}

function numberValue(text: string, at: number): bigint | number {
  const digits = text.replaceAll('_', '')
  if (/^(?:\d+|0[xXbBoO].*)$/.test(digits)) {
    const value = BigInt(digits.toLowerCase())
    if (value < 2n ** 63n) return value
    throw new ExpressionError(`number \`${text}\` at ${at} is too large`)
  }
  return Number(digits)
}

/** Cuts an expression into tokens, with an `end` token at its end. Throws an ExpressionError. */
export function tokensOf(source: string): Token[] {
  const tokens: Token[] = []
  let at = 0
  const match = (pattern: RegExp): string | undefined => {
    pattern.lastIndex = at
    return pattern.exec(source)?.[0]
  }
  const take = (kind: Token['kind'], text: string, value?: bigint | number) => {
    tokens.push(value === undefined ? { kind, text, at } : { kind, text, value, at })
    at += text.length
  }
  const takeString = (quote: string) => {
    const pattern =
      quote === '`'
        ? /`((?:[^`]|``)*)`/y
        : quote === '"'
          ? /"((?:[^"\\\n]|\\.)*)"/sy
          : /'((?:[^'\\\n]|\\.)*)'/sy
    pattern.lastIndex = at
    const found = pattern.exec(source)
    if (!found) throw new ExpressionError(`a text at ${at} does not end`)
    const [all, inside = ''] = found
    const text = quote === '`' ? inside.replaceAll('``', '`') : unescaped(inside, at)
    tokens.push({ kind: 'string', text, at })
    at += all.length
  }

  while (at < source.length) {
    const blank = match(space)
    if (blank !== undefined) {
      at += blank.length
      continue
    }
    const char = source[at] ?? ''
    const word = match(name)
    const digits = match(number)
    if ('\'"`'.includes(char)) takeString(char)
    else if (word !== undefined) {
      const isMember = tokens.at(-1)?.text === '.' || tokens.at(-1)?.text === '?.'
      take(!isMember && wordOperators.has(word) ? 'operator' : 'name', word)
    } else if (digits !== undefined) take('number', digits, numberValue(digits, at))
    else {
      const sign = match(operator)
      const parenthesis = match(bracket)
      if (sign !== undefined) take('operator', sign)
      else if (parenthesis !== undefined) take('bracket', parenthesis)
      else
        throw new ExpressionError(
          `unexpected \`${String.fromCodePoint(source.codePointAt(at) ?? 0)}\` at ${at}`,
        )
    }
  }
  tokens.push({ kind: 'end', text: '', at })
  return tokens
}
