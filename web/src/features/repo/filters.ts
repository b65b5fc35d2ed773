import { events, statuses } from '@yaffle/contract/statuses'

import type { PipelineFilters } from '../../api/pipelines.ts'

/** What can be chosen; two of the wire's statuses never stay or never come. */
export const filterStatuses = statuses.filter((status) => status !== 'created' && status !== 'started')
export const filterEvents = events

const isOneOf = (values: readonly string[], value: unknown): value is string =>
  typeof value === 'string' && values.includes(value)

/** The filters in an address's query. What the server would refuse is left out: addresses are typed by people. */
export function filtersIn(search: Record<string, unknown>): PipelineFilters {
  const { status, event, branch } = search
  return {
    ...(isOneOf(filterStatuses, status) && { status }),
    ...(isOneOf(filterEvents, event) && { event }),
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
