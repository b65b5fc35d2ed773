import { highlightTree, tagHighlighter, tags } from '@lezer/highlight'
import { parser } from '@lezer/yaml'

import { type CodeKind, type CodeToken, codeKinds } from './codeLines.ts'

/*
 * Fetched when there is a file to colour. The parser takes time that is quadratic in some hostile texts and breaks on
 * very deep ones, so that it works in short turns, for so long and no longer.
 */

/** Of each turn, after which the page may draw and answer (ms). */
const turn = 8
/** Of all turns together; a file that needs more stays without colours (ms). */
const patience = 1_500

const kindOf = {
  key: [tags.definition(tags.propertyName)],
  string: [tags.string, tags.special(tags.string)],
  comment: [tags.lineComment],
  mark: [tags.labelName, tags.typeName, tags.keyword, tags.meta],
  sign: [tags.separator, tags.punctuation, tags.squareBracket, tags.brace],
} satisfies Record<CodeKind, unknown>

const highlighter = tagHighlighter(
  codeKinds.flatMap((kind) => kindOf[kind].map((tag) => ({ tag, class: kind }))),
)
const isKind = (name: string): name is CodeKind => (codeKinds as readonly string[]).includes(name)

/** What the parts of a YAML text are, in their order; undefined where that cannot be told in time. */
export async function yamlTokens(text: string, signal: AbortSignal): Promise<CodeToken[] | undefined> {
  try {
    const parse = parser.startParse(text)
    for (let spent = 0; spent < patience && !signal.aborted;) {
      const start = performance.now()
      do {
        const tree = parse.advance()
        if (tree) return tokensIn(tree)
      } while (performance.now() - start < turn)
      spent += performance.now() - start
      await aTurn()
    }
    return undefined
  } catch {
    // Too deep for the parser: the text itself is worth more than its colours.
    return undefined
  }
}

function tokensIn(tree: Parameters<typeof highlightTree>[0]): CodeToken[] {
  const tokens: CodeToken[] = []
  highlightTree(tree, highlighter, (from, to, name) => {
    if (isKind(name)) tokens.push({ from, to, kind: name })
  })
  return tokens
}

const aTurn = () => new Promise<void>((resolve) => setTimeout(resolve))
