import { queryOptions } from '@tanstack/react-query'
import * as z from 'zod/mini'

import { config } from '../config.ts'

/** What is published: the newest release, release candidate and build of the main branch. */
const PublishedVersions = z.object({ latest: z.string(), rc: z.string(), next: z.string() })
export type PublishedVersions = z.output<typeof PublishedVersions>

/** Only admins can act on an update; a server built by hand has nothing to compare. */
const isChecked =
  config.user?.admin === true &&
  !config.skipVersionCheck &&
  config.version !== 'dev' &&
  config.versionUrl !== ''

/** The public document, of another origin: it gets neither cookies nor where it was asked from. Read once per page. */
export const publishedVersions = queryOptions({
  queryKey: ['published-versions'],
  queryFn: async ({ signal }) => {
    const response = await fetch(config.versionUrl, {
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
      signal,
    })
    try {
      return PublishedVersions.parse(await response.json())
    } catch (cause) {
      if (!signal.aborted) reportError(new Error(`No published versions at ${config.versionUrl}`, { cause }))
      throw cause
    }
  },
  enabled: isChecked,
  staleTime: Infinity,
  retry: false,
  // Not knowing of an update is nobody's problem. The browser's log has the reason: a failed call is put there by the
  // browser, a document of no use by the call above.
  meta: { quiet: true },
})
