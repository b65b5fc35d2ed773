/** Rows of this height take the place of their skeletons without a jump. */
export const rowClass =
  'contain-strict flex h-14 items-center gap-3 px-4 text-normal transition-colors hover:bg-hover focus-visible:-outline-offset-2'
