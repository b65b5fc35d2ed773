import { createHash, type KeyObject, sign } from 'node:crypto'

import { ExtensionError } from './error.ts'

const timeoutMs = 10_000
const mostBytes = 5 << 20

/** Where clouds keep their credentials: no extension is there, and nobody should be able to make this server look. */
const isForbiddenHost = (host: string) =>
  /^169\.254\.|^\[?fe80:|^\[?fd00:ec2::254\]?$|^metadata\.google\.internal$/i.test(host)

/**
 * Asks an extension by a signed POST (RFC 9421, Ed25519, key id `yaffle`). Undefined for a 204, which means "nothing to
 * add". Throws ExtensionError for everything but a JSON answer.
 */
export async function callExtension(
  endpoint: string,
  body: object,
  key: KeyObject,
  patienceMs = timeoutMs,
): Promise<unknown> {
  const url = URL.parse(endpoint)
  if (!url || isForbiddenHost(url.hostname))
    throw new ExtensionError(`The extension address ${endpoint} cannot be used`)
  const text = JSON.stringify(body)
  const response = await fetch(url, {
    method: 'POST',
    body: text,
    headers: { 'content-type': 'application/json', accept: 'application/json', ...signed(url, text, key) },
    redirect: 'error',
    signal: AbortSignal.timeout(patienceMs),
  }).catch((error: unknown) => {
    throw new ExtensionError(`The extension ${url.origin} did not answer: ${reasonOf(error, patienceMs)}`)
  })
  if (response.status === 204) return undefined
  const answer = await readText(response, url).catch((error: unknown) => {
    if (error instanceof ExtensionError) throw error
    throw new ExtensionError(`The extension ${url.origin} broke off: ${reasonOf(error, patienceMs)}`)
  })
  if (!response.ok)
    throw new ExtensionError(
      `The extension ${url.origin} answered ${response.status}: ${answer.slice(0, 200)}`,
    )
  try {
    return JSON.parse(answer)
  } catch {
    throw new ExtensionError(`The extension ${url.origin} answered with something that is no JSON`)
  }
}

function signed(url: URL, text: string, key: KeyObject): Record<string, string> {
  const digest = `sha-256=:${createHash('sha256').update(text).digest('base64')}:`
  const created = Math.floor(Date.now() / 1000)
  const params = `("@method" "@target-uri" "content-digest");created=${created};keyid="yaffle";alg="ed25519"`
  const base = [
    '"@method": POST',
    `"@target-uri": ${url.href}`,
    `"content-digest": ${digest}`,
    `"@signature-params": ${params}`,
  ].join('\n')
  const signature = sign(null, Buffer.from(base), key).toString('base64')
  return { 'content-digest': digest, 'signature-input': `sig1=${params}`, signature: `sig1=:${signature}:` }
}

async function readText(response: Response, url: URL): Promise<string> {
  const parts: Uint8Array[] = []
  let size = 0
  for await (const part of response.body ?? []) {
    size += part.length
    if (size > mostBytes)
      throw new ExtensionError(`The extension ${url.origin} answered with more than 5 MiB`)
    parts.push(part)
  }
  return Buffer.concat(parts).toString('utf8')
}

function reasonOf(error: unknown, patienceMs: number): string {
  if (!(error instanceof Error)) return 'unknown error'
  if (error.name === 'TimeoutError') return `no answer within ${patienceMs / 1000} s`
  return error.cause instanceof Error ? error.cause.message : error.message
}
