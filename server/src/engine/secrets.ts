import { genericProblem } from './problems.ts'
import type { Secret } from './types.ts'

/** `docker.io/library/alpine` and `index.docker.io/alpine` are `alpine`; names in full, so that they can be compared. */
function fullImage(image: string): { name: string; tag: string } {
  const withoutDigest = image.split('@')[0] ?? ''
  const slash = withoutDigest.lastIndexOf('/')
  const colon = withoutDigest.lastIndexOf(':')
  const hasTag = colon > slash
  const tag = hasTag ? withoutDigest.slice(colon + 1) : ''
  let name = hasTag ? withoutDigest.slice(0, colon) : withoutDigest
  const [head = '', ...rest] = name.split('/')
  const isHost = rest.length > 0 && (head.includes('.') || head.includes(':') || head === 'localhost')
  if (!isHost) name = `docker.io/${name}`
  else if (head === 'index.docker.io') name = `docker.io/${rest.join('/')}`
  if (name.startsWith('docker.io/') && name.split('/').length === 2)
    name = name.replace('docker.io/', 'docker.io/library/')
  return { name, tag }
}

/** Tells whether an image is among the allowed ones: an allowed one with a tag wants that tag, another any tag. */
export function imageMatcher(allowed: readonly string[]): (image: string) => boolean {
  const wanted = Map.groupBy(allowed.map(fullImage), ({ name }) => name)
  if (wanted.size === 0) return () => false
  return (image) => {
    const { name, tag } = fullImage(image)
    return wanted.get(name)?.some((each) => each.tag === '' || each.tag === (tag || 'latest')) ?? false
  }
}

export const matchesImage = (image: string, allowed: readonly string[]): boolean =>
  imageMatcher(allowed)(image)

/** All kinds of pull events count as one for secrets. */
const eventOfSecrets = (event: string) => (event.startsWith('pull_request') ? 'pull_request' : event)

/** Finds the value of a secret for one step. Throws a generic problem if it is unknown or not meant for the step. */
export type SecretLookup = (name: string, step: { name: string; image: string; isPlugin: boolean }) => string

/** Names are the same in any case; of several that differ only in case the first one counts. */
export function secretLookup(secrets: readonly Secret[], event: string): SecretLookup {
  const byName = new Map<string, Secret>()
  for (const secret of secrets) {
    const key = secret.name.toLowerCase()
    if (!byName.has(key)) byName.set(key, secret)
  }
  return (name, step) => {
    const secret = byName.get(name.toLowerCase())
    if (!secret) throw genericProblem(`secret \`${name}\`, wanted by step \`${step.name}\`, was not found`)
    const wanted = eventOfSecrets(event)
    if (!secret.events.some((each) => eventOfSecrets(each) === wanted))
      throw genericProblem(
        `secret \`${secret.name}\` is not allowed to be used with pipeline event \`${event}\``,
      )
    if (secret.images.length > 0) {
      if (!step.isPlugin)
        throw genericProblem(
          `secret \`${secret.name}\` is only allowed to be used by plugins (a filter has been set on the secret); step \`${step.name}\` is none`,
        )
      if (!matchesImage(step.image, secret.images))
        throw genericProblem(
          `secret \`${secret.name}\` is not allowed to be used with image \`${step.image}\` by step \`${step.name}\``,
        )
    }
    return secret.value
  }
}
