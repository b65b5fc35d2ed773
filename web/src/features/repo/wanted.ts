import type { Pipeline } from '@yaffle/contract/pipelines'

/** What the server cannot filter by; found among what it lists. '' for any. */
export interface Wanted {
  author: string
  q: string
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value.trim() : '')

/** What an address's query wants, typed by people. */
export const wantedIn = ({ author, q }: Record<string, unknown>): Wanted => ({
  author: textOf(author),
  q: textOf(q),
})

export const wantsAll = ({ author, q }: Wanted): boolean => author === '' && q === ''

/** Whether the author has these letters in the name, and every word of the text is found in what a row says. */
export function isWanted(pipeline: Pipeline, { author, q }: Wanted): boolean {
  const small = author.toLowerCase()
  if (![pipeline.author, pipeline.sender].some((name) => name.toLowerCase().includes(small))) return false
  const { number, message, title, branch, ref, commit } = pipeline
  const said = [`#${number}`, message, title, branch, ref, commit].join('\n').toLowerCase()
  return q
    .toLowerCase()
    .split(/\s+/)
    .every((word) => said.includes(word))
}
