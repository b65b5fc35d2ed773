export interface Neighbours {
  previous?: number
  next?: number
}

/**
 * The pipelines before and after one. `known` has the newest numbers of the repository, highest first, without those
 * that were deleted; `isWhole` when there are no others. Further back, where numbers may be missing, they are counted.
 */
export function neighboursOf(known: readonly number[], isWhole: boolean, number: number): Neighbours {
  const oldest = known.at(-1)
  if (oldest === undefined) return {}
  const next = number < oldest && !isWhole ? number + 1 : known.findLast((other) => other > number)
  const below = known.find((other) => other < number)
  const previous = below ?? (!isWhole && number > 1 ? number - 1 : undefined)
  return { ...(previous !== undefined && { previous }), ...(next !== undefined && { next }) }
}
