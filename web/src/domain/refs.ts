import type { Pipeline } from '@yaffle/contract/pipelines'

type Ref = Pick<Pipeline, 'event' | 'ref' | 'branch'>

const isPullRequest = (event: string) => event.startsWith('pull_request')

/** The number of a pull request in any forge's notation of its ref; '' when there is none. */
export const pullRequestOf = (ref: string): string =>
  ref
    .replace(/^refs\/(?:pull|merge-requests|pull-requests)\//, '')
    .replace(/\/(?:merge|head|from)$/, '')
    .replace(/^refs\/.*$/, '')

const withoutPrefix = (ref: string) => ref.replace(/^refs\/(?:heads|tags)\//, '')

/** What a pipeline ran for, in short: a branch, a tag, or `#5`. */
export function refLabel({ event, ref, branch }: Ref): string {
  if (isPullRequest(event)) {
    const number = pullRequestOf(ref)
    return number ? `#${number}` : branch
  }
  if (event === 'tag' || event === 'release' || event === 'cron') return withoutPrefix(ref) || branch
  return branch || withoutPrefix(ref)
}

/** The branch whose page tells more about such a pipeline; undefined where there is none. */
export const branchOf = ({ event, branch }: Ref): string | undefined =>
  event === 'push' || event === 'manual' || event === 'deployment' || event === 'cron'
    ? branch || undefined
    : undefined

/** A commit's short name. */
export const shortCommit = (commit: string): string => commit.slice(0, 10)
