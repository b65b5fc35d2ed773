import type { Severity } from './errors.ts'
import type { FindQuery } from './find.ts'
import { bodyLength } from './folds.ts'
import { LogModel } from './logModel.ts'
import { LogReader } from './logReader.ts'
import { LogSearch } from './logSearch.ts'
import type {
  Failure,
  Jump,
  LogEngineApi,
  LogSourceOptions,
  Phase,
  Snapshot,
  TextPoint,
  View,
  ViewRequest,
} from './protocol.ts'
import { headsOf, RowPainter } from './rows.ts'

/** At most so often the page hears that something changed: often enough to look immediate. */
const pushEvery = 50
/** A failed log shorter than this is shown whole. */
const shortLog = 200
const shortFold = 20

/** The log viewer without its looks: holds one log, answers what rows look like and where things are. */
export class LogEngine implements LogEngineApi {
  readonly #push: (snapshot: Snapshot) => void
  readonly #painter = new RowPainter()
  #options: LogSourceOptions | undefined
  #reader: LogReader | undefined
  #model = new LogModel(120)
  #version = 1
  #phase: Phase = 'connecting'
  #failure: Failure | undefined
  #target: number | undefined
  /** Number of the line that a reader was led to last. */
  #visited: number | undefined
  readonly #search = new LogSearch(this.#model.store, () => this.#changed())
  #timer: ReturnType<typeof setTimeout> | undefined
  #pushed = 0
  #hasShownLines = false

  constructor(push: (snapshot: Snapshot) => void) {
    this.#push = push
  }

