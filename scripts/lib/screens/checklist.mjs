import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import { controlsOf, partsOf } from './controls.mjs'
import { titlesOf } from './titles.mjs'

/** The list that is checked, and the sources whose controls have to stand in it, with the shared parts that they use. */
export const checklist = 'docs/screens.md'
const sources = [
  'web/src/features/{admin,agents,badge,crons,orgSettings,registries,repoSettings,secrets,user}/**/*.tsx',
  'web/src/app/settings/*.tsx',
]
const isProduction = (file) => !/\.test\.|\/testing\//.test(file)

const header = ['Control', 'What', 'Test file', 'Test']

/**
 * The rows of the tables in a text of Markdown that have the four columns of the list. `controls` are the names in the
 * first one (`controls.mjs`), none for a rule that belongs to no single control.
 */
export function rowsOf(text) {
  const rows = []
  let isInside = false
  for (const [index, line] of text.split('\n').entries()) {
    const cells = line.startsWith('|')
      ? line
          .split('|')
          .slice(1, -1)
          .map((cell) => cell.trim())
      : undefined
    if (!cells) isInside = false
    else if (cells.join() === header.join()) isInside = true
    else if (isInside && !/^[-:]+$/.test(cells[0] ?? ''))
      rows.push({
        line: index + 1,
        controls: codeIn(cells[0] ?? '').flatMap(namesIn),
        what: cells[1] ?? '',
        file: codeIn(cells[2] ?? '')[0] ?? '',
        test: cells[3] ?? '',
        isWhole: cells.length === header.length && cells.every((cell) => cell !== ''),
      })
  }
  return rows
}

/** `SecretForm: secrets.name, secrets.value` stands for two controls of one file. */
function namesIn(code) {
  const [file, ...keys] = code.split(/: |, /)
  return keys.map((key) => `${file}: ${key}`)
}

const codeIn = (cell) => Array.from(cell.matchAll(/`([^`]+)`/g), ([, code]) => code)

/**
 * What is wrong with the list: rows whose test does not exist, rows about controls that are gone, and controls that are
 * in no row. Nothing when every field and action has its test. `titlesIn` gives the tests of a file, undefined when
 * there is no such file; `controls` has the file of each control.
 */
export function problemsOf(rows, titlesIn, controls) {
  const problems = []
  const named = new Set(rows.flatMap((row) => row.controls))
  for (const { line, controls: names, file, test, isWhole } of rows) {
    const complain = (text) => problems.push(`line ${line}: ${text}`)
    if (!isWhole) {
      complain('not four columns with something in each')
      continue
    }
    const titles = titlesIn(file)
    if (!titles) complain(`there is no test file ${file}`)
    else if (!titles.has(test)) complain(`no test in ${file} is called “${test}”`)
    for (const name of names) if (!controls.has(name)) complain(`there is no ${name} in the sources`)
  }
  for (const [name, file] of controls)
    if (!named.has(name)) problems.push(`${name} (${file}) stands in no row`)
  return problems
}

/** Reads list, sources and tests below `root`, and gives what is wrong. */
export function checkScreens(root) {
  const read = (file) => readFileSync(join(root, file), 'utf8')
  const screens = sources
    .flatMap((pattern) => globSync(pattern, { cwd: root }))
    .map((file) => file.replaceAll('\\', '/'))
    .filter(isProduction)
    .toSorted((one, other) => one.localeCompare(other))
  const controls = new Map()
  const files = new Set(screens)
  // The set grows while it is gone through.
  for (const file of files) {
    const text = read(file)
    for (const name of controlsOf(file, text)) controls.set(name, file)
    for (const part of partsOf(file, text)) if (part.startsWith('web/src/domain/')) files.add(part)
  }
  const known = new Map()
  const titlesIn = (file) => {
    const path = file.startsWith('e2e/') ? file : `web/src/${file}`
    if (!known.has(path))
      known.set(path, existsSync(join(root, path)) ? titlesOf(path, read(path)) : undefined)
    return known.get(path)
  }
  return problemsOf(rowsOf(read(checklist)), titlesIn, controls)
}
