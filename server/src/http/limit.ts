import { HttpError } from './errors.ts'

/** Counts what one caller has open at a time; the returned function takes the caller's place and gives back its release. */
export function createLimit(most: number, what: string) {
  const open = new Map<string, number>()
  /** Throws 429 when the caller has no place left. */
  return function take(key: string): () => void {
    const count = open.get(key) ?? 0
    if (count >= most) throw new HttpError(429, `Too many open ${what}`)
    open.set(key, count + 1)
    return () => {
      const left = (open.get(key) ?? 1) - 1
      if (left > 0) open.set(key, left)
      else open.delete(key)
    }
  }
}

/** By whom a limit counts: the user, or a visitor's address. */
export const limitKey = (user: { id: number } | undefined, request: { ip: string }) =>
  user ? `user ${user.id}` : `address ${request.ip}`
