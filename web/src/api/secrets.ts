import {
  globalSecretRoutes,
  orgSecretRoutes,
  repoSecretRoutes,
  type Secret,
  type SecretInput,
  type SecretPatch,
} from '@yaffle/contract/secrets'

import { call } from './call.ts'
import { leveled } from './leveled.ts'
import { inScope } from './scope.ts'

const secrets = leveled<Secret, SecretInput, { name: string; patch: SecretPatch }>('secrets', {
  list: (scope, page, signal) =>
    inScope(scope, {
      repo: (params) => call(repoSecretRoutes.list, { params, query: { page } }, signal),
      org: (params) => call(orgSecretRoutes.list, { params, query: { page } }, signal),
      global: () => call(globalSecretRoutes.list, { query: { page } }, signal),
    }),
  create: (scope, body) =>
    inScope(scope, {
      repo: (params) => call(repoSecretRoutes.create, { params, body }),
      org: (params) => call(orgSecretRoutes.create, { params, body }),
      global: () => call(globalSecretRoutes.create, { body }),
    }),
  update: (scope, { name, patch: body }) =>
    inScope(scope, {
      repo: (params) => call(repoSecretRoutes.update, { params: { ...params, name }, body }),
      org: (params) => call(orgSecretRoutes.update, { params: { ...params, name }, body }),
      global: () => call(globalSecretRoutes.update, { params: { name }, body }),
    }),
  remove: (scope, name) =>
    inScope(scope, {
      repo: (params) => call(repoSecretRoutes.remove, { params: { ...params, name } }),
      org: (params) => call(orgSecretRoutes.remove, { params: { ...params, name } }),
      global: () => call(globalSecretRoutes.remove, { params: { name } }),
    }),
})

export const secretsOf = secrets.of
export const useCreateSecret = secrets.useCreate
export const useUpdateSecret = secrets.useUpdate
export const useRemoveSecret = secrets.useRemove
