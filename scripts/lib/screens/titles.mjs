import ts from 'typescript'

const isTest = (name) => /^(?:it|test)$/.test(name)
/** Tests with these are written down, but not run or not meant to pass. */
const isOff = (name) => /^(?:skip|todo|fails|fixme|skipIf|runIf)$/.test(name)

/**
 * The titles of the tests in a file of Vitest or Playwright, as they stand in the source: those of table tests with
 * their placeholders. Tests that are switched off are left out, and so is all in a `describe` that is.
 */
export function titlesOf(file, text) {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX)
  const titles = new Set()
  const visit = (node) => {
    if (ts.isCallExpression(node)) {
      const names = namesOf(node.expression)
      if (names.some(isOff)) return
      const [title] = node.arguments
      if (isTest(names[0] ?? '') && title) {
        const words = textOf(title)
        if (words !== undefined) titles.add(words)
      }
    }
    ts.forEachChild(node, visit)
  }
  visit(source)
  return titles
}

/** `it.each(table)('…')` -> it, each; for `test.describe` only the last part counts, which is no test. */
function namesOf(callee) {
  if (ts.isIdentifier(callee)) return [callee.text]
  if (ts.isPropertyAccessExpression(callee)) {
    const before = namesOf(callee.expression)
    const isOther =
      isTest(before[0] ?? '') && !/^(?:each|for|only|concurrent|sequential)$/.test(callee.name.text)
    return isOther ? [callee.name.text] : [...before, callee.name.text]
  }
  if (ts.isCallExpression(callee)) return namesOf(callee.expression)
  return []
}

function textOf(node) {
  if (ts.isStringLiteralLike(node)) return node.text
  if (ts.isTemplateExpression(node))
    return node.head.text + node.templateSpans.map(({ literal }) => `…${literal.text}`).join('')
  return undefined
}
