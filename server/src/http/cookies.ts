import type { FastifyReply, FastifyRequest } from 'fastify'

export const sessionCookie = 'user_sess'

/** The wire's number: the browser keeps the cookie, the token in it says when it ends. */
const forGood = 2_147_483_647

/** Is the browser's side of this connection encrypted? A proxy in front says so itself. */
export function isHttps(request: FastifyRequest): boolean {
  const forwarded = request.headers['x-forwarded-proto']
  return (
    request.protocol === 'https' ||
    (typeof forwarded === 'string' && forwarded.split(',')[0]?.trim() === 'https')
  )
}

/** The first cookie of that name. Ours hold nothing that would need decoding. */
export function readCookie(request: FastifyRequest, name: string): string | undefined {
  for (const pair of request.headers.cookie?.split(';') ?? []) {
    const at = pair.indexOf('=')
    if (at > 0 && pair.slice(0, at).trim() === name) return pair.slice(at + 1).trim()
  }
  return undefined
}

interface CookieLife {
  path: string
  /** Seconds; 0 makes the browser forget it. */
  maxAge: number
}

/** Never readable by scripts, never sent along from another site. Calls add up. `value` is letters, digits and -._ */
export function setCookie(
  request: FastifyRequest,
  reply: FastifyReply,
  name: string,
  value: string,
  life: CookieLife,
) {
  const secure = isHttps(request) ? '; Secure' : ''
  const attributes = `Path=${life.path}; Max-Age=${life.maxAge}; HttpOnly; SameSite=Lax${secure}`
  reply.header('set-cookie', `${name}=${value}; ${attributes}`)
}

export function startSession(request: FastifyRequest, reply: FastifyReply, token: string) {
  setCookie(request, reply, sessionCookie, token, { path: '/', maxAge: forGood })
}

export function endSession(request: FastifyRequest, reply: FastifyReply) {
  for (const name of [sessionCookie, 'user_last'])
    setCookie(request, reply, name, 'deleted', { path: '/', maxAge: 0 })
}
