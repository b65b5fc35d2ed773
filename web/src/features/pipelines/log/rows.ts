import type { Finder } from './find.ts'
import { bodyLength } from './folds.ts'
import { findLinks } from './links.ts'
import type { LogModel } from './logModel.ts'
import type { FoldHead, FoldState, RowGroup } from './protocol.ts'
import { segmentsOf } from './segments.ts'
import { shapeOf, type Shape } from './wrap.ts'

/** Addresses in a line longer than this are not looked for. */
const longestLinked = 20_000

/** Draws rows of a model as data. Keeps the layout of the lines drawn last, since a long one is drawn row by row. */
export class RowPainter {
  readonly #shapes = new Map<string, Shape>()
  #model: LogModel | undefined

  /** `count` rows from row `from` on, grouped by line. */
  groups(
    model: LogModel,
    from: number,
    count: number,
    finder: Finder | undefined,
    current: number,
  ): RowGroup[] {
    const groups: RowGroup[] = []
    const place = model.rows.placeOf(from)
    if (!place) return groups
    let left = count
    let { sub } = place
    for (let { index } = place; index < model.count && left > 0; index++) {
      const rows = model.rows.at(index)
      if (rows === 0) continue
      const wanted = Math.min(rows - sub, left)
      groups.push(this.#group(model, index, sub, wanted, finder, current))
      left -= wanted
      sub = 0
    }
    return groups
  }

  /** The row of a line in which an offset of its text lies. */
  rowWithin(model: LogModel, index: number, offset: number): number {
    const { starts } = this.#shape(model, index)
    const after = starts.findIndex((start) => start > offset)
    return (after < 0 ? starts.length : after) - 1
  }

  #group(
    model: LogModel,
    index: number,
    sub: number,
    count: number,
    finder: Finder | undefined,
    current: number,
  ): RowGroup {
    const { store } = model
    const text = store.text(index)
    const { starts, specials } = this.#shape(model, index)
    const from = starts[sub] ?? 0
    const to = starts[sub + count] ?? text.length
    const hits = (finder?.hitsIn(index, from, to) ?? []).map(({ start, length, ordinal }) => ({
      start,
      end: start + length,
      isCurrent: ordinal === current,
    }))
    const overlays = {
      runs: store.runs(index),
      links: text.length <= longestLinked ? findLinks(text) : [],
      hits,
      specials,
    }
    const rows = Array.from({ length: count }, (_, row) => {
      const start = starts[sub + row] ?? text.length
      return segmentsOf(text, start, starts[sub + row + 1] ?? text.length, overlays, model.styles)
    })
    const severity = model.severity(index)
    const fold = foldState(model, index)
    return {
      line: store.number(index),
      position: index + 1,
      sub,
      rows,
      time: store.time(index),
      type: store.type(index),
      ...(severity && { severity }),
      ...(fold && { fold }),
      ...surroundings(model, index),
    }
  }

  #shape(model: LogModel, index: number): Shape {
    if (this.#model !== model || this.#shapes.size > 200) this.#shapes.clear()
    this.#model = model
    const key = `${index}/${model.columns}`
    const known = this.#shapes.get(key)
    if (known) return known
    const shape = shapeOf(model.store.text(index), model.columns)
    this.#shapes.set(key, shape)
    return shape
  }
}

function foldState(model: LogModel, index: number): FoldState | undefined {
  const fold = model.folds.headedBy(index)
  if (!fold) return undefined
  const count = bodyLength(fold, model.count)
  if (count <= 0) return undefined
  return {
    title: fold.title,
    isClosed: fold.isClosed,
    count,
    seconds: (fold.endTime ?? model.lastTime) - fold.startTime,
    isOpenEnded: fold.endTime === undefined,
    kind: fold.kind,
  }
}

function surroundings(model: LogModel, index: number): { around?: number; depth: number } {
  const innermost = model.folds.around(index)
  let depth = 0
  for (let fold = innermost; fold; fold = fold.parent) if (fold.kind === 'open') depth++
  return { depth, ...(innermost && { around: model.store.number(innermost.head) }) }
}

/** The heads of the folds that rows are in. */
export function headsOf(model: LogModel, groups: RowGroup[]): FoldHead[] {
  const heads = new Map<number, FoldHead>()
  for (const { around } of groups) {
    if (around === undefined || heads.has(around)) continue
    const fold = model.folds.headedBy(model.store.indexFrom(around))
    if (fold) heads.set(around, { line: around, title: fold.title, kind: fold.kind })
  }
  return [...heads.values()]
}
