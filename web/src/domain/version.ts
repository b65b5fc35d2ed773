import type { PublishedVersions } from '../api/versions.ts'

export interface VersionInfo {
  /** The published version that concerns this server; undefined when it is not known. */
  latest: string | undefined
  current: string
  currentShort: string
  needsUpdate: boolean
  usesNext: boolean
}

/** Compares a server's own version with what is published; without that there is nothing newer. */
export function versionInfo(current: string, published?: PublishedVersions): VersionInfo {
  const usesNext = current.startsWith('next')
  const info = { current, currentShort: usesNext ? 'next' : current, usesNext }
  if (!published) return { ...info, latest: undefined, needsUpdate: false }
  if (usesNext) return { ...info, latest: published.next, needsUpdate: published.next !== current }
  if (current.includes('rc')) return { ...info, latest: published.rc, needsUpdate: published.rc !== current }
  return { ...info, latest: published.latest, needsUpdate: isHigher(published.latest, current) }
}

/** Is `a` the higher semantic version? Only the three numbers count; a text without one is no version. */
function isHigher(a: string, b: string): boolean {
  const [left, right] = [numbersOf(a), numbersOf(b)]
  if (!left || !right) return false
  const index = left.findIndex((part, at) => part !== right[at])
  return index !== -1 && (left[index] ?? 0) > (right[index] ?? 0)
}

function numbersOf(version: string): number[] | undefined {
  const match = /(\d{1,15})(?:\.(\d{1,15}))?(?:\.(\d{1,15}))?/.exec(version)
  return match?.slice(1).map((part: string | undefined) => Number(part ?? 0))
}
