/**
 * One tab of all that a browser has open speaks for them: the one that holds the lock, until it is closed. Where the
 * browser has no locks, each speaks for itself. `name` must differ per server and person.
 */
export function joinTabs(name: string) {
  const leaving = new AbortController()
  const until = (signal: AbortSignal) =>
    new Promise<void>((resolve) => {
      if (signal.aborted) resolve()
      signal.addEventListener('abort', () => resolve())
    })
  let isSpeaker = !hasLocks()
  let hiding = new AbortController()

  /** While it can be seen a tab holds a second lock, together with all others that can. */
  function noteVisibility() {
    hiding.abort()
    if (document.hidden || leaving.signal.aborted || !hasLocks()) return
    hiding = new AbortController()
    const { signal } = hiding
    hold({ name: `${name}:seen`, mode: 'shared', signal }, () => until(signal))
  }
  if (hasLocks()) {
    hold({ name, mode: 'exclusive', signal: leaving.signal }, () => {
      isSpeaker = true
      return until(leaving.signal)
    })
    noteVisibility()
    document.addEventListener('visibilitychange', noteVisibility)
  }

  return {
    isSpeaker: () => isSpeaker,
    /** Whether the person has any of these tabs before their eyes. */
    async isSeen(): Promise<boolean> {
      if (!document.hidden) return true
      if (!hasLocks()) return false
      // Refused like the locks themselves: then only this tab is known.
      const { held = [] } = await navigator.locks.query().catch(() => ({ held: [] }))
      return held.some((lock) => lock.name === `${name}:seen`)
    },
    leave() {
      document.removeEventListener('visibilitychange', noteVisibility)
      leaving.abort()
      hiding.abort()
    },
  }

  function hold({ name: lock, ...options }: LockOptions & { name: string }, work: () => Promise<void>) {
    navigator.locks.request(lock, options, work).catch(() => {
      // Given up while waiting, or refused where storage is blocked: then each tab speaks for itself.
      if (!leaving.signal.aborted && options.mode === 'exclusive') isSpeaker = true
    })
  }
}

/** Pages that came over plain http have none. */
const hasLocks = () => 'locks' in navigator && Boolean(navigator.locks)
