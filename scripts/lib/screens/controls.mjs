import { basename, dirname, posix } from 'node:path'

import ts from 'typescript'

/*
 * What a person can do on a screen, read from its source: fields, buttons, links, lists. Each is named by the file it
 * stands in and the text it carries, such as `SecretForm: secrets.name`; one without a text of its own by its element,
 * such as `AccountScreen: <Avatar>`. Beside them the calls that change something on the server, `SecretForm:
 * useCreateSecret`, and the pages of a settings area, `orgPages: page secrets`.
 */

/** Whatever has one of these reacts to a person. */
const handlers = new Set(['onChange', 'onClick', 'onSelect', 'onConfirm', 'onRemove'])
/** These do without a handler of the screen's own. */
const actors = new Set([
  'CodeLine',
  'HandOver',
  'IconLink',
  'LeveledList',
  'LinkButton',
  'ManagedForm',
  'ManagedList',
  'SafeLink',
  'SecretField',
  'TabLink',
  'TextLink',
  'a',
])
/** Where an element's text is, the first that it has. */
const labels = ['submitLabel', 'label', 'confirmLabel', 'title']

const isMutation = (name) => /^use[A-Z]/.test(name)

/** The controls of one source file, each once, in the order of the file. */
export function controlsOf(file, text) {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX)
  const stem = basename(file).replace(/\.tsx?$/, '')
  const found = new Set()
  const visit = (node) => {
    if (ts.isJsxOpeningElement(node) || ts.isJsxSelfClosingElement(node))
      for (const name of namesOfElement(node)) found.add(`${stem}: ${name}`)
    if (ts.isImportDeclaration(node) && node.moduleSpecifier.text.includes('/api/'))
      for (const { name } of node.importClause?.namedBindings?.elements ?? [])
        if (isMutation(name.text)) found.add(`${stem}: ${name.text}`)
    const page = pageOf(node)
    if (page !== undefined) found.add(`${stem}: page ${page}`)
    if (isSorting(node)) for (const key of keysIn(node.initializer)) found.add(`${stem}: ${key}`)
    ts.forEachChild(node, visit)
  }
  visit(source)
  return [...found]
}

/** The files of components that a source file imports, by their paths from where `file` is named from. */
export const partsOf = (file, text) =>
  ts
    .preProcessFile(text, true, true)
    .importedFiles.map(({ fileName }) => fileName)
    .filter((name) => /^\..*\.tsx$/.test(name))
    .map((name) => posix.join(dirname(file), name))

function namesOfElement(element) {
  const tag = element.tagName.getText()
  const attributes = new Map(
    element.attributes.properties
      .filter(ts.isJsxAttribute)
      .map((attribute) => [attribute.name.getText(), attribute.initializer]),
  )
  if (!actors.has(tag) && ![...attributes.keys()].some((name) => handlers.has(name))) return []
  const label = labels.find((name) => attributes.has(name))
  const keys = label ? keysIn(attributes.get(label)) : keysIn(childrenOf(element))
  return keys.length > 0 ? keys : [`<${tag}>`]
}

const childrenOf = (element) =>
  ts.isJsxOpeningElement(element) ? element.parent.children.filter(ts.isJsxExpression) : []

/** The label of an object that describes a page: where it is, and how it is drawn. */
function pageOf(node) {
  if (!ts.isObjectLiteralExpression(node)) return undefined
  const parts = new Map(
    node.properties.filter(ts.isPropertyAssignment).map((part) => [part.name.getText(), part.initializer]),
  )
  const label = parts.get('label')
  return parts.has('path') && parts.has('draw') && label ? label.text : undefined
}

/** One way to sort a list: the `label` of an object within `sortings`. */
function isSorting(node) {
  if (!ts.isPropertyAssignment(node) || node.name.getText() !== 'label') return false
  for (let above = node.parent; above; above = above.parent)
    if (ts.isJsxAttribute(above)) return above.name.getText() === 'sortings'
  return false
}

/** The keys of all texts that stand in a part of the source; `*` for what is only known when it runs. */
function keysIn(part) {
  const keys = []
  const visit = (node) => {
    if (ts.isCallExpression(node) && ts.isIdentifier(node.expression)) {
      const area = areaOf(node.expression)
      const [argument] = node.arguments
      if (area !== undefined && argument) {
        for (const key of wordsOf(argument)) keys.push(area + key)
        return
      }
    }
    ts.forEachChild(node, visit)
  }
  for (const one of Array.isArray(part) ? part : part ? [part] : []) visit(one)
  return keys
}

function wordsOf(node) {
  if (ts.isStringLiteralLike(node)) return [node.text]
  if (ts.isConditionalExpression(node)) return [...wordsOf(node.whenTrue), ...wordsOf(node.whenFalse)]
  if (ts.isTemplateExpression(node))
    return [node.head.text + node.templateSpans.map(({ literal }) => `*${literal.text}`).join('')]
  return ['*']
}

/** For the `t` of `const t = useTranslations('crons')`: `crons.`; undefined for any other function. */
function areaOf(identifier) {
  for (let scope = identifier.parent; scope; scope = scope.parent) {
    const statements = ts.isBlock(scope) || ts.isSourceFile(scope) ? scope.statements : []
    for (const statement of statements) {
      if (!ts.isVariableStatement(statement)) continue
      for (const { name, initializer } of statement.declarationList.declarations) {
        if (name.getText() !== identifier.text || !initializer || !ts.isCallExpression(initializer)) continue
        if (initializer.expression.getText() !== 'useTranslations') continue
        const [area] = initializer.arguments
        return area && ts.isStringLiteralLike(area) ? `${area.text}.` : ''
      }
    }
  }
  return undefined
}
