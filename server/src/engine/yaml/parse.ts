import { Composer, Lexer, LineCounter, Parser } from 'yaml'
import type { CST, Document } from 'yaml'

import type { Spend } from '../globs.ts'
import { maxFileLength, maxLexemes } from '../limits.ts'
import { compilerProblem } from '../problems.ts'

/** Deeper nesting is refused before anything walks the tree recursively. */
const maxSyntaxDepth = 60

export const control = /(?![\t\n\r\u0085])[\p{Cc}\ufffe\uffff]/u

export interface ReadOptions {
  maxLength?: number
  /** Told how many lexical pieces there were. */
  spend?: Spend
}

export interface ParsedYaml {
  /** Undefined for an empty file. */
  document: Document.Parsed | undefined
  /** From an offset to a line, from 1. */
  lineOf: (offset: number) => number
}

const tooComplex = () => compilerProblem('the file is too large or too complex to be read')

/** Parts of one thing that lie inside it; the tree of tokens is walked without recursion. */
function* within(token: CST.Token): Generator<CST.Token> {
  if (token.type === 'document' && token.value) yield token.value
  if (!('items' in token)) return
  for (const item of token.items) {
    if ('key' in item && item.key) yield item.key
    if ('value' in item && item.value) yield item.value
  }
}

function refuseDeep(tokens: readonly CST.Token[]) {
  let level: CST.Token[] = [...tokens]
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > maxSyntaxDepth) throw compilerProblem('maps and lists are nested too deeply')
    level = level.flatMap((token) => [...within(token)])
  }
}

/** Reads the first document of a file. Throws a compiler problem for everything that is not YAML. */
export function parseYaml(text: string, { maxLength = maxFileLength, spend }: ReadOptions = {}): ParsedYaml {
  if (text.length > maxLength) throw tooComplex()
  const unreadable = control.exec(text)
  const lines = new LineCounter()
  lines.addNewLine(0)
  const lineOf = (offset: number) => lines.linePos(offset).line
  if (unreadable) {
    const line = text.slice(0, unreadable.index).split('\n').length
    throw compilerProblem(`line ${line}: control characters are not allowed`)
  }

  const parser = new Parser(lines.addNewLine)
  const tokens: CST.Token[] = []
  let lexemes = 0
  for (const lexeme of new Lexer().lex(text)) {
    lexemes += 1
    if (lexemes > maxLexemes) throw tooComplex()
    for (const token of parser.next(lexeme)) tokens.push(token)
  }
  for (const token of parser.end()) tokens.push(token)
  spend?.(lexemes)
  refuseDeep(tokens)

  // Only strings: what a scalar means is decided later, from its source text. Repeated keys are found there too,
  // since this library compares each key with every other.
  const composer = new Composer({
    schema: 'failsafe',
    uniqueKeys: false,
    merge: false,
    prettyErrors: false,
    logLevel: 'silent',
  })
  const { value: document } = composer.compose(tokens).next()
  if (!document) return { document: undefined, lineOf }
  const [error] = document.errors
  if (error) throw compilerProblem(`line ${lineOf(error.pos[0])}: ${error.message}`)
  return { document, lineOf }
}
