import type { Config } from '@yaffle/contract/pipelines'
import { structuredPatch } from 'diff'

import { textOfBase64 } from './base64.ts'
import { shownText } from './config/codeLines.ts'

export type DiffRow = {
  /** Its place among the rows of its file. */
  at: number
} & (
  | { kind: 'same' | 'added' | 'removed'; text: string }
  /** Lines that are the same and not shown. */
  | { kind: 'gap'; count: number }
)

export interface FileChange {
  name: string
  /** Tells files of one name apart. */
  key: string
  kind: 'same' | 'added' | 'removed' | 'changed'
  /** Nothing for a file that is the same; nothing, too, where only line ends or unreadable bytes differ. */
  rows: DiffRow[]
  /** Lines that belong after these rows and are too many. */
  left: number
  /** The lines differ too much to be told one by one. */
  isTooMuch: boolean
}

/** One that is not as it was. */
export type ChangedFile = FileChange & { kind: Exclude<FileChange['kind'], 'same'> }

/** Lines around a change, and the steps that finding the changes may take (its square is what it costs). */
const context = 3
const mostSteps = 1_000

const linesOf = (shown: string) => (shown === '' ? [] : shown.split('\n'))
const ended = (shown: string) => (shown === '' ? '' : `${shown}\n`)

/**
 * The changed lines between two texts with some around them, as `shownText` gives these; undefined when they differ
 * too much. The rows together, gaps filled from the old text, are both texts.
 */
export function changedRows(old: string, now: string): DiffRow[] | undefined {
  const patch = structuredPatch('', '', ended(old), ended(now), undefined, undefined, {
    context,
    maxEditLength: mostSteps,
  })
  if (!patch) return undefined
  const rows: DiffRow[] = []
  let seen = 0
  const skipTo = (line: number) => {
    if (line > seen) rows.push({ at: rows.length, kind: 'gap', count: line - seen })
    seen = line
  }
  for (const { oldStart, oldLines, lines } of patch.hunks) {
    skipTo(oldStart - 1)
    seen += oldLines
    for (const line of lines) rows.push({ at: rows.length, kind: kindOf(line), text: line.slice(1) })
  }
  if (rows.length > 0) skipTo(linesOf(old).length)
  return rows
}

const kindOf = (line: string) => (line[0] === '+' ? 'added' : line[0] === '-' ? 'removed' : 'same')

/** What the files of a pipeline are to those of another: in their order, those that are gone last. */
export function fileChanges(before: readonly Config[], now: readonly Config[]): FileChange[] {
  const old = new Map(withKeys(before).map((file) => [file.key, file]))
  const present = withKeys(now)
  const kept = new Set(present.map(({ key }) => key))
  return withinBounds([
    ...present.map(({ name, key, data }) => {
      const known = old.get(key)
      if (!known) return whole({ name, key, kind: 'added', data })
      if (known.data === data) return { name, key, kind: 'same' as const, rows: [] }
      return { name, key, kind: 'changed' as const, rows: changedRows(shownOf(known.data), shownOf(data)) }
    }),
    ...[...old.values()]
      .filter(({ key }) => !kept.has(key))
      .map((file) => whole({ ...file, kind: 'removed' })),
  ])
}

const shownOf = (data: string) => shownText(textOfBase64(data))

/** Two files of one name (`a.yml` beside `a.yaml`) are told apart by their order. */
function withKeys(files: readonly Config[]) {
  const counts = new Map<string, number>()
  return files.map(({ name, data }) => {
    const count = (counts.get(name) ?? 0) + 1
    counts.set(name, count)
    return { name, data, key: `${count} ${name}` }
  })
}

interface Whole {
  name: string
  key: string
  kind: 'added' | 'removed'
  data: string
}

const whole = ({ name, key, kind, data }: Whole) => ({
  name,
  key,
  kind,
  rows: linesOf(shownOf(data)).map((text, at): DiffRow => ({ at, kind, text })),
})

/** So many rows and characters are shown of a file, and of all together: one long file must not hide the next. */
const most = { ofFile: { rows: 200, characters: 20_000 }, together: { rows: 600, characters: 40_000 } }

type Unbound = Pick<FileChange, 'name' | 'key' | 'kind'> & { rows: DiffRow[] | undefined }

function withinBounds(files: readonly Unbound[]): FileChange[] {
  const left = { ...most.together }
  return files.map(({ rows, ...file }) => {
    const all = rows ?? []
    const end = endWithin(all, {
      rows: Math.min(left.rows, most.ofFile.rows),
      characters: Math.min(left.characters, most.ofFile.characters),
    })
    const shown = all.slice(0, end)
    left.rows -= shown.length
    left.characters -= shown.reduce((sum, row) => sum + charactersOf(row), 0)
    const more = all.slice(end).reduce((sum, row) => sum + (row.kind === 'gap' ? row.count : 1), 0)
    return { ...file, rows: shown, left: more, isTooMuch: rows === undefined }
  })
}

const charactersOf = (row: DiffRow) => (row.kind === 'gap' ? 0 : row.text.length)

/** How many rows from the first are within the bounds. */
function endWithin(rows: readonly DiffRow[], bounds: { rows: number; characters: number }): number {
  let characters = 0
  const end = rows.slice(0, bounds.rows).findIndex((row) => {
    characters += charactersOf(row)
    return characters > bounds.characters
  })
  return end < 0 ? Math.min(rows.length, bounds.rows) : end
}
