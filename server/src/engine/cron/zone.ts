/** Whether it is a name of the time zone database; offsets such as `+02:00` are none. */
export function isTimeZone(name: string): boolean {
  if (!/^[A-Za-z][\w+\-/]*$/.test(name)) return false
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone: name }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}

/** The offset from UTC, in seconds, at a time in Unix seconds. */
export type OffsetAt = (seconds: number) => number

export function offsetsOf(zone: string): OffsetAt {
  if (zone === 'UTC') return () => 0
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    calendar: 'gregory',
    numberingSystem: 'latn',
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  })
  return (seconds) => {
    const parts = new Map(
      format.formatToParts(seconds * 1000).map(({ type, value }) => [type, Number(value)]),
    )
    const part = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? 0
    const wall = Date.UTC(
      part('year'),
      part('month') - 1,
      part('day'),
      part('hour'),
      part('minute'),
      part('second'),
    )
    return Math.round(wall / 1000) - seconds
  }
}

/** Clocks differ from UTC by less than this many seconds. */
const farthest = 15 * 3600

/**
 * The first time after `after` at which a clock of the zone shows one of these times of the day that begins at
 * `dayStart`. Both `dayStart` and `times` read the zone's wall clock as if it were UTC. A time that the clocks
 * skip never comes; one that they show twice comes twice.
 */
export function firstOfDay(
  dayStart: number,
  times: readonly number[],
  after: number,
  offsetAt: OffsetAt,
): number | undefined {
  const from = dayStart - farthest
  const to = dayStart + 86_400 + farthest
  const before = offsetAt(from)
  const later = offsetAt(to)
  const change = before === later ? Infinity : changeBetween(from, to, later, offsetAt)
  let first: number | undefined
  for (const time of times) {
    const candidates = [dayStart + time - before, dayStart + time - later]
    const [early = 0, late = 0] = candidates
    for (const instant of [early < change ? early : undefined, late >= change ? late : undefined]) {
      if (instant !== undefined && instant > after && (first === undefined || instant < first))
        first = instant
    }
  }
  return first
}

/** The first second at which the later offset holds. */
function changeBetween(from: number, to: number, later: number, offsetAt: OffsetAt): number {
  let low = from
  let high = to
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2)
    if (offsetAt(middle) === later) high = middle
    else low = middle
  }
  return high
}
