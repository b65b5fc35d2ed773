import { type Answer, empty, json, text } from '../answers.ts'
import type { Registry } from '../entities.ts'
import { type Access, type Call, type Kind, paged, paging, type Route, textOf } from '../route.ts'
import { registryShape } from '../shapes.ts'

interface Scope {
  kind: 'repo' | 'org' | 'global'
  base: string
  read: Access
  write: Access
  /** Statuses of what breaks a rule, when making and when changing. */
  invalid: [made: number, changed: number]
}

const scopes: Scope[] = [
  { kind: 'repo', base: 'api/repos/:repo/registries', read: 'push', write: 'push', invalid: [400, 422] },
  {
    kind: 'org',
    base: 'api/orgs/:org/registries',
    read: 'org-admin',
    write: 'org-admin',
    invalid: [422, 422],
  },
  { kind: 'global', base: 'api/registries', read: 'user', write: 'admin', invalid: [400, 400] },
]

const body: Record<string, Kind> = { address: 'string', username: 'string', password: 'string' }
const place = ({ repo, org }: Call) => ({ org_id: org?.id ?? 0, repo_id: repo?.id ?? 0 })

function here(call: Call): Registry[] {
  const { org_id, repo_id } = place(call)
  return call.world.registries
    .filter((one) => one.org_id === org_id && one.repo_id === repo_id)
    .toSorted((one, other) => one.id - other.id)
}

function reasonAgainst({ address, username, password }: Registry): string | undefined {
  const missing = Object.entries({ address, username, password }).find(([, value]) => value === '')?.[0]
  return missing === undefined ? undefined : `invalid registry ${missing}`
}

/** The list of a repository is null when it is empty; and its writes answer with what was asked, ids and all (8.1, 10). */
const routesOf = ({ kind, base, read, write, invalid }: Scope): Route[] => [
  {
    at: `GET /${base}`,
    access: read,
    query: paging,
    run: (call) => {
      const list = paged(here(call), call.query).map(registryShape)
      return json(kind === 'repo' && list.length === 0 ? null : list)
    },
  },
  {
    at: `GET /${base}/:address`,
    access: read,
    run: (call) => found(call, (registry) => json(registryShape(registry))),
  },
  {
    at: `POST /${base}`,
    access: write,
    refusal: 'Error parsing request.',
    body,
    run: (call) => {
      const asked = { id: 0, org_id: 0, repo_id: 0, readonly: false, ...fields(call) }
      const registry: Registry = { ...asked, id: call.world.nextId(), ...place(call) }
      const reason = reasonAgainst(registry)
      if (reason) return text(`Error inserting registry. ${reason}`, invalid[0])
      if (here(call).some(({ address }) => address === registry.address))
        return text('on insert duplicate based on constraints was detected', 500)
      call.world.registries.push(registry)
      return json(registryShape(kind === 'repo' ? asked : registry))
    },
  },
  {
    at: `PATCH /${base}/:address`,
    access: write,
    refusal: 'Error parsing request.',
    body,
    run: (call) =>
      found(call, (registry) => {
        const asked = fields(call)
        const address = kind === 'repo' ? registry.address : asked.address || registry.address
        const patched: Registry = {
          ...registry,
          address,
          username: asked.username || registry.username,
          password: asked.password || registry.password,
        }
        const reason = registry.readonly ? 'invalid registry' : reasonAgainst(patched)
        if (reason) return text(`Error updating registry. ${reason}`, invalid[1])
        Object.assign(registry, patched)
        const echo = { id: 0, org_id: 0, repo_id: 0, readonly: false, ...asked }
        return json(registryShape(kind === 'repo' ? echo : registry))
      }),
  },
  {
    at: `DELETE /${base}/:address`,
    access: write,
    run: (call) =>
      found(call, (registry) => {
        if (registry.readonly) return empty(404)
        call.world.registries = call.world.registries.filter((one) => one !== registry)
        return empty(204)
      }),
  },
]

const fields = ({ body }: Call) => ({
  address: textOf(body['address']),
  username: textOf(body['username']),
  password: textOf(body['password']),
})

function found(call: Call, then: (registry: Registry) => Answer): Answer {
  const registry = here(call).find(({ address }) => address === call.params['address'])
  return registry ? then(registry) : empty(404)
}

/** Wire 3.6. */
export const registryRoutes: Route[] = scopes.flatMap(routesOf)
