import { useCallback, useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react'

import type { LogClient } from './logClient.ts'
import { edge, overscan, rowHeight } from './metrics.ts'
import type { Place, RowGroup, Snapshot, View } from './protocol.ts'
import { isAtEnd, scrolledBy, scrolledTo, type ScrollMap } from './scrollMap.ts'

/** What is drawn: the rows the engine gave, and where the scroll element is meant to be. */
export interface Frame {
  view: View
  map: ScrollMap
  /** The scroll element still has to be put there. */
  mustScroll: boolean
}

/** `here`: more rows for what can be seen. The others move: a place at a height, a row into view, the end. */
type Ask =
  | { kind: 'here' }
  | { kind: 'end' }
  | { kind: 'place'; place: Place; y: number }
  | { kind: 'row'; row: number }

export interface Viewport {
  frame: Frame | undefined
  isFollowing: boolean
  setFollowing: (isFollowing: boolean) => void
  handleScroll: () => void
  /** Scrolls a row to a third of the height, unless it can be seen already. */
  showRow: (row: number) => void
  scrollRows: (rows: number) => void
  showTop: () => void
  showEnd: () => void
  /** Draws anew after rows may have moved; what is seen at the top, or the given line, stays where it is. */
  redraw: (line?: number) => void
  setHeight: (height: number) => void
  firstVisible: () => Place | undefined
}

/** Virtual scrolling: asks the engine for the rows around what can be seen and keeps places steady while rows move. */
export function useViewport(
  client: LogClient | undefined,
  snapshot: Snapshot | undefined,
  scroller: RefObject<HTMLDivElement | null>,
  startsFollowing: boolean,
): Viewport {
  const [frame, setFrame] = useState<Frame>()
  const [isFollowing, setFollowingState] = useState(startsFollowing)
  const following = useRef(startsFollowing)
  const shown = useRef<Frame>(undefined)
  const map = useRef<ScrollMap>({ content: 0, view: 600, scrollTop: 0, top: 0 })
  const isAsking = useRef(false)
  const next = useRef<Ask>(undefined)

  const draw = useCallback((drawn: Frame) => {
    map.current = drawn.map
    shown.current = drawn
    setFrame(drawn)
  }, [])

  const setFollowing = useCallback((value: boolean) => {
    following.current = value
    setFollowingState(value)
  }, [])

  const ask = useCallback(
    (wanted: Ask) => {
      if (!client) return
      if (isAsking.current) {
        if (wanted.kind !== 'here' || !next.current) next.current = wanted
        return
      }
      isAsking.current = true
      const run = async (wanted: Ask) => {
        const asked = wanted.kind === 'here' && following.current ? ({ kind: 'end' } as const) : wanted
        const view = await client.call('view', requestFor(asked, map.current))
        draw(placed(asked, view, map.current, following.current))
      }
      const loop = async () => {
        try {
          for (let current: Ask | undefined = wanted; current;) {
            next.current = undefined
            await run(current)
            current = next.current
          }
        } finally {
          isAsking.current = false
        }
      }
      // A refusal means that the worker is gone; `useLog` hears of that by itself.
      loop().catch(() => undefined)
    },
    [client, draw],
  )

  useEffect(() => {
    isAsking.current = false
    next.current = undefined
  }, [client])

  useLayoutEffect(() => {
    const element = scroller.current
    if (!frame?.mustScroll || !element) return
    element.scrollTop = frame.map.scrollTop
    // The browser rounds and clamps; taking over its answer makes the scroll event that follows say nothing new.
    map.current = { ...map.current, scrollTop: element.scrollTop }
  }, [frame, scroller])

  const redraw = useCallback(
    (line?: number) => {
      const current = shown.current
      const first = current && visiblePlace(current, map.current)
      const own = current && line !== undefined ? rowOfLine(current.view, line) : undefined
      if (following.current && line === undefined) ask({ kind: 'end' })
      else if (line !== undefined && own !== undefined) {
        // What somebody opens has to stay under their hand.
        setFollowing(false)
        ask({ kind: 'place', place: { line, sub: 0 }, y: own * rowHeight + edge - map.current.top })
      } else if (first) ask({ kind: 'place', ...first })
      else ask({ kind: 'here' })
    },
    [ask, setFollowing],
  )

  useEffect(() => {
    if (!snapshot) return
    if (shown.current && shown.current.view.version !== snapshot.version) redraw()
    else ask({ kind: 'here' })
  }, [snapshot, ask, redraw])

  const moveTo = useCallback(
    (top: number) => {
      const moved = scrolledTo(map.current, top)
      if (shown.current) draw({ ...shown.current, map: moved, mustScroll: true })
      if (!isCovered(shown.current, moved)) ask({ kind: 'here' })
    },
    [ask, draw],
  )

  const handleScroll = useCallback(() => {
    const element = scroller.current
    if (!element || !shown.current || Math.abs(element.scrollTop - map.current.scrollTop) < 1) return
    const before = map.current
    const moved = scrolledBy(before, element.scrollTop)
    const mustScroll = Math.abs(moved.scrollTop - element.scrollTop) >= 1
    if (moved.top < before.top - 1) setFollowing(false)
    else if (isAtEnd(moved, rowHeight)) setFollowing(true)
    draw({ ...shown.current, map: moved, mustScroll })
    if (!isCovered(shown.current, moved)) ask({ kind: 'here' })
  }, [ask, draw, scroller, setFollowing])

  return {
    frame,
    isFollowing,
    setFollowing,
    handleScroll,
    redraw,
    showRow: useCallback(
      (row) => {
        setFollowing(false)
        const { top, view } = map.current
        const y = row * rowHeight + edge - top
        const isSeen = y >= rowHeight * 2 && y <= view - rowHeight * 3
        ask(isSeen ? { kind: 'here' } : { kind: 'row', row })
      },
      [ask, setFollowing],
    ),
    scrollRows: (rows) => moveTo(map.current.top + rows * rowHeight),
    showTop: () => {
      setFollowing(false)
      moveTo(0)
    },
    showEnd: useCallback(() => {
      setFollowing(true)
      ask({ kind: 'end' })
    }, [ask, setFollowing]),
    setHeight: useCallback(
      (height) => {
        map.current = { ...map.current, view: height }
        redraw()
      },
      [redraw],
    ),
    firstVisible: () => shown.current && visiblePlace(shown.current, map.current)?.place,
  }
}

const rowAt = (map: ScrollMap, y: number) => Math.floor((map.top + y - edge) / rowHeight)
const rowsIn = (map: ScrollMap) => Math.ceil(map.view / rowHeight) + 1

function requestFor(ask: Ask, map: ScrollMap) {
  const count = rowsIn(map) + 2 * overscan
  switch (ask.kind) {
    case 'here':
      return { from: rowAt(map, 0) - overscan, count }
    case 'end':
      return { from: Number.MAX_SAFE_INTEGER, count }
    case 'place':
      return { from: 0, anchor: { ...ask.place, before: Math.ceil(ask.y / rowHeight) + overscan }, count }
    case 'row':
      return { from: ask.row - Math.floor(rowsIn(map) / 3) - overscan, count }
  }
}

function placed(ask: Ask, view: View, before: ScrollMap, isFollowing: boolean): Frame {
  const map = { ...before, content: view.total * rowHeight + 2 * edge }
  switch (ask.kind) {
    case 'here':
      return { view, map, mustScroll: false }
    case 'end':
      // The reader may have let go while the answer was on its way.
      return isFollowing ? moved(view, map, map.content) : { view, map, mustScroll: false }
    case 'place':
      return moved(view, map, (view.anchorRow ?? 0) * rowHeight + edge - ask.y)
    case 'row':
      return moved(view, map, (ask.row - Math.floor(rowsIn(map) / 3)) * rowHeight)
  }
}

const moved = (view: View, map: ScrollMap, top: number): Frame => ({
  view,
  map: scrolledTo(map, top),
  mustScroll: true,
})

/** Whether the rows at hand reach far enough beyond what can be seen. */
function isCovered(frame: Frame | undefined, map: ScrollMap) {
  if (!frame) return false
  const first = rowAt(map, 0)
  const last = first + rowsIn(map)
  const end = frame.view.from + rowCountOf(frame.view.groups)
  const margin = overscan / 2
  const isAboveCovered = frame.view.from === 0 || frame.view.from <= first - margin
  return isAboveCovered && (end >= frame.view.total || end >= last + margin)
}

const rowCountOf = (groups: RowGroup[]) => groups.reduce((sum, group) => sum + group.rows.length, 0)

/** The first row of which something can be seen, and its distance from the top edge. */
function visiblePlace({ view }: Frame, map: ScrollMap): { place: Place; y: number } | undefined {
  let row = view.from
  for (const group of view.groups) {
    const bottom = (row + group.rows.length) * rowHeight + edge
    if (bottom > map.top) {
      const skipped = Math.max(0, Math.min(group.rows.length - 1, rowAt(map, 0) - row))
      return {
        place: { line: group.line, sub: group.sub + skipped },
        y: (row + skipped) * rowHeight + edge - map.top,
      }
    }
    row += group.rows.length
  }
  return undefined
}

function rowOfLine(view: View, line: number): number | undefined {
  let row = view.from
  for (const group of view.groups) {
    if (group.line === line) return row - group.sub
    row += group.rows.length
  }
  return undefined
}
