import { type Ask, requestFor, rowAt, rowsIn, topFor, weights } from './asks.ts'
import type { LogSession } from './logSession.ts'
import { edge, overscan, rowHeight } from './metrics.ts'
import type { FoldHead, Jump, Place, RowGroup, View } from './protocol.ts'
import { isAtEnd, scrolledBy, scrolledTo, type ScrollMap } from './scrollMap.ts'

export interface PlacedRow {
  group: RowGroup
  /** Counted from the top of the log. */
  row: number
}

/** What is drawn. */
export interface Frame {
  view: View
  map: ScrollMap
  /** The rows of `view` and those pinned, from top to bottom. */
  placed: readonly PlacedRow[]
}

export interface ViewportState {
  frame: Frame | undefined
  /** Stays at the end while lines are added. */
  isFollowing: boolean
}

/**
 * Virtual scrolling: asks the engine for the rows around what can be seen, keeps places steady while rows move, and
 * follows the end until the reader goes elsewhere.
 */
export class Viewport {
  readonly #session: LogSession
  readonly #mayFollow: () => boolean
  readonly #listeners = new Set<() => void>()
  #state: ViewportState
  #map: ScrollMap = { content: 0, view: 600, scrollTop: 0, top: 0 }
  #element: HTMLElement | undefined
  #mustScroll = false
  #pinned: readonly number[] = []
  /** Where the last jump led. */
  #target: Place | undefined
  #isAsking = false
  #next: Ask | undefined

  /** `mayFollow`: whether somebody who comes to the end without asking for it is kept there. */
  constructor(session: LogSession, isFollowing: boolean, mayFollow: () => boolean) {
    this.#session = session
    this.#mayFollow = mayFollow
    this.#state = { frame: undefined, isFollowing }
  }

  readonly subscribe = (listener: () => void) => {
    this.#listeners.add(listener)
    return () => {
      this.#listeners.delete(listener)
    }
  }

  readonly read = () => this.#state

  readonly attach = (element: HTMLElement | null) => {
    this.#element = element ?? undefined
  }

