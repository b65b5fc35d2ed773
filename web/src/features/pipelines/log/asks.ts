import { edge, overscan, rowHeight } from './metrics.ts'
import type { Place, View, ViewRequest } from './protocol.ts'
import type { ScrollMap } from './scrollMap.ts'

/** `here`: more rows. `steady`: the same where rows may have moved. The others move: a place to a height or into view, the end. */
export type Ask =
  | { kind: 'here' }
  | { kind: 'steady' }
  | { kind: 'end' }
  | { kind: 'place'; place: Place; y: number }
  | { kind: 'show'; place: Place }

/** Of two questions that wait, the one that does more is asked; between equals the later one. */
export const weights = { here: 0, steady: 1, end: 2, place: 2, show: 2 } as const satisfies Record<
  Ask['kind'],
  number
>

export const rowAt = (map: ScrollMap) => Math.floor((map.top - edge) / rowHeight)
export const rowsIn = (map: ScrollMap) => Math.ceil(map.view / rowHeight) + 1

export function requestFor(ask: Ask, map: ScrollMap): ViewRequest {
  const count = rowsIn(map) + 2 * overscan
  switch (ask.kind) {
    case 'here':
    case 'steady':
      return { from: rowAt(map) - overscan, count }
    case 'end':
      return { from: Number.MAX_SAFE_INTEGER, count }
    case 'place':
      return { from: 0, anchor: { ...ask.place, before: Math.ceil(ask.y / rowHeight) + overscan }, count }
    case 'show':
      return { from: 0, anchor: { ...ask.place, before: Math.floor(rowsIn(map) / 3) + overscan }, count }
  }
}

export function topFor(ask: Ask, view: View, map: ScrollMap): number {
  switch (ask.kind) {
    case 'here':
    case 'steady':
      return map.top
    case 'end':
      return map.content
    case 'place':
      return (view.anchorRow ?? 0) * rowHeight + edge - ask.y
    case 'show':
      return ((view.anchorRow ?? 0) - Math.floor(rowsIn(map) / 3)) * rowHeight
  }
}
