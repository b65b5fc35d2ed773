import { HttpError } from './errors.ts'

/**
 * Counts what one caller has open at a time: a user, or a visitor's address, behind which there may be many people. Taking
 * a place answers with what gives it back, and throws 429 where none is left.
 */
export function createLimit(what: string, most: { user: number; visitor: number }) {
  const open = new Map<string, number>()
  return function take(user: { id: number } | undefined, request: { ip: string }): () => void {
    const key = user ? `user ${user.id}` : `address ${request.ip}`
    const count = open.get(key) ?? 0
    if (count >= (user ? most.user : most.visitor)) throw new HttpError(429, `Too many open ${what}`)
    open.set(key, count + 1)
    return () => {
      const left = (open.get(key) ?? 1) - 1
      if (left > 0) open.set(key, left)
      else open.delete(key)
    }
  }
}
