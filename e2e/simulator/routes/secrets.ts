import { type Answer, empty, json, text } from '../answers.ts'
import type { Secret } from '../entities.ts'
import { type Access, type Call, paged, paging, type Route, textOf, textsOf } from '../route.ts'
import { secretShape } from '../shapes.ts'

const events =
  'push pull_request pull_request_closed pull_request_metadata tag release deployment cron manual'
const image = /^[\w.-]+(?::\d+)?(?:\/[\w.-]+)*(?::[\w.-]+)?(?:@sha256:[\da-f]{64})?$/

interface Scope {
  kind: '' | 'org ' | 'global '
  base: string
  read: Access
  write: Access
  /** Status of an update that breaks a rule. */
  invalid: number
}

const scopes: Scope[] = [
  { kind: '', base: 'api/repos/:repo/secrets', read: 'push', write: 'push', invalid: 422 },
  { kind: 'org ', base: 'api/orgs/:org/secrets', read: 'org-admin', write: 'org-admin', invalid: 422 },
  { kind: 'global ', base: 'api/secrets', read: 'user', write: 'admin', invalid: 400 },
]

const place = ({ repo, org }: Call) => ({ org_id: org?.id ?? 0, repo_id: repo?.id ?? 0 })

function here(call: Call): Secret[] {
  const { org_id, repo_id } = place(call)
  return call.world.secrets
    .filter((secret) => secret.org_id === org_id && secret.repo_id === repo_id)
    .toSorted((one, other) => (one.name < other.name ? -1 : 1))
}

/** The first rule that is broken, in the wire's order (4.10). */
function reasonAgainst({ events: wanted, images, name, value }: Secret): string | undefined {
  const unknown = wanted.find((event) => !events.split(' ').includes(event))
  if (unknown !== undefined) return `invalid webhook event: ${unknown}\ninvalid secret event`
  if (wanted.length === 0) return 'invalid secret event: no event specified'
  const odd = images?.find((one) => !image.test(one))
  if (odd !== undefined) return `invalid secret image: ${odd}`
  if (name === '') return 'invalid secret name: empty name'
  return value === '' ? 'invalid secret value: empty value' : undefined
}

const routesOf = ({ kind, base, read, write, invalid }: Scope): Route[] => [
  {
    at: `GET /${base}`,
    access: read,
    query: paging,
    run: (call) => json(orNull(kind, paged(here(call), call.query).map(secretShape))),
  },
  {
    at: `GET /${base}/:name`,
    access: read,
    run: (call) => found(call, (secret) => json(secretShape(secret))),
  },
  {
    at: `POST /${base}`,
    access: write,
    refusal: `Error parsing ${kind}secret.`,
    body: { name: 'string', value: 'string', events: 'strings', images: 'strings?', note: 'string?' },
    run: (call) => create(call, kind),
  },
  {
    at: `PATCH /${base}/:name`,
    access: write,
    refusal: `Error parsing ${kind}secret.`,
    body: { value: 'string?', events: 'strings?', images: 'strings?', note: 'string?' },
    run: (call) =>
      found(call, (secret) => {
        const { body } = call
        const patched: Secret = {
          ...secret,
          value: textOf(body['value']) || secret.value,
          events: textsOf(body['events']) ?? secret.events,
          images: textsOf(body['images']) ?? secret.images,
          note: textOf(body['note'], secret.note),
        }
        const reason = reasonAgainst(patched)
        if (reason) return text(`Error updating ${kind}secret. ${reason}`, invalid)
        return json(secretShape(Object.assign(secret, patched)))
      }),
  },
  {
    at: `DELETE /${base}/:name`,
    access: write,
    run: (call) =>
      found(call, (secret) => {
        call.world.secrets = call.world.secrets.filter((one) => one !== secret)
        return empty(204)
      }),
  },
]

/** Of repositories the empty list is null; elsewhere it is a list (3.0). */
const orNull = <T>(kind: string, list: T[]) => (kind === '' && list.length === 0 ? null : list)

function found(call: Call, then: (secret: Secret) => Answer): Answer {
  const secret = here(call).find(({ name }) => name === call.params['name'])
  return secret ? then(secret) : empty(404)
}

function create(call: Call, kind: string): Answer {
  const { world, body } = call
  const secret: Secret = {
    id: world.nextId(),
    ...place(call),
    name: textOf(body['name']),
    value: textOf(body['value']),
    images: textsOf(body['images']) ?? null,
    events: textsOf(body['events']) ?? [],
    note: textOf(body['note']),
  }
  const reason = reasonAgainst(secret)
  if (reason) return text(`Error inserting ${kind}secret. ${reason}`, 422)
  if (here(call).some(({ name }) => name === secret.name))
    return text(
      `Error inserting ${kind}secret "${secret.name}". on insert duplicate based on constraints was detected`,
      500,
    )
  world.secrets.push(secret)
  return json(secretShape(secret))
}

/** Wire 3.5. */
export const secretRoutes: Route[] = scopes.flatMap(routesOf)
