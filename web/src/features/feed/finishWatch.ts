import { isActive } from '@yaffle/contract/statuses'

/** What must be known of a pipeline to tell when it finishes. */
export interface Watched {
  repo_id: number
  number: number
  status: string
  author: string
  /** Unknown in the feed. */
  sender?: string
}

/** Neither going on nor over: it waits for somebody, or to be planned. */
const isUndecided = (status: string) => status === 'blocked' || status === 'created' || status === ''

/**
 * Tells each pipeline of one person's once, when it finishes. Hand it whatever is known, as often as it changes; what
 * was over when first seen is no news. Pure but for its memory.
 */
export function createFinishWatch(login: string) {
  const going = new Set<string>()
  const keyOf = ({ repo_id, number }: Watched) => `${repo_id}/${number}`

  return <Item extends Watched>(items: readonly Item[]): Item[] =>
    items.filter((item) => {
      const { status, author, sender } = item
      if (isActive(status)) {
        if (author === login || sender === login) going.add(keyOf(item))
        return false
      }
      return !isUndecided(status) && going.delete(keyOf(item))
    })
}
