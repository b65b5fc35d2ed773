interface Limits {
  /** Tries until the next one is refused. */
  most: number
  seconds: number
  /** Milliseconds. */
  clock: () => number
}

interface Count {
  tries: number
  until: number
}

/** What a flood of made-up names may use of the memory. */
const mostKeys = 10_000

/** Counts sign-ins that have not succeeded, by key (address and login). Kept in memory: a restart forgives. */
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
      return count && count.tries >= most ? Math.ceil((count.until - clock()) / 1000) : 0
    },
    /** Before the password is checked: tries made at the same time must not slip through together. */
    begin(key: string) {
      const tries = (current(key)?.tries ?? 0) + 1
      counts.delete(key)
      const oldest = counts.size >= mostKeys ? counts.keys().next().value : undefined
      if (oldest !== undefined) counts.delete(oldest)
      counts.set(key, { tries, until: clock() + seconds * 1000 })
    },
    /** After a success: the key starts afresh. */
    forget(key: string) {
      counts.delete(key)
    },
    /** After a success: only this try does not count. */
    forgive(key: string) {
      const count = current(key)
      if (count) count.tries--
    },
  }
}

const quarterHour = 900

/**
 * What stands before a check of a password: one person mistyping, one address trying many names, many addresses trying
 * one name. `clock` in milliseconds.
 */
export function createGuard(clock: () => number) {
  const perLogin = createAttempts({ most: 10, seconds: quarterHour, clock })
  const perAddress = createAttempts({ most: 100, seconds: quarterHour, clock })
  const perName = createAttempts({ most: 100, seconds: quarterHour, clock })
  const nameOf = (login: string) => login.toLowerCase()
  const loginOf = (address: string, login: string) => `${address} ${nameOf(login)}`

  return {
    /** Seconds until this address may try this login again, 0 when it may now. */
    waitOf: (address: string, login: string) =>
      Math.max(
        perLogin.waitOf(loginOf(address, login)),
        perAddress.waitOf(address),
        perName.waitOf(nameOf(login)),
      ),
    begin(address: string, login: string) {
      perLogin.begin(loginOf(address, login))
      perAddress.begin(address)
      perName.begin(nameOf(login))
    },
    succeeded(address: string, login: string) {
      perLogin.forget(loginOf(address, login))
      perAddress.forgive(address)
      perName.forgive(nameOf(login))
    },
  }
}
