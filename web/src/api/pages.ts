import type { InfiniteData } from '@tanstack/react-query'
import { pageSize } from '@yaffle/contract/fields'
import type { Pipeline } from '@yaffle/contract/pipelines'

import { mergePipeline } from './merge.ts'

/** What the server can filter by; the same names as in its query. `event` is a comma list, times are RFC 3339. */
export interface PipelineFilters {
  branch?: string
  event?: string
  ref?: string
  status?: string
  before?: string
  after?: string
}

export type PipelinePages = InfiniteData<Pipeline[], number>

const seconds = (time: string) => Date.parse(time) / 1000

/** Whether the server would list a pipeline under these filters. */
export const isListed = (pipeline: Pipeline, filters: PipelineFilters): boolean =>
  (!filters.branch || pipeline.branch === filters.branch) &&
  (!filters.event || filters.event.split(',').includes(pipeline.event)) &&
  (!filters.ref || pipeline.ref.toLowerCase().includes(filters.ref.toLowerCase())) &&
  (!filters.status || pipeline.status === filters.status) &&
  (!filters.before || pipeline.created < seconds(filters.before)) &&
  (!filters.after || pipeline.created > seconds(filters.after))

/** What a server left in that does not know a filter: older ones list everything then. */
export const onlyListed = (rows: Pipeline[], filters: PipelineFilters): Pipeline[] =>
  rows.filter((row) => isListed(row, filters))

/**
 * A list's pages after one pipeline changed: its row follows, leaves when the filters no longer want it, or comes in at
 * its place by number. A pipeline below what has been loaded is left to the next page. Same pages when nothing changes.
 */
export function mergeIntoPages(
  known: PipelinePages,
  row: Pipeline,
  filters: PipelineFilters = {},
): PipelinePages {
  const page = known.pages.findIndex((rows) => rows.some(({ number }) => number === row.number))
  if (page >= 0) return withPage(known, page, (rows) => replaced(rows, row, filters))
  if (!isListed(row, filters)) return known

  const place = known.pages.findIndex((rows) => (rows.at(-1)?.number ?? 0) < row.number)
  if (place >= 0) return withPage(known, place, (rows) => inserted(rows, row))
  const last = known.pages.length - 1
  const isEnd = (known.pages[last]?.length ?? 0) < pageSize
  return isEnd && last >= 0 ? withPage(known, last, (rows) => [...rows, row]) : known
}

const rowsOf = (known: PipelinePages | undefined) => known?.pages.flat().length ?? 0

/** Whether a list that had more pages to read has lost rows to its filters. */
export const hasLostRows = (before: PipelinePages | undefined, after: PipelinePages | undefined) =>
  before !== after && (before?.pages.at(-1)?.length ?? 0) >= pageSize && rowsOf(after) < rowsOf(before)

function withPage(
  known: PipelinePages,
  index: number,
  change: (rows: Pipeline[]) => Pipeline[],
): PipelinePages {
  const page = known.pages[index]
  if (!page) return known
  const changed = change(page)
  if (changed === page) return known
  return { ...known, pages: known.pages.with(index, changed) }
}

function replaced(rows: Pipeline[], row: Pipeline, filters: PipelineFilters): Pipeline[] {
  const index = rows.findIndex(({ number }) => number === row.number)
  const old = rows[index]
  if (!old) return rows
  const merged = mergePipeline(old, row)
  if (merged === old) return rows
  return isListed(merged, filters) ? rows.with(index, merged) : rows.toSpliced(index, 1)
}

function inserted(rows: Pipeline[], row: Pipeline): Pipeline[] {
  const place = rows.findIndex(({ number }) => number < row.number)
  return rows.toSpliced(place < 0 ? rows.length : place, 0, row)
}
