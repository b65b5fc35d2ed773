import type { Pipeline } from '@yaffle/contract/pipelines'
import type { Status } from '@yaffle/contract/statuses'

/** How long the latest pipelines of a repository took, and what can be said of it. Pure; all durations are seconds. */

export interface Run {
  number: number
  status: string
  seconds: number
}

export const mostRuns = 30
/** Fewer say nothing about what is usual. */
export const fewestRuns = 5

/**
 * Those that ran until they ended by themselves. Killed and canceled ones took as long as somebody let them, skipped,
 * blocked and declined ones never ran, and nothing is known of a status that only a newer server has.
 */
const ran: ReadonlySet<string> = new Set<Status>(['success', 'failure', 'error'])

/**
 * The latest pipelines that have a duration, oldest first; of pipelines that come newest first. One that ended before it
 * started was timed by two clocks. An error of no length is a pipeline file that was refused: servers stamp its start
 * and its end at once.
 */
export const runsOf = (pipelines: readonly Pipeline[]): Run[] =>
  pipelines
    .filter(
      ({ status, started, finished }) =>
        ran.has(status) && started > 0 && (status === 'error' ? finished > started : finished >= started),
    )
    .slice(0, mostRuns)
    .map(({ number, status, started, finished }) => ({
      number,
      status,
      seconds: Math.floor(finished - started),
    }))
    .reverse()

export const isSameRuns = (some: readonly Run[], others: readonly Run[]): boolean =>
  some.length === others.length &&
  some.every(({ number, status, seconds }, index) => {
    const other = others[index]
    return number === other?.number && status === other.status && seconds === other.seconds
  })

export interface Trend {
  /** What to expect of the next one. */
  usual: number
  /** Where the newer half clearly differs: what was usual in the older one. */
  change?: { kind: 'slower' | 'faster'; before: number }
}

/**
 * The usual duration is the median of the pipelines that succeeded: one that fails ends early, and a broken week would
 * look like a fast one. Where fewer than five succeeded, that of all. Where the halves clearly differ the median would lie
 * somewhere between two truths, so that of the newer half is what is usual now. Undefined when there are too few.
 */
export function trendOf(runs: readonly Run[]): Trend | undefined {
  if (runs.length < fewestRuns) return undefined
  const succeeded = runs.filter(({ status }) => status === 'success')
  const measured = (succeeded.length >= fewestRuns ? succeeded : runs).map(({ seconds }) => seconds)
  // The one in the middle of an odd number belongs to neither half.
  const half = Math.floor(measured.length / 2)
  const older = measured.slice(0, half)
  const newer = measured.slice(-half)
  if (isClearlyLonger(newer, older))
    return { usual: medianOf(newer), change: { kind: 'slower', before: medianOf(older) } }
  if (isClearlyLonger(older, newer))
    return { usual: medianOf(newer), change: { kind: 'faster', before: medianOf(older) } }
  return { usual: medianOf(measured) }
}

/** A half of fewer is chance. */
const leastHalf = 4
/** A smaller difference is that of one busy machine from another, and one of few seconds keeps nobody waiting. */
const leastRatio = 1.25
const leastSeconds = 10
/**
 * So many of each half have to lie on their own side of the other's median: where short and long pipelines take turns,
 * medians leap without anything having changed.
 */
const mostOf = 0.75

function isClearlyLonger(some: readonly number[], others: readonly number[]): boolean {
  if (Math.min(some.length, others.length) < leastHalf) return false
  const long = medianOf(some)
  const short = medianOf(others)
  return (
    long - short >= leastSeconds &&
    long >= short * leastRatio &&
    some.filter((seconds) => seconds > short).length >= some.length * mostOf &&
    others.filter((seconds) => seconds < long).length >= others.length * mostOf
  )
}

/** Of at least one; whole seconds, cut off like all durations. */
function medianOf(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const [low = 0, high = low] = [
    sorted[Math.floor((sorted.length - 1) / 2)],
    sorted[Math.floor(sorted.length / 2)],
  ]
  return Math.floor((low + high) / 2)
}

/** The least height of a bar, so that what took no time can still be seen. */
const leastHeight = 2

/** Pixels of the bar of a duration, where that of the longest has `tallest`: linear, from 0. */
export const heightOf = (seconds: number, longest: number, tallest: number): number =>
  longest > 0 ? Math.max(leastHeight, Math.round((seconds / longest) * tallest)) : leastHeight
