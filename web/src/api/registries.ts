import {
  globalRegistryRoutes,
  orgRegistryRoutes,
  type Registry,
  type RegistryInput,
  repoRegistryRoutes,
} from '@yaffle/contract/registries'

import { call } from './call.ts'
import { leveled } from './leveled.ts'
import { inScope } from './scope.ts'

const registries = leveled<Registry, RegistryInput, { address: string; input: RegistryInput }>('registries', {
  list: (scope, page, signal) =>
    inScope(scope, {
      repo: (params) => call(repoRegistryRoutes.list, { params, query: { page } }, signal),
      org: (params) => call(orgRegistryRoutes.list, { params, query: { page } }, signal),
      global: () => call(globalRegistryRoutes.list, { query: { page } }, signal),
    }),
  create: (scope, body) =>
    inScope(scope, {
      repo: (params) => call(repoRegistryRoutes.create, { params, body }),
      org: (params) => call(orgRegistryRoutes.create, { params, body }),
      global: () => call(globalRegistryRoutes.create, { body }),
    }),
  update: (scope, { address, input: body }) =>
    inScope(scope, {
      repo: (params) => call(repoRegistryRoutes.update, { params: { ...params, address }, body }),
      org: (params) => call(orgRegistryRoutes.update, { params: { ...params, address }, body }),
      global: () => call(globalRegistryRoutes.update, { params: { address }, body }),
    }),
  remove: (scope, address) =>
    inScope(scope, {
      repo: (params) => call(repoRegistryRoutes.remove, { params: { ...params, address } }),
      org: (params) => call(orgRegistryRoutes.remove, { params: { ...params, address } }),
      global: () => call(globalRegistryRoutes.remove, { params: { address } }),
    }),
})

/** The global level also has what the operator configured, read-only. */
export const registriesOf = registries.of
export const useCreateRegistry = registries.useCreate
/** Empty texts keep what is stored. */
export const useUpdateRegistry = registries.useUpdate
export const useRemoveRegistry = registries.useRemove
