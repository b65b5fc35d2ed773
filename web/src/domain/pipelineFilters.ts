import { events, statuses } from '@yaffle/contract/statuses'

/** What pipelines can be narrowed down by; two of the wire's statuses never stay or never come. */
export const filterStatuses = statuses.filter((status) => status !== 'created' && status !== 'started')
export const filterEvents = events

/** For what an address says, which is typed by people: '' for what is no such word. */
export const wordIn = (words: readonly string[], value: unknown): string =>
  typeof value === 'string' && words.includes(value) ? value : ''
