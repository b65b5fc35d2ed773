import { createHmac, timingSafeEqual } from 'node:crypto'

/** What a token is for (wire 2.2). All are signed with the hash of their user, so a new hash kills them all at once. */
export type TokenType = 'user' | 'sess' | 'csrf'

export interface VerifiedToken {
  type: TokenType
  userId: number
}

const header = encode({ alg: 'HS256', typ: 'JWT' })

/**
 * A JWT, HS256. Without an expiry the same arguments give the same text: asking twice for an API token answers alike.
 * `expiresAt` is in Unix seconds.
 */
export function signToken(type: TokenType, userId: number, key: string, expiresAt?: number): string {
  const claims = { type, 'user-id': String(userId), ...(expiresAt === undefined ? {} : { exp: expiresAt }) }
  const signed = `${header}.${encode(claims)}`
  return `${signed}.${signatureOf(signed, key).toString('base64url')}`
}

/**
 * Undefined for anything but an unexpired token whose signature fits the key of the user it names. `keyOf` answers with
 * that user's key; `now` is in Unix seconds.
 */
export function verifyToken(
  token: string,
  keyOf: (userId: number) => string | undefined,
  now: number,
): VerifiedToken | undefined {
  const [head, body, signature, ...more] = token.split('.')
  if (!head || !body || !signature || more.length > 0) return undefined
  if (decode(head)?.['alg'] !== 'HS256') return undefined
  const claims = decode(body)
  const userId = Number(claims?.['user-id'])
  const type = claims?.['type']
  if (!claims || !Number.isSafeInteger(userId) || userId < 1 || !isTokenType(type)) return undefined
  const key = keyOf(userId)
  // An empty key would let anybody sign.
  if (!key) return undefined
  const given = Buffer.from(signature, 'base64url')
  const expected = signatureOf(`${head}.${body}`, key)
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined
  const exp = claims['exp']
  if (exp !== undefined && (typeof exp !== 'number' || exp <= now)) return undefined
  if (type === 'sess' && exp === undefined) return undefined
  return { type, userId }
}

function signatureOf(signed: string, key: string): Buffer {
  return createHmac('sha256', key).update(signed).digest()
}

function encode(value: unknown): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url')
}

function decode(part: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(Buffer.from(part, 'base64url').toString('utf8'))
    return value !== null && typeof value === 'object' ? (value as Record<string, unknown>) : undefined
  } catch {
    return undefined
  }
}

function isTokenType(value: unknown): value is TokenType {
  return value === 'user' || value === 'sess' || value === 'csrf'
}
