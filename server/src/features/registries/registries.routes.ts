import type {
  globalRegistryRoutes,
  orgRegistryRoutes,
  Registry,
  RegistryInput,
  repoRegistryRoutes,
} from '@yaffle/contract/registries'
import type * as z from 'zod/mini'

import { conflict, HttpError, notFound } from '../../http/errors.ts'
import type { Handlers } from '../../http/mount.ts'
import type { RegistryStore, Scope } from './registries.store.ts'

type Input = z.output<typeof RegistryInput>

/** As the wire asks: an address that parses as a URL, with or without its scheme. */
const isAddress = (address: string) =>
  !/\s/.test(address) && URL.canParse(address.includes('://') ? address : `https://${address}`)

function problemOf({ address, username, password }: Input, isPasswordKept: boolean): string | undefined {
  if (!isAddress(address)) return 'invalid registry address'
  if (username === '') return 'invalid registry username'
  if (password === '' && !isPasswordKept) return 'invalid registry password'
  return undefined
}

interface Words {
  what: string
  /** What a broken rule answers on creation and on update (wire 3.6). */
  refusedCreate: 400 | 422
  refusedUpdate: 400 | 422
  canMove: boolean
}

function inScope(store: RegistryStore, { what, refusedCreate, refusedUpdate, canMove }: Words) {
  const at = (scope: Scope, address: string): Registry => {
    const registry = store.get(scope, address)
    if (!registry) throw notFound('Registry')
    return registry
  }
  return {
    list: (scope: Scope, { page, perPage }: { page: number; perPage: number }) =>
      store.list(scope, page, perPage),
    get: at,
    create(scope: Scope, input: Input): Registry {
      const problem = problemOf(input, false)
      if (problem) throw new HttpError(refusedCreate, `Error inserting ${what}. ${problem}`)
      const registry = store.insert(scope, input.address, input.username, input.password)
      if (!registry) throw conflict(`Error inserting ${what}. There is one for "${input.address}" already`)
      return registry
    },
    update(scope: Scope, address: string, input: Input): Registry {
      const old = at(scope, address)
      const wanted = {
        address: canMove && input.address ? input.address : old.address,
        username: input.username || old.username,
        password: input.password,
      }
      const problem = problemOf(wanted, true)
      if (problem) throw new HttpError(refusedUpdate, `Error updating ${what}. ${problem}`)
      if (wanted.address !== old.address && store.get(scope, wanted.address))
        throw conflict(`Error updating ${what}. There is one for "${wanted.address}" already`)
      return store.update(old, wanted.address, wanted.username, wanted.password)
    },
    remove(scope: Scope, address: string) {
      if (!store.remove(scope, address)) throw notFound('Registry')
    },
  }
}

export function repoRegistryHandlers(store: RegistryStore): Handlers<typeof repoRegistryRoutes> {
  const calls = inScope(store, { what: 'registry', refusedCreate: 400, refusedUpdate: 422, canMove: false })
  const scopeOf = (repo: { id: number }): Scope => ({ repo_id: repo.id, org_id: 0 })
  return {
    list: ({ query }, { repo }) => calls.list(scopeOf(repo), query),
    get: ({ params }, { repo }) => calls.get(scopeOf(repo), params.address),
    create: ({ body }, { repo }) => calls.create(scopeOf(repo), body),
    update: ({ params, body }, { repo }) => calls.update(scopeOf(repo), params.address, body),
    remove: ({ params }, { repo }) => calls.remove(scopeOf(repo), params.address),
  }
}

export function orgRegistryHandlers(store: RegistryStore): Handlers<typeof orgRegistryRoutes> {
  const calls = inScope(store, {
    what: 'org registry',
    refusedCreate: 422,
    refusedUpdate: 422,
    canMove: true,
  })
  const scopeOf = (org: { id: number }): Scope => ({ repo_id: 0, org_id: org.id })
  return {
    list: ({ query }, { org }) => calls.list(scopeOf(org), query),
    get: ({ params }, { org }) => calls.get(scopeOf(org), params.address),
    create: ({ body }, { org }) => calls.create(scopeOf(org), body),
    update: ({ params, body }, { org }) => calls.update(scopeOf(org), params.address, body),
    remove: ({ params }, { org }) => calls.remove(scopeOf(org), params.address),
  }
}

export function globalRegistryHandlers(store: RegistryStore): Handlers<typeof globalRegistryRoutes> {
  const calls = inScope(store, {
    what: 'global registry',
    refusedCreate: 400,
    refusedUpdate: 400,
    canMove: true,
  })
  const everybody: Scope = { repo_id: 0, org_id: 0 }
  return {
    list: ({ query }) => calls.list(everybody, query),
    get: ({ params }) => calls.get(everybody, params.address),
    create: ({ body }) => calls.create(everybody, body),
    update: ({ params, body }) => calls.update(everybody, params.address, body),
    remove: ({ params }) => calls.remove(everybody, params.address),
  }
}
