import { parseLine } from './ansi.ts'
import type { RawLine } from './decode.ts'
import { severityOf, type Severity } from './errors.ts'
import { bodyLength, foldMarkOf, Folds, type Fold, type FoldMark } from './folds.ts'
import { Numbers } from './growable.ts'
import { LineStore } from './lineStore.ts'
import { RowIndex } from './rowIndex.ts'
import { sgrOf } from './sgr.ts'
import { StyleTable } from './style.ts'
import { isSimple } from './width.ts'
import { rowCount, unwrappedColumns } from './wrap.ts'

/** Everything known about one log: its lines, folds, problems and rows. Lines are only ever added. */
export class LogModel {
  readonly styles = new StyleTable()
  readonly store = new LineStore()
  readonly folds: Folds
  /** Indexes of lines that report an error, and of those that report a warning. */
  readonly problems: Record<Severity, Numbers> = { error: new Numbers(), warning: new Numbers() }
  /** Lines that came out of order; `merged` puts them in their place. */
  readonly strays: RawLine[] = []
  /** What lines mean for folding whose text does not say so. */
  readonly hiddenMarks = new Map<number, FoldMark>()
  #rows = new RowIndex()
  #columns: number
  #style = 0
  #widest = 0

  constructor(columns: number, startsFolded = false) {
    this.folds = new Folds(startsFolded)
    this.#columns = columns
  }

  get rows() {
    return this.#rows
  }

  get columns() {
    return this.#columns
  }

  get count() {
    return this.store.count
  }

  /** Cells of the widest line; of one that goes beyond ASCII, the most it can take. */
  get widest() {
    return Math.min(this.#widest, unwrappedColumns)
  }

  /** Seconds between the start of the step and its last line. */
  get lastTime() {
    return this.count > 0 ? this.store.time(this.count - 1) : 0
  }

  /** Adds a line. One that is here already is skipped: streams repeat themselves after a reconnect. */
  append(entry: RawLine) {
    const { line, time, type, raw } = entry
    const index = this.count
    if (index > 0 && line <= this.store.number(index - 1)) {
      if (!this.store.has(line)) this.strays.push(entry)
      return
    }
    const { text, runs, after } = parseLine(raw, this.#style, this.styles)
    this.#style = after
    this.store.append({ number: line, time, type, text, runs })
    const mark = entry.mark ?? foldMarkOf(raw, text)
    if (mark && (entry.mark || raw.includes('\r'))) this.hiddenMarks.set(index, mark)
    const isHidden = this.folds.add(index, mark, time)
    this.#rows.append(isHidden ? 0 : this.#rowsFor(index))
    this.#widest = Math.max(this.#widest, isSimple(text) ? text.length : text.length * 2)
    const severity = severityOf(text)
    if (severity) this.problems[severity].push(index)
  }

  /** Nothing more will come: the last folds end here. */
  finish() {
    this.folds.finish(this.count, this.lastTime)
  }

  severity(index: number): Severity | undefined {
    if (isIn(this.problems.error, index)) return 'error'
    return isIn(this.problems.warning, index) ? 'warning' : undefined
  }

  /** Lays all lines out anew, for rows of so many cells. */
  setColumns(columns: number) {
    this.#columns = columns
    this.#rows = new RowIndex()
    let hiddenUntil = 0
    for (let index = 0; index < this.count; index++) {
      const isHidden = index < hiddenUntil
      this.#rows.append(isHidden ? 0 : this.#rowsFor(index))
      if (!isHidden) hiddenUntil = this.#hiddenAfter(index)
    }
  }

  setFold(fold: Fold, isClosed: boolean) {
    if (fold.isClosed === isClosed) return
    fold.isClosed = isClosed
    if (this.folds.hiding(fold.head).length === 0) this.#layOut(fold.head, Math.min(fold.end, this.count))
  }

  setAllFolds(isClosed: (fold: Fold) => boolean) {
    for (const fold of this.folds.all) fold.isClosed = isClosed(fold)
    this.#layOut(0, this.count)
  }

  /** Opens whatever hides a line; says whether anything did. */
  reveal(index: number): boolean {
    const hiding = this.folds.hiding(index)
    for (const fold of hiding) this.setFold(fold, false)
    return hiding.length > 0
  }

  /** The line as text with its colours written as sequences again, each line by itself complete. */
  coloured(index: number): string {
    const text = this.store.text(index)
    const runs = this.store.runs(index)
    if (runs.length === 0) return text
    let out = text.slice(0, runs[0])
    for (let at = 0; at < runs.length; at += 2) {
      const sequence = sgrOf(this.styles.get(runs[at + 1] ?? 0))
      out += `${at > 0 || sequence === '' ? reset : ''}${sequence}${text.slice(runs[at], runs[at + 2] ?? text.length)}`
    }
    return out + reset
  }

  #layOut(from: number, to: number) {
    let hiddenUntil = from
    for (let index = from; index < to; index++) {
      const isHidden = index < hiddenUntil
      this.#rows.set(index, isHidden ? 0 : this.#rowsFor(index))
      if (!isHidden) hiddenUntil = this.#hiddenAfter(index)
    }
  }

  /** The head of a fold has room for what is said about the fold. */
  #rowsFor(index: number) {
    const text = this.store.text(index)
    return rowCount(this.folds.headedBy(index) ? text + roomForFacts : text, this.#columns)
  }

  #hiddenAfter(index: number) {
    const fold = this.folds.headedBy(index)
    return fold?.isClosed && bodyLength(fold, this.count) > 0 ? fold.end : 0
  }
}

const reset = '\u001B[0m'
/** "12,345 lines 1:02:03" */
const roomForFacts = ' '.repeat(21)

function isIn(list: Numbers, index: number) {
  const at = list.lowerBound(index)
  return at < list.length && list.at(at) === index
}

/**
 * A log made of both: `base` and whatever lines the others have beyond it, in the order of their numbers. Folds closed
 * in `view` are closed again, and the width is that of `view`: it may have changed while `base` was read.
 */
export function merged(base: LogModel, others: RawLine[], view: LogModel): LogModel {
  const all = new LogModel(view.columns)
  const extra = others.toSorted((a, b) => a.line - b.line)
  let next = 0
  for (let index = 0; index < base.count; index++) {
    const line = base.store.number(index)
    for (let other = extra[next]; other && other.line < line; other = extra[++next]) all.append(other)
    all.append(rawLine(base, index))
  }
  for (const other of extra.slice(next)) all.append(other)
  const closed = new Set(
    view.folds.all.filter((fold) => fold.isClosed).map((fold) => view.store.number(fold.head)),
  )
  if (closed.size > 0) all.setAllFolds((fold) => closed.has(all.store.number(fold.head)))
  return all
}

/** A line of a model in the form it could have come in. */
export function rawLine(model: LogModel, index: number): RawLine {
  const mark = model.hiddenMarks.get(index)
  return {
    line: model.store.number(index),
    time: model.store.time(index),
    type: model.store.type(index),
    raw: model.coloured(index),
    ...(mark && { mark }),
  }
}
