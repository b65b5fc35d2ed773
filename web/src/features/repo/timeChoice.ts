import type { PipelineFilters } from '../../api/pages.ts'

/** How far back from now, as `after` says it in the address: such a link stays as young as the day it is opened on. */
export const spans = { '24h': 86_400, '7d': 7 * 86_400, '30d': 30 * 86_400 } as const
export type Span = keyof typeof spans

/** When pipelines must have been made: since so long, or between two moments (Unix seconds, neither included). */
export type TimeChoice =
  | { kind: 'any' }
  | { kind: 'span'; span: Span }
  | { kind: 'between'; after?: number; before?: number }

const isSpan = (text: unknown): text is Span => typeof text === 'string' && Object.hasOwn(spans, text)

/** What an address's query says, typed by people; what is no time is left out. */
export function timeIn({ after: first, before: last }: Record<string, unknown>): TimeChoice {
  if (isSpan(first)) return { kind: 'span', span: first }
  const after = momentIn(first)
  const before = momentIn(last)
  if (!after && !before) return { kind: 'any' }
  return {
    kind: 'between',
    // Who names a day means all of it, with what was made at its first second.
    ...(after && { after: after.isDay ? after.at - 1 : after.at }),
    ...(before && { before: before.at }),
  }
}

/** What the server is asked for; `now` in Unix seconds. */
export function timeFiltersOf(time: TimeChoice, now: number): Pick<PipelineFilters, 'after' | 'before'> {
  const { after, before } = time.kind === 'span' ? { after: now - spans[time.span] } : limitsOf(time)
  return {
    ...(after !== undefined && { after: textOf(after) }),
    ...(before !== undefined && { before: textOf(before) }),
  }
}

const limitsOf = (time: TimeChoice): { after?: number; before?: number } =>
  time.kind === 'between' ? time : {}

/** As the server reads times: RFC 3339, the same moment for whoever opens the address. */
const textOf = (at: number): string => new Date(at * 1000).toISOString().replace('.000', '')

const date = /^(\d{4})-(\d\d)-(\d\d)/.source
const clock = /[ T](\d\d):(\d\d)(?::(\d\d)(?:\.\d+)?)?/.source
// A `+` that nobody has escaped arrives as a space.
const zone = /Z|[-+ ]\d\d:?\d\d/.source
const moment = new RegExp(`${date}(?:${clock}(${zone})?)?$`, 'i')

/**
 * A moment as RFC 3339 writes it, also less precise: without seconds, and without a zone (then it is the reader's own),
 * or only a day, which is its first second. Undefined for anything else, and for days that are in no calendar.
 */
function momentIn(value: unknown): { at: number; isDay: boolean } | undefined {
  const found = typeof value === 'string' ? moment.exec(value.trim()) : null
  if (!found) return undefined
  const [, year = '', month = '', day = '', hours, minutes = '0', seconds = '0', offset] = found
  const parts = [year, Number(month) - 1, day, hours ?? 0, minutes, seconds].map(Number) as Parts
  const utc = Date.UTC(...parts)
  const isReal = new Date(utc)
    .toISOString()
    .startsWith(`${year}-${month}-${day}T${hours ?? '00'}:${minutes.padStart(2, '0')}`)
  const at = (offset === undefined ? new Date(...parts).getTime() : utc - offsetOf(offset)) / 1000
  // Servers read years of four digits.
  if (!isReal || Number(seconds) > 59 || at <= 0 || at >= year10000) return undefined
  return { at, isDay: hours === undefined }
}

const year10000 = 253_402_300_800

type Parts = [year: number, month: number, day: number, hours: number, minutes: number, seconds: number]

/** Milliseconds east of Greenwich. */
function offsetOf(text: string): number {
  if (text.toUpperCase() === 'Z') return 0
  const [hours, minutes] = [text.slice(1, 3), text.slice(-2)].map(Number)
  return (text.startsWith('-') ? -1 : 1) * ((hours ?? 0) * 60 + (minutes ?? 0)) * 60_000
}

const two = (value: number) => String(value).padStart(2, '0')

/** What a field for a date and a time holds: the reader's own minute. */
function fieldText(at: number): string {
  const it = new Date(at * 1000)
  const day = [String(it.getFullYear()).padStart(4, '0'), two(it.getMonth() + 1), two(it.getDate())].join('-')
  return `${day}T${two(it.getHours())}:${two(it.getMinutes())}`
}

/** The two fields between which the pipelines were made; '' is open. The start belongs to them, the end does not. */
export function fieldsOf(time: TimeChoice): { from: string; to: string } {
  const { after, before } = limitsOf(time)
  return {
    from: after === undefined ? '' : fieldText(after + 1),
    to: before === undefined ? '' : fieldText(before),
  }
}

/** What the address says for two fields; a field that holds no time yet is open. */
export function addressOf({ from, to }: { from: string; to: string }): { after: string; before: string } {
  const [start, end] = [momentIn(from), momentIn(to)]
  return { after: start ? textOf(start.at - 1) : '', before: end ? textOf(end.at) : '' }
}

/** Where somebody begins who wants to say it exactly: what was seen before, else a week of whole days. */
export function firstFields(time: TimeChoice, now: number): { from: string; to: string } {
  if (time.kind === 'between') return fieldsOf(time)
  if (time.kind === 'span') return { from: fieldText(now - spans[time.span]), to: '' }
  const start = new Date(now * 1000)
  start.setHours(0, 0, 0, 0)
  start.setDate(start.getDate() - 6)
  return { from: fieldText(start.getTime() / 1000), to: '' }
}
