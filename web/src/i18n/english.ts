import en from './en.json' with { type: 'json' }

/** All texts, as people write them; other languages have the same keys. For types and tests: a page loads parts. */
export const english = en
export type Messages = typeof en
