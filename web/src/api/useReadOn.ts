import { useEffect } from 'react'

interface Pages {
  data: unknown
  hasNextPage: boolean
  isFetching: boolean
  isError: boolean
  fetchNextPage: (options: { cancelRefetch: boolean }) => Promise<unknown>
}

/** Reads a list to its end, page after page, as long as somebody wants it; a page that fails stops it. */
export function useReadOn(pages: Pages, isWanted: boolean) {
  const { data, hasNextPage, isFetching, isError, fetchNextPage } = pages
  // Named by what is known: an answer may come before anybody has seen that it was asked for.
  const isShortAfter = isWanted && hasNextPage && !isFetching && !isError ? data : undefined
  useEffect(() => {
    // Another part of the page may have asked at this very moment: its question is not asked anew.
    if (isShortAfter) void fetchNextPage({ cancelRefetch: false })
  }, [isShortAfter, fetchNextPage])
}
