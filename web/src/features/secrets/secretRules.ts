import { SecretInput } from '@yaffle/contract/secrets'
import { PipelineEvent } from '@yaffle/contract/statuses'
import * as z from 'zod/mini'

import { says } from '../../domain/formTexts.ts'

/** `[host[:port]/][path/]name[:tag][@sha256:…]` (wire 4.10) */
const imageReference = /^(?:[\w.-]+(?::\d+)?\/)?(?:[\w.-]+\/)*[\w.-]+(?::[\w.-]+)?(?:@sha256:[\da-f]{64})?$/i

interface Known {
  /** It is there already, so that an empty value keeps the stored one and the name is fixed. */
  isStored: boolean
  /** Names of this level. */
  taken: ReadonlySet<string>
}

/** The contract's secret with the rules that the server has for it. */
export const secretRules = ({ isStored, taken }: Known) =>
  z.extend(SecretInput, {
    name: z.string().check(
      z.refine((name) => name.trim() !== '', says('required')),
      // Browsers resolve these two away in an address, so that the secret could never be changed again.
      z.refine((name) => !/^\s*\.\.?\s*$/.test(name), says('notName')),
      z.refine((name) => isStored || !taken.has(name.trim()), says('taken')),
    ),
    value: z.string().check(z.refine((value) => isStored || value !== '', says('required'))),
    images: z.array(z.string().check(z.regex(imageReference, says('notImage')))),
    events: z.array(PipelineEvent).check(z.minLength(1, says('noEvent'))),
  })

/** Pull requests are written by people who may not read the secrets of a repository. */
export const isForPullRequests = (events: readonly string[]) =>
  events.some((event) => event.startsWith('pull_request'))
