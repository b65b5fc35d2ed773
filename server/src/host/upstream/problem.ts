/** What is wrong with a server that we should sit in front of, for the terminal and for the page. */
export interface UpstreamProblem {
  code: 'unreachable' | 'slow' | 'certificate' | 'redirects' | 'not-woodpecker' | 'version' | 'error'
  message: string
}

interface Reason {
  code: string
  message: string
}

const certificate = /CERT|SELF_SIGNED|UNABLE_TO_VERIFY|ERR_TLS|ISSUER/

/** Why a call failed, by the code that lies deepest. */
export function problemOf(error: unknown, origin: string): UpstreamProblem {
  const { code, message } = deepest(error)
  if (certificate.test(code))
    return {
      code: 'certificate',
      message: `The certificate of ${origin} is not trusted (${code}). For a private authority set NODE_EXTRA_CA_CERTS.`,
    }
  if (/TIMEOUT|ETIMEDOUT|ABORT/.test(code) || /timeout/i.test(message))
    return { code: 'slow', message: `The server at ${origin} does not answer in time.` }
  const reason =
    code === 'ENOTFOUND'
      ? 'its name is not known'
      : code === 'ECONNREFUSED'
        ? 'nobody listens there'
        : message
  return { code: 'unreachable', message: `The server at ${origin} cannot be reached: ${reason}.` }
}

/** What lies at the bottom of an error that was wrapped on its way. */
function deepest(error: unknown): Reason {
  const reason: Reason = { code: '', message: '' }
  for (let one = error; one instanceof Error; one = one.cause) {
    reason.message = one.message
    if ('code' in one && typeof one.code === 'string') reason.code = one.code
    else if (one.name === 'TimeoutError') reason.code = 'TIMEOUT'
  }
  return reason
}

const timeoutMs = 5000
const mostRedirects = 5

/** Looks whether a Woodpecker server of a version we know is there. Undefined when all is well. */
export async function probe(upstream: URL): Promise<UpstreamProblem | undefined> {
  const base = upstream.href.replace(/\/+$/, '')
  let url = new URL(`${base}/version`)
  for (let hop = 0; hop <= mostRedirects; hop++) {
    let response: Response
    let text: string
    try {
      response = await fetch(url, { redirect: 'manual', signal: AbortSignal.timeout(timeoutMs) })
      text = await response.text()
    } catch (error) {
      return problemOf(error, upstream.origin)
    }
    const location = response.headers.get('location')
    if (response.status >= 300 && response.status < 400 && location) {
      url = new URL(location, url)
      continue
    }
    if (response.status >= 500)
      return {
        code: 'error',
        message: `The server at ${base} answers ${response.status} when asked for its version.`,
      }
    if (!response.headers.get('content-type')?.startsWith('application/json'))
      return notTheirs(base, response.status)
    return checkVersion(text, base)
  }
  return { code: 'redirects', message: `${base} leads from one address to the next and never answers.` }
}

/** Something answers, and it is another product or another path. */
export const notTheirs = (base: string, status = 200): UpstreamProblem => ({
  code: 'not-woodpecker',
  message: `${base} is no Woodpecker server: it answers ${status} with something else when asked for its version. Is its path right?`,
})

function checkVersion(text: string, base: string): UpstreamProblem | undefined {
  let told: { version?: unknown; source?: unknown }
  try {
    told = JSON.parse(text) as typeof told
  } catch {
    told = {}
  }
  const { version, source } = told
  if (typeof version !== 'string')
    return { code: 'not-woodpecker', message: `${base} is no Woodpecker server: its answer has no version.` }
  // Others that speak the same wire name another source or none, and count their versions in their own way.
  const isOther = typeof source === 'string' && !/woodpecker/i.test(source)
  if (isKnownVersion(version) || isOther) return undefined
  return { code: 'version', message: `${base} runs version ${version}; this interface knows Woodpecker 3.` }
}

/** What is built from sources has no number, and is taken for one that is known. */
export function isKnownVersion(version: string): boolean {
  const major = /^v?(\d+)\./.exec(version)?.[1]
  return major === undefined || major === '3' || major === '0'
}
