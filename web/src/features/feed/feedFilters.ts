import type { Feed } from '@yaffle/contract/feed'

import { filterEvents, filterStatuses, wordIn } from '../../domain/pipelineFilters.ts'

/** What narrows the feed down; '' for anything. The server has no filters for it: it is short, and whole. */
export interface FeedFilters {
  status: string
  event: string
  /** A part of the branch's name. */
  branch: string
  /** A part of the author's name. */
  author: string
  /** Words that are all in what a row says, its author included. */
  text: string
}

/** Their names in an address, on whichever page one is. */
export const feedParams = {
  status: 'feedStatus',
  event: 'feedEvent',
  branch: 'feedBranch',
  author: 'feedAuthor',
  text: 'feedText',
} as const satisfies Record<keyof FeedFilters, string>

/** The filters in an address's query, which is typed by people. */
export function feedFiltersIn(search: Record<string, unknown>): FeedFilters {
  const textIn = (value: unknown) => (typeof value === 'string' ? value.trim() : '')
  return {
    status: wordIn(filterStatuses, search[feedParams.status]),
    event: wordIn(filterEvents, search[feedParams.event]),
    branch: textIn(search[feedParams.branch]),
    author: textIn(search[feedParams.author]),
    text: textIn(search[feedParams.text]),
  }
}

export const isFiltering = (filters: FeedFilters): boolean =>
  Object.values(filters).some((filter) => filter !== '')

const hasPart = (text: string, part: string) => text.toLowerCase().includes(part.toLowerCase())

/** The rows that all filters let through. */
export function filterFeed(items: readonly Feed[], filters: FeedFilters): readonly Feed[] {
  if (!isFiltering(filters)) return items
  const words = filters.text.toLowerCase().split(/\s+/)
  return items.filter((item) => {
    if (filters.status !== '' && item.status !== filters.status) return false
    if (filters.event !== '' && item.event !== filters.event) return false
    const { full_name, number, message, title, branch, ref, author, commit } = item
    if (!hasPart(branch, filters.branch) || !hasPart(author, filters.author)) return false
    const said = [full_name, `#${number}`, message, title, branch, ref, author, commit]
      .join('\n')
      .toLowerCase()
    return words.every((word) => said.includes(word))
  })
}