  /** After a frame has been drawn: the scroll bar goes where it belongs. */
  settle(drawn: Frame | undefined) {
    if (!this.#mustScroll || !this.#element || drawn !== this.#state.frame) return
    this.#mustScroll = false
    this.#element.scrollTop = this.#map.scrollTop
    // The browser rounds and clamps; with its answer the scroll event that follows says nothing new.
    this.#map = { ...this.#map, scrollTop: this.#element.scrollTop }
  }

  /** The engine has news. `version` is the one of its snapshot. */
  refresh(version: number) {
    const { frame } = this.#state
    if (frame && frame.view.version !== version) this.redraw()
    else this.#ask({ kind: 'here' })
  }

  /** Rows may have moved: what is at the top edge stays there, or the given line where it is now. */
  redraw(line?: number) {
    const { frame } = this.#state
    const row = line === undefined ? undefined : frame?.placed.find(({ group }) => group.line === line)?.row
    if (line !== undefined && row !== undefined) {
      // What somebody opens has to stay under their hand.
      this.setFollowing(false)
      this.#ask({ kind: 'place', place: { line, sub: 0 }, y: row * rowHeight + edge - this.#map.top })
    } else this.#ask({ kind: 'steady' })
  }

  setHeight(height: number) {
    this.#map = { ...this.#map, view: height }
    this.redraw()
  }

  /** These lines stay drawn wherever they are, as long as no row moves. */
  pin(lines: readonly number[]) {
    this.#pinned = lines
  }

  setFollowing(isFollowing: boolean) {
    if (isFollowing !== this.#state.isFollowing) this.#set({ ...this.#state, isFollowing })
  }

  /** The reader has scrolled (or we have, which changes nothing). Says whether it was the reader. */
  handleScroll(): boolean {
    const element = this.#element
    const { frame } = this.#state
    if (!element || !frame || Math.abs(element.scrollTop - this.#map.scrollTop) < 1) return false
    const before = this.#map
    const map = scrolledBy(before, element.scrollTop)
    this.#mustScroll = Math.abs(map.scrollTop - element.scrollTop) >= 1
    if (map.top < before.top - 1) this.setFollowing(false)
    else if (isAtEnd(map, rowHeight)) this.#comeToEnd()
    this.#show({ ...frame, map })
    if (!isCovered(frame, map)) this.#ask({ kind: 'here' })
    return true
  }

  /** Scrolls a place to a third of the height, unless it can be seen well. Its row may move before the engine answers. */
  show({ row, line, sub, version }: Jump) {
    this.setFollowing(false)
    this.#target = { line, sub }
    const { top, view } = this.#map
    const y = row * rowHeight + edge - top
    const isSame = this.#state.frame?.view.version === version
    const isSeen = isSame && y >= rowHeight * 2 && y <= view - rowHeight * 3
    this.#ask(isSeen ? { kind: 'here' } : { kind: 'show', place: { line, sub } })
  }

  scrollPages(pages: number) {
    if (pages < 0) this.setFollowing(false)
    const page = Math.max(rowHeight, this.#map.view - 2 * rowHeight)
    this.#moveTo(this.#map.top + pages * page)
  }

  showTop() {
    this.setFollowing(false)
    this.#moveTo(0)
  }

  showEnd() {
    this.setFollowing(true)
    this.#ask({ kind: 'end' })
  }

  /** The line at the top edge, 0 while nothing is drawn. */
  firstLine(): number {
    const { frame } = this.#state
    return (frame && this.#first(frame)?.place.line) ?? 0
  }

  #comeToEnd() {
    if (this.#mayFollow()) this.setFollowing(true)
  }

  #moveTo(top: number) {
    const { frame } = this.#state
    if (!frame) return
    const map = scrolledTo(this.#map, top)
    if (isAtEnd(map, rowHeight)) this.#comeToEnd()
    this.#mustScroll = true
    this.#show({ ...frame, map })
    if (!isCovered(frame, map)) this.#ask({ kind: 'here' })
  }

  #ask(ask: Ask) {
    if (this.#isAsking) {
      if (!this.#next || weights[ask.kind] >= weights[this.#next.kind]) this.#next = ask
      return
    }
    this.#isAsking = true
    void this.#answer(ask)
  }

  async #answer(ask: Ask) {
    const asked = this.#settled(ask)
    const view = await this.#session.call('view', requestFor(asked, this.#map))
    // Rows may have moved before anybody said so; what can be seen has to stay where it is.
    const isLate = ask.kind === 'here' && asked.kind === 'here' && view && this.#hasMoved(view)
    if (isLate) this.#ask({ kind: 'steady' })
    else if (view) this.#place(asked, view)
    const next = this.#next
    this.#next = undefined
    if (next) await this.#answer(next)
    else this.#isAsking = false
  }

  /** What keeps still does so where the reader is by now, not where they were when it was asked. */
  #settled(ask: Ask): Ask {
    if (ask.kind !== 'here' && ask.kind !== 'steady') return ask
    const { frame, isFollowing } = this.#state
    if (isFollowing) return { kind: 'end' }
    const first = ask.kind === 'steady' && frame ? (this.#seenTarget(frame) ?? this.#first(frame)) : undefined
    return first ? { kind: 'place', ...first } : { kind: 'here' }
  }

  #hasMoved({ version }: View) {
    const { frame } = this.#state
    return frame !== undefined && frame.view.version !== version
  }

  #place(ask: Ask, view: View) {
    const map = { ...this.#map, content: view.total * rowHeight + 2 * edge }
    // The reader may have let go while the answer was on its way.
    const isStill = ask.kind === 'here' || (ask.kind === 'end' && !this.#state.isFollowing)
    this.#mustScroll ||= !isStill
    const placed = this.#steady(view)
    this.#show({ view, placed, map: isStill ? map : scrolledTo(map, topFor(ask, view, map)) })
  }

  #show(frame: Frame) {
    this.#map = frame.map
    this.#set({ ...this.#state, frame })
  }

  #set(state: ViewportState) {
    this.#state = state
    for (const listener of this.#listeners) listener()
  }

  /** Keeps pinned rows, and the very same object for a row that looks as before, so that it is not drawn again. */
  #steady(view: View): PlacedRow[] {
    const { frame } = this.#state
    const before = new Map(
      frame?.view.version === view.version ? frame.placed.map((placed) => [placed.group.line, placed]) : [],
    )
    const rows = new Map<number, PlacedRow>()
    let row = view.from
    for (const group of view.groups) {
      const known = before.get(group.line)
      const isSame = known?.row === row && JSON.stringify(known.group) === JSON.stringify(group)
      rows.set(group.line, isSame ? known : { group, row })
      row += group.rows.length
    }
    for (const line of this.#pinned) {
      const known = before.get(line)
      if (known && !rows.has(line)) rows.set(line, known)
    }
    return [...rows.values()].sort((a, b) => a.row - b.row)
  }

  /** Where the last jump led, as long as it can be seen, and its distance from the top edge. */
  #seenTarget({ placed }: Frame): { place: Place; y: number } | undefined {
    const place = this.#target
    const found = place && placed.find(({ group }) => group.line === place.line)
    if (!found) return undefined
    const y = (found.row + place.sub - found.group.sub) * rowHeight + edge - this.#map.top
    return y >= 0 && y <= this.#map.view - rowHeight ? { place, y } : undefined
  }

  /** The first row of which something can be seen, and its distance from the top edge. */
  #first(frame: Frame): { place: Place; y: number } | undefined {
    const first = firstPlaced(frame.placed, this.#map)
    if (!first) return undefined
    const { group, row } = first
    const skipped = Math.max(0, Math.min(group.rows.length - 1, rowAt(this.#map) - row))
    return {
      place: { line: group.line, sub: group.sub + skipped },
      y: (row + skipped) * rowHeight + edge - this.#map.top,
    }
  }
}

const firstPlaced = (placed: readonly PlacedRow[], map: ScrollMap) =>
  placed.find(({ group, row }) => (row + group.rows.length) * rowHeight + edge > map.top)

/** Whether the rows at hand reach far enough beyond what can be seen. */
function isCovered({ view }: Frame, map: ScrollMap) {
  const first = rowAt(map)
  const end = view.from + view.groups.reduce((sum, group) => sum + group.rows.length, 0)
  const margin = overscan / 2
  const isCoveredAbove = view.from === 0 || view.from <= first - margin
  return isCoveredAbove && (end >= view.total || end >= first + rowsIn(map) + margin)
}

/** The command or group that the row at the top edge is in, unless that row is its head. */
export function headAbove({ placed, map, view }: Frame): FoldHead | undefined {
  const around = firstPlaced(placed, map)?.group.around
  return around === undefined ? undefined : view.heads.find((head) => head.line === around)
}
