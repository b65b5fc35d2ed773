import { events } from '@yaffle/contract/statuses'

import type { PipelineFilters } from '../../api/pages.ts'
import { filterEvents, filterStatuses, wordIn } from '../../domain/pipelineFilters.ts'

/**
 * The filters in an address's query, but for the time, which depends on the clock (`timeChoice.ts`). What the server
 * would refuse is left out: addresses are typed by people.
 */
export function filtersIn(search: Record<string, unknown>): PipelineFilters {
  const { branch } = search
  const status = wordIn(filterStatuses, search['status'])
  const event = wordIn(filterEvents, search['event'])
  return {
    ...(status !== '' && { status }),
    ...(event !== '' && { event }),
    ...(typeof branch === 'string' && branch !== '' && { branch }),
  }
}

/** Everything that runs for a branch itself, as the server's comma list. */
export const branchEvents = events.filter((event) => !event.startsWith('pull_request')).join(',')

/** Everything that runs for pull requests. */
export const pullRequestEvents = events.filter((event) => event.startsWith('pull_request')).join(',')

/**
 * The filter for one pull request. The server looks for a part of the ref, which every forge writes with the number
 * between slashes (`refs/pull/5/head`): without them 5 would also find 15 and 50.
 */
export const refOfPullRequest = (number: string): string => `/${number}/`