  open(options: LogSourceOptions) {
    this.close()
    this.#options = options
    this.#target = undefined
    this.#visited = undefined
    this.#failure = undefined
    this.#hasShownLines = false
    this.#phase = options.streamUrl ? 'connecting' : 'loading'
    this.#replace(new LogModel(this.#model.columns, options.startsFolded))
    this.#reader = new LogReader(options, this.#model, {
      changed: () => this.#changed(),
      replaced: (model) => this.#replace(model),
      phase: (phase, failure) => this.#enter(phase, failure),
    })
  }

  close() {
    this.#reader?.close()
    this.#reader = undefined
    clearTimeout(this.#timer)
    this.#timer = undefined
  }

  finish() {
    this.#reader?.finish()
  }

  pause() {
    this.#reader?.pause()
  }

  resume() {
    this.#reader?.resume()
  }

  retry() {
    this.#reader?.retry()
  }

  setColumns(columns: number) {
    if (columns === this.#model.columns) return
    this.#model.setColumns(columns)
    this.#moved()
  }

  view({ from, anchor, count }: ViewRequest): View {
    const { rows } = this.#model
    const anchorRow = anchor && this.#rowAt(anchor.line, anchor.sub)
    const wanted = anchor && anchorRow !== undefined ? anchorRow - anchor.before : from
    const start = Math.max(0, Math.min(wanted, rows.total - count))
    const groups = this.#painter.groups(this.#model, start, count, this.#search.finder, this.#search.current)
    return {
      version: this.#version,
      total: rows.total,
      from: start,
      ...(anchorRow !== undefined && { anchorRow }),
      groups,
      heads: headsOf(this.#model, groups),
    }
  }

  toggleFold(line: number) {
    const fold = this.#model.folds.headedBy(this.#indexOf(line) ?? -1)
    if (!fold) return
    this.#model.setFold(fold, !fold.isClosed)
    this.#moved()
  }

  setAllFolds(isClosed: boolean) {
    this.#model.setAllFolds(() => isClosed)
    this.#moved()
  }

  reveal(line: number): Jump | undefined {
    const index = this.#indexOf(line)
    return index === undefined ? undefined : this.#jump(index, 0, index)
  }

  find(query: FindQuery | undefined, near: number) {
    this.#search.begin(query, near)
  }

  stepHit(direction: 1 | -1): Jump | undefined {
    this.#search.step(direction)
    return this.currentHit()
  }

  currentHit(): Jump | undefined {
    const hit = this.#search.hit()
    return hit && this.#jump(hit.index, hit.start, this.#search.current)
  }

  stepProblem(severity: Severity, from: number, direction: 1 | -1): Jump | undefined {
    const list = this.#model.problems[severity]
    if (list.length === 0) return undefined
    // `from` may be before the first line or in a gap: no index stands for it there.
    const index = this.#model.store.indexFrom(direction > 0 ? from + 1 : from)
    const at = list.lowerBound(index) - (direction > 0 ? 0 : 1)
    const ordinal = (at + list.length) % list.length
    return this.#jump(list.at(ordinal), 0, ordinal)
  }

  text(from: TextPoint, to: TextPoint): string {
    const { store } = this.#model
    const first = store.indexFrom(from.line)
    const last = Math.min(store.indexFrom(to.line), store.count - 1)
    const parts: string[] = []
    for (let index = first; index <= last; index++) {
      const text = store.text(index)
      const start = store.number(index) === from.line ? from.offset : 0
      parts.push(text.slice(start, store.number(index) === to.line ? to.offset : text.length))
    }
    return parts.join('\n')
  }

  download(isColoured: boolean): Blob {
    const { store } = this.#model
    const parts: string[] = []
    for (let index = 0; index < store.count; index++) {
      parts.push(isColoured ? this.#model.coloured(index) : store.text(index), '\n')
    }
    return new Blob(parts, { type: 'text/plain;charset=utf-8' })
  }

  #indexOf(line: number): number | undefined {
    const { store } = this.#model
    const index = store.indexFrom(line)
    return index < store.count && store.number(index) === line ? index : undefined
  }

  #rowAt(line: number, sub: number): number {
    const { rows, store } = this.#model
    const index = Math.min(store.indexFrom(line), Math.max(0, store.count - 1))
    return rows.rowOf(index) + Math.min(sub, Math.max(0, rows.at(index) - 1))
  }

  #jump(index: number, offset: number, ordinal: number): Jump {
    if (this.#model.reveal(index)) this.#moved()
    const sub = offset > 0 ? this.#painter.rowWithin(this.#model, index, offset) : 0
    const line = this.#model.store.number(index)
    this.#visited = line
    return {
      row: this.#model.rows.rowOf(index) + sub,
      line,
      sub,
      ordinal,
      version: this.#version,
    }
  }

  #replace(model: LogModel) {
    this.#model = model
    this.#search.moveTo(model.store)
    this.#moved()
  }

  #enter(phase: Phase, failure: Failure | undefined) {
    this.#phase = phase
    this.#failure = failure
    if (phase === 'complete' && this.#options?.isFailed && this.#options.streamUrl === undefined)
      this.#showFailure()
    this.#changed()
  }

  /** The failing command is the last one: what came before is folded if it is long, and its first error pointed at. */
  #showFailure() {
    const { folds, store, problems, count } = this.#model
    if (this.#target !== undefined || count === 0) return
    const failing = folds.all.findLast((fold) => fold.kind === 'command' && !fold.parent)
    const ownError = problems.error.lowerBound(failing?.head ?? 0)
    const index = ownError < problems.error.length ? problems.error.at(ownError) : problems.error.at(0)
    const isFolded = this.#options?.startsFolded === true
    if (failing && (count > shortLog || isFolded)) {
      this.#model.setAllFolds((fold) =>
        isFolded
          ? fold !== failing
          : !fold.parent && fold.end <= failing.head && bodyLength(fold, count) > shortFold,
      )
      this.#model.reveal(index)
      // A link to a line has been followed while the rest was on its way.
      const visited = this.#visited === undefined ? undefined : this.#indexOf(this.#visited)
      if (visited !== undefined) this.#model.reveal(visited)
      this.#moved()
    }
    this.#target = store.number(problems.error.length > 0 ? index : count - 1)
  }

  #moved() {
    this.#version++
    this.#changed()
  }

  #changed() {
    this.#search.goOn()
    // The first lines are what somebody waits for.
    if (!this.#hasShownLines && this.#model.count > 0) this.#tell()
    else
      this.#timer ??= setTimeout(
        () => this.#tell(),
        Math.max(0, this.#pushed + pushEvery - performance.now()),
      )
  }

  #tell() {
    clearTimeout(this.#timer)
    this.#timer = undefined
    this.#pushed = performance.now()
    this.#hasShownLines = this.#model.count > 0
    this.#push(this.#snapshot())
  }

  #snapshot(): Snapshot {
    const { store, rows, problems, folds, count, widest } = this.#model
    const find = this.#search.state()
    return {
      phase: this.#phase,
      ...(this.#failure && { failure: this.#failure }),
      lines: count,
      lastLine: count > 0 ? store.number(count - 1) : -1,
      rows: rows.total,
      widest,
      version: this.#version,
      errors: problems.error.length,
      warnings: problems.warning.length,
      folds: folds.all.length,
      closedFolds: folds.all.filter((fold) => fold.isClosed).length,
      ...(this.#target !== undefined && { target: this.#target }),
      ...(find && { find }),
    }
  }
}
