/** Whether a character belongs to a set. */
export type Test = (char: string) => boolean

type Wrong = (why: string) => Error

const classes: Readonly<Record<string, Test>> = {
  d: (char) => char >= '0' && char <= '9',
  s: (char) => '\t\n\f\r '.includes(char),
  w: (char) => /^[0-9A-Za-z_]$/.test(char),
}

const named: Readonly<Record<string, RegExp>> = {
  alnum: /^[0-9A-Za-z]$/,
  alpha: /^[A-Za-z]$/,
  ascii: /^[ -~\s]$/,
  blank: /^[\t ]$/,
  cntrl: /^\p{Cc}$/u,
  digit: /^\d$/,
  graph: /^[!-~]$/,
  lower: /^[a-z]$/,
  print: /^[ -~]$/,
  punct: /^[!-/:-@[-`{-~]$/,
  space: /^[\t\n\v\f\r ]$/,
  upper: /^[A-Z]$/,
  word: /^[0-9A-Za-z_]$/,
  xdigit: /^[0-9A-Fa-f]$/,
}

const controls: Readonly<Record<string, string>> = {
  a: '\u0007',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
}

const not =
  (test: Test): Test =>
  (char) =>
    !test(char)

interface Element {
  test: Test
  /** If it is one character, and could begin or end a range. */
  char: string | undefined
  next: number
}

const one = (char: string, next: number): Element => ({ test: (each) => each === char, char, next })

function property(name: string, wrong: Wrong): Test {
  for (const candidate of [name, `Script=${name}`]) {
    try {
      const pattern = new RegExp(`^\\p{${candidate}}$`, 'u')
      return (char) => pattern.test(char)
    } catch {
      continue
    }
  }
  throw wrong(`unknown property \`${name}\``)
}

/** What follows a backslash, which is at `at`. */
function readEscape(text: string, at: number, wrong: Wrong): Element {
  const char = text[at + 1]
  if (char === undefined) throw wrong('a backslash at its end')
  const known = classes[char.toLowerCase()]
  if (known && Object.hasOwn(classes, char.toLowerCase()))
    return { test: char === char.toLowerCase() ? known : not(known), char: undefined, next: at + 2 }
  const control = Object.hasOwn(controls, char) ? controls[char] : undefined
  if (control !== undefined) return one(control, at + 2)
  const special =
    /\\(?:([pP])(\^?)(?:\{(\^?)(\w+)\}|(\w))|x\{([\da-fA-F]{1,6})\}|x([\da-fA-F]{2})|([0-7]{2,3}|0))/y
  special.lastIndex = at
  const found = special.exec(text)
  if (found) {
    const [all, kind, , caret, long, short, wide, hex, octal] = found
    const next = at + all.length
    if (kind !== undefined) {
      const test = property(long ?? short ?? '', wrong)
      return { test: (kind === 'P') === (caret === '^') ? test : not(test), char: undefined, next }
    }
    const code = octal === undefined ? Number.parseInt(wide ?? hex ?? '', 16) : Number.parseInt(octal, 8)
    if (code > 0x10_ffff) throw wrong(`\`${all}\` is no character`)
    return one(String.fromCodePoint(code), next)
  }
  if (/[\w]/.test(char)) throw wrong(`unknown escape \`\\${char}\``)
  return one(
    String.fromCodePoint(text.codePointAt(at + 1) ?? 0),
    at + 1 + (char >= '\ud800' && char <= '\udbff' ? 2 : 1),
  )
}

function readElement(text: string, at: number, wrong: Wrong): Element {
  if (text[at] === '\\') return readEscape(text, at, wrong)
  const found = /\[:(\^?)(\w+):\]/y
  found.lastIndex = at
  const posix = found.exec(text)
  if (posix) {
    const [all, caret, name = ''] = posix
    const pattern = Object.hasOwn(named, name) ? named[name] : undefined
    if (!pattern) throw wrong(`unknown class \`${name}\``)
    const test: Test = (char) => pattern.test(char)
    return { test: caret === '^' ? not(test) : test, char: undefined, next: at + all.length }
  }
  const char = String.fromCodePoint(text.codePointAt(at) ?? 0)
  return one(char, at + char.length)
}

/** Reads `[…]` or one escape, which begins at `start`. */
export function readSet(text: string, start: number, wrong: Wrong): { test: Test; next: number } {
  if (text[start] === '\\') return readEscape(text, start, wrong)
  let at = start + 1
  const isNegated = text[at] === '^'
  if (isNegated) at += 1
  const tests: Test[] = []
  while (text[at] !== ']' || tests.length === 0) {
    if (at >= text.length) throw wrong('missing `]`')
    const element = readElement(text, at, wrong)
    at = element.next
    const isRange = text[at] === '-' && text[at + 1] !== ']' && at + 1 < text.length
    if (!isRange) {
      tests.push(element.test)
      continue
    }
    const end = readElement(text, at + 1, wrong)
    const low = element.char?.codePointAt(0)
    const high = end.char?.codePointAt(0)
    if (low === undefined || high === undefined || low > high)
      throw wrong('a range that ends before it begins')
    tests.push((char) => {
      const code = char.codePointAt(0) ?? 0
      return code >= low && code <= high
    })
    at = end.next
  }
  const test: Test = (char) => tests.some((each) => each(char))
  return { test: isNegated ? not(test) : test, next: at + 1 }
}
