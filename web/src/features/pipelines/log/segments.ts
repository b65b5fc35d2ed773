import type { Style, StyleTable } from './style.ts'
import type { Special } from './wrap.ts'

/** A piece of a row that looks the same throughout. */
export interface Segment {
  /** Offset in the line's text. */
  offset: number
  /** How many characters of the line it stands for; its own text may be longer (tabs) or empty (marks). */
  length: number
  text: string
  style?: Style
  href?: string
  hit?: 'hit' | 'current'
  /** The code of an invisible character, such as `U+202E`, which is shown in its place. */
  mark?: string
}

interface Span {
  start: number
  end: number
}

/** Each list ascends and does not overlap itself. */
export interface Overlays {
  /** Pairs of (offset, style number). */
  runs: readonly number[]
  links: readonly (Span & { href: string })[]
  hits: readonly (Span & { isCurrent: boolean })[]
  specials: readonly Special[]
}

/** Cuts the part of a line from `from` to `to` into pieces, at every change of style, link, hit or special character. */
export function segmentsOf(
  text: string,
  from: number,
  to: number,
  over: Overlays,
  styles: StyleTable,
): Segment[] {
  const cuts = new Set([from, to])
  const cut = (offset: number) => {
    if (offset > from && offset < to) cuts.add(offset)
  }
  let run = firstRunFrom(over.runs, from)
  for (let at = run; (over.runs[at] ?? Infinity) < to; at += 2) cut(over.runs[at] ?? 0)
  const links = touching(over.links, from, to)
  const hits = touching(over.hits, from, to)
  const specials = touching(over.specials, from, to)
  for (const span of [...links, ...hits, ...specials]) {
    cut(span.start)
    cut(span.end)
  }

  const offsets = [...cuts].sort((a, b) => a - b)
  return offsets.slice(0, -1).map((offset, at) => {
    const end = offsets[at + 1] ?? to
    while ((over.runs[run + 2] ?? Infinity) <= offset) run += 2
    const style = (over.runs[run] ?? Infinity) <= offset ? (over.runs[run + 1] ?? 0) : 0
    const link = advance(links, offset)
    const hit = advance(hits, offset)
    const special = advance(specials, offset)
    return {
      offset,
      length: end - offset,
      text: special ? special.shown : text.slice(offset, end),
      ...(style > 0 && { style: styles.get(style) }),
      ...(link && { href: link.href }),
      ...(hit && { hit: hit.isCurrent ? ('current' as const) : ('hit' as const) }),
      ...(special?.mark && { mark: special.mark }),
    }
  })
}

/** Drops the spans that end before `offset` and returns the one around it. */
function advance<S extends Span>(spans: S[], offset: number): S | undefined {
  while (spans[0] && spans[0].end <= offset) spans.shift()
  return spans[0] && spans[0].start <= offset ? spans[0] : undefined
}

/** A copy of the spans that share a character with the part from `from` to `to`. */
function touching<S extends Span>(spans: readonly S[], from: number, to: number): S[] {
  let low = 0
  let high = spans.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((spans[middle]?.end ?? 0) <= from) low = middle + 1
    else high = middle
  }
  let end = low
  while ((spans[end]?.start ?? Infinity) < to) end++
  return spans.slice(low, end)
}

/** The index of the pair that is in force at `from`; 0 when none is yet. */
function firstRunFrom(runs: readonly number[], from: number): number {
  let low = 0
  let high = runs.length / 2
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((runs[middle * 2] ?? 0) <= from) low = middle + 1
    else high = middle
  }
  return Math.max(0, low - 1) * 2
}
