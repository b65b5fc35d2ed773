import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto'

/** Cost as log2 N, r, p. Written into each hash, so that a later, dearer setting leaves old ones readable. */
const cost = { log: 15, r: 8, p: 3 }
const keyBytes = 32
const longest = 1024
export const shortestPassword = 8

const derive = (password: string, salt: Buffer, { log, r, p }: typeof cost) =>
  new Promise<Buffer>((resolve, reject) => {
    const options = { N: 2 ** log, r, p, maxmem: 256 * 2 ** log * r + 1_048_576 }
    scrypt(password.normalize('NFC'), salt, keyBytes, options, (error, key) =>
      error ? reject(error) : resolve(key),
    )
  })

/** `scrypt$15$8$3$<salt>$<key>`. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16)
  const key = await derive(password, salt, cost)
  return ['scrypt', cost.log, cost.r, cost.p, salt.toString('base64url'), key.toString('base64url')].join('$')
}

/** Without a stored hash it works as long and answers no: nobody can find out by the clock which logins exist. */
export async function verifyPassword(password: string, stored: string | undefined): Promise<boolean> {
  const parts = stored?.split('$') ?? []
  const [kind, log, r, p, salt = '', key = ''] = parts
  const isKnown = kind === 'scrypt' && parts.length === 6 && password.length <= longest
  const settings = isKnown ? { log: Number(log), r: Number(r), p: Number(p) } : cost
  const expected = isKnown ? Buffer.from(key, 'base64url') : randomBytes(keyBytes)
  const given = await derive(
    password.slice(0, longest),
    isKnown ? Buffer.from(salt, 'base64url') : randomBytes(16),
    settings,
  )
  return given.length === expected.length && timingSafeEqual(given, expected) && isKnown
}

/** Why a password cannot be taken, if it cannot. */
export function passwordProblem(password: string): string | undefined {
  if (password.length < shortestPassword) return `A password has at least ${shortestPassword} characters`
  if (password.length > longest) return `A password has at most ${longest} characters`
  return undefined
}
