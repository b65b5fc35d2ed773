import { approvalModes, type RepoPatch, visibilities } from '@yaffle/contract/repos'
import type * as z from 'zod/mini'

import { badRequest, forbidden } from '../../http/errors.ts'
import type { RepoRecord } from '../../http/mount.ts'

export type Patch = z.output<typeof RepoPatch>

const isOneOf = (words: readonly string[], word: string) => words.includes(word)

/** Stored fields that a patch may change; undefined and null keep the old value. */
const plainFields = [
  'config_file',
  'timeout',
  'require_approval',
  'approval_allowed_users',
  'visibility',
  'allow_pr',
  'allow_deploy',
  'cancel_previous_pipeline_events',
  'netrc_trusted',
  'config_extension_endpoint',
  'config_extension_exclusive',
  'config_extension_netrc',
  'registry_extension_endpoint',
  'registry_extension_netrc',
  'secret_extension_endpoint',
  'secret_extension_netrc',
] as const satisfies readonly (keyof Patch & keyof RepoRecord)[]

/** The repository after the patch. Throws for the first rule of wire 4.4 that is broken; then nothing counts. */
export function patched(repo: RepoRecord, patch: Patch, isAdmin: boolean, maxTimeout: number): RepoRecord {
  if (patch.timeout !== undefined && patch.timeout < 1) throw badRequest('Timeout must be at least 1 minute')
  if (patch.timeout !== undefined && patch.timeout > maxTimeout && !isAdmin)
    throw forbidden(`Timeout is not allowed to be higher than max timeout (${maxTimeout} min)`)
  const trusted = {
    network: patch.trusted?.network ?? repo.trusted.network,
    volumes: patch.trusted?.volumes ?? repo.trusted.volumes,
    security: patch.trusted?.security ?? repo.trusted.security,
  }
  const isTrustChanged = (['network', 'volumes', 'security'] as const).some(
    (key) => trusted[key] !== repo.trusted[key],
  )
  if (isTrustChanged && !isAdmin) throw forbidden('Insufficient privileges')
  if (patch.require_approval !== undefined && !isOneOf(approvalModes, patch.require_approval))
    throw badRequest('Invalid require-approval setting')
  if (patch.visibility !== undefined && !isOneOf(visibilities, patch.visibility))
    throw badRequest('Invalid visibility type')
  for (const key of ['config', 'registry', 'secret'] as const) {
    const endpoint = patch[`${key}_extension_endpoint`]
    if (endpoint && !/^https?:\/\/[^\s]+$/.test(endpoint))
      throw badRequest(`${key}_extension_endpoint: not a URL`)
  }
  const given = plainFields.flatMap((key) => (patch[key] === undefined ? [] : [[key, patch[key]] as const]))
  return { ...repo, trusted, ...Object.fromEntries(given) }
}
