/** All times are Unix seconds; 0 means "not yet". Pure, so that the rules can be tested without a clock. */

const minute = 60
const hour = 3_600
const day = 86_400

const units = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['day', day],
  ['hour', hour],
] as const

export type Age = { value: number; unit: 'year' | 'month' | 'day' | 'hour' | 'minute' } | 'now'

/** How long ago, in its largest unit, rounded. A clock that runs ahead of ours is "now". */
export function ageOf(at: number, now: number): Age {
  const elapsed = now - at
  for (const [unit, seconds] of units) {
    if (elapsed / seconds > 1) return { value: Math.round(elapsed / seconds), unit }
  }
  return elapsed / minute > 0.5 ? { value: Math.round(elapsed / minute), unit: 'minute' } : 'now'
}

/** Whether an age changes so fast that it has to be drawn every second. */
export const isYoung = (at: number, now: number) => at > 0 && now - at < hour

export interface Span {
  started: number
  finished: number
  /** The last change, which stands in for a missing end. */
  updated?: number
}

/**
 * Seconds between start and end; while it is running, until now. Undefined where either is missing: it has not
 * started. Never below 0.
 */
export function secondsOf(
  { started, finished, updated = 0 }: Span,
  isRunning: boolean,
  now: number,
): number | undefined {
  const end = isRunning ? now : finished || updated
  return started > 0 && end > 0 ? Math.max(0, Math.floor(end - started)) : undefined
}

const two = (value: number) => String(value).padStart(2, '0')

/** `0:03`, `12:41`, `26:01:59`. */
export function clockText(seconds: number): string {
  const hours = Math.floor(seconds / hour)
  const minutes = Math.floor((seconds % hour) / minute)
  const rest = two(seconds % minute)
  return hours > 0 ? `${hours}:${two(minutes)}:${rest}` : `${minutes}:${rest}`
}

export interface Part {
  value: number
  unit: 'day' | 'hour' | 'minute' | 'second'
}

/** A duration in its two largest units, cut off rather than rounded, without a second part of zero. */
export function durationParts(seconds: number): Part[] {
  const parts: Part[] =
    seconds >= day
      ? [
          { value: Math.floor(seconds / day), unit: 'day' },
          { value: Math.floor((seconds % day) / hour), unit: 'hour' },
        ]
      : seconds >= hour
        ? [
            { value: Math.floor(seconds / hour), unit: 'hour' },
            { value: Math.floor((seconds % hour) / minute), unit: 'minute' },
          ]
        : seconds >= minute
          ? [
              { value: Math.floor(seconds / minute), unit: 'minute' },
              { value: seconds % minute, unit: 'second' },
            ]
          : [{ value: seconds, unit: 'second' }]
  return parts.filter(({ value }, index) => index === 0 || value > 0)
}
