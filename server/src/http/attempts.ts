interface Limits {
  /** Failures until the next try is refused. */
  most: number
  seconds: number
  /** Milliseconds. */
  clock: () => number
}

interface Count {
  failures: number
  until: number
}

export type Attempts = ReturnType<typeof createAttempts>

/** What a flood of made-up names may use of the memory. */
const mostKeys = 10_000

/** Counts failed sign-ins by key (address and login). Kept in memory: a restart forgives. */
export function createAttempts({ most, seconds, clock }: Limits) {
  const counts = new Map<string, Count>()

  function current(key: string): Count | undefined {
    const count = counts.get(key)
    if (count && count.until > clock()) return count
    counts.delete(key)
    return undefined
  }

  return {
    /** Seconds until the key may try again, 0 when it may now. */
    waitOf(key: string): number {
      const count = current(key)
      return count && count.failures >= most ? Math.ceil((count.until - clock()) / 1000) : 0
    },
    fail(key: string) {
      const failures = (current(key)?.failures ?? 0) + 1
      counts.delete(key)
      const oldest = counts.size >= mostKeys ? counts.keys().next().value : undefined
      if (oldest !== undefined) counts.delete(oldest)
      counts.set(key, { failures, until: clock() + seconds * 1000 })
    },
    forget(key: string) {
      counts.delete(key)
    },
  }
}
