import type { Feed } from '@yaffle/contract/feed'

import { filterEvents, filterStatuses, wordIn } from '../../domain/pipelineFilters.ts'

/** What narrows the feed down; '' for anything. The server has no filters for it: it is short, and whole. */
export interface FeedFilters {
  status: string
  event: string
  /** Words that are all in what a row says, its author included. */
  text: string
}

/** Their names in an address, on whichever page one is. */
export const feedParams = {
  status: 'feedStatus',
  event: 'feedEvent',
  text: 'feedText',
} as const satisfies Record<keyof FeedFilters, string>

/** The filters in an address's query, which is typed by people. */
export function feedFiltersIn(search: Record<string, unknown>): FeedFilters {
  const text = search[feedParams.text]
  return {
    status: wordIn(filterStatuses, search[feedParams.status]),
    event: wordIn(filterEvents, search[feedParams.event]),
    text: typeof text === 'string' ? text.trim() : '',
  }
}

export const isFiltering = ({ status, event, text }: FeedFilters): boolean =>
  `${status}${event}${text}` !== ''

/** The rows that all filters let through. */
export function filterFeed(items: readonly Feed[], filters: FeedFilters): readonly Feed[] {
  if (!isFiltering(filters)) return items
  const words = filters.text.toLowerCase().split(/\s+/)
  return items.filter((item) => {
    if (filters.status !== '' && item.status !== filters.status) return false
    if (filters.event !== '' && item.event !== filters.event) return false
    const { full_name, number, message, title, branch, ref, author, commit } = item
    const said = [full_name, `#${number}`, message, title, branch, ref, author, commit]
      .join('\n')
      .toLowerCase()
    return words.every((word) => said.includes(word))
  })
}
