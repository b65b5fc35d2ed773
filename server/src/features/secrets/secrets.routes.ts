import type {
  globalSecretRoutes,
  orgSecretRoutes,
  repoSecretRoutes,
  Secret,
  SecretInput,
  SecretPatch,
} from '@yaffle/contract/secrets'
import { events } from '@yaffle/contract/statuses'
import type * as z from 'zod/mini'

import { conflict, HttpError, notFound } from '../../http/errors.ts'
import type { Handlers } from '../../http/mount.ts'
import type { Scope, SecretFields, SecretStore } from './secrets.store.ts'

const known: ReadonlySet<string> = new Set(events)
/** `[host[:port]/][path/]name[:tag][@sha256:…]` */
const image = /^(?:[\w.-]+(?::\d+)?\/)?(?:[\w.-]+\/)*[\w.-]+(?::[\w.-]+)?(?:@sha256:[\da-f]{64})?$/i

/** The first rule that is broken, in the wire's order and words (wire 4.10). */
function problemOf({ events, images, name, value }: SecretFields, isValueKept: boolean): string | undefined {
  const unknown = events.find((event) => !known.has(event))
  if (unknown !== undefined) return `invalid webhook event: ${unknown}\ninvalid secret event`
  if (events.length === 0) return 'invalid secret event: no event specified'
  const wrong = images.find((one) => !image.test(one))
  if (wrong !== undefined) return `invalid secret image: ${wrong}`
  if (name.trim() === '') return 'invalid secret name: empty name'
  if (value === '' && !isValueKept) return 'invalid secret value: empty value'
  return undefined
}

/** The five calls of every scope; `what` names it in refusals. */
function inScope(store: SecretStore, what: string) {
  const named = (scope: Scope, name: string): Secret => {
    const secret = store.get(scope, name)
    if (!secret) throw notFound('Secret')
    return secret
  }
  return {
    list: (scope: Scope, { page, perPage }: { page: number; perPage: number }) =>
      store.list(scope, page, perPage),
    get: named,
    create(scope: Scope, input: z.output<typeof SecretInput>): Secret {
      const problem = problemOf(input, false)
      if (problem) throw new HttpError(422, `Error inserting ${what}. ${problem}`)
      const secret = store.insert(scope, input)
      if (!secret) throw conflict(`Error inserting ${what}. There is a secret named "${input.name}" already`)
      return secret
    },
    update(scope: Scope, name: string, patch: z.output<typeof SecretPatch>): Secret {
      const old = named(scope, name)
      const fields: SecretFields = {
        name,
        value: patch.value ?? '',
        events: patch.events ?? old.events,
        images: patch.images ?? old.images,
        note: patch.note ?? old.note,
      }
      const problem = problemOf(fields, true)
      if (problem) throw new HttpError(422, `Error updating ${what}. ${problem}`)
      const secret = store.update(scope, fields)
      if (!secret) throw notFound('Secret')
      return secret
    },
    remove(scope: Scope, name: string) {
      if (!store.remove(scope, name)) throw notFound('Secret')
    },
  }
}

export function repoSecretHandlers(store: SecretStore): Handlers<typeof repoSecretRoutes> {
  const calls = inScope(store, 'secret')
  const scopeOf = (repo: { id: number }): Scope => ({ repo_id: repo.id, org_id: 0 })
  return {
    list: ({ query }, { repo }) => calls.list(scopeOf(repo), query),
    get: ({ params }, { repo }) => calls.get(scopeOf(repo), params.name),
    create: ({ body }, { repo }) => calls.create(scopeOf(repo), body),
    update: ({ params, body }, { repo }) => calls.update(scopeOf(repo), params.name, body),
    remove: ({ params }, { repo }) => calls.remove(scopeOf(repo), params.name),
  }
}

export function orgSecretHandlers(store: SecretStore): Handlers<typeof orgSecretRoutes> {
  const calls = inScope(store, 'org secret')
  const scopeOf = (org: { id: number }): Scope => ({ repo_id: 0, org_id: org.id })
  return {
    list: ({ query }, { org }) => calls.list(scopeOf(org), query),
    get: ({ params }, { org }) => calls.get(scopeOf(org), params.name),
    create: ({ body }, { org }) => calls.create(scopeOf(org), body),
    update: ({ params, body }, { org }) => calls.update(scopeOf(org), params.name, body),
    remove: ({ params }, { org }) => calls.remove(scopeOf(org), params.name),
  }
}

export function globalSecretHandlers(store: SecretStore): Handlers<typeof globalSecretRoutes> {
  const calls = inScope(store, 'global secret')
  const everybody: Scope = { repo_id: 0, org_id: 0 }
  return {
    list: ({ query }) => calls.list(everybody, query),
    get: ({ params }) => calls.get(everybody, params.name),
    create: ({ body }) => calls.create(everybody, body),
    update: ({ params, body }) => calls.update(everybody, params.name, body),
    remove: ({ params }) => calls.remove(everybody, params.name),
  }
}
