import { useNavigate } from '@tanstack/react-router'

import { feedParams } from './feedFilters.ts'

/** Takes all filters of the feed out of the address; the page's own stay. */
export function useClearFilters() {
  const navigate = useNavigate()
  return () => {
    const none = Object.fromEntries(Object.values(feedParams).map((name) => [name, undefined]))
    void navigate({
      to: '.',
      search: (before: Record<string, unknown>) => ({ ...before, ...none }),
      hash: true,
      replace: true,
      resetScroll: false,
    })
  }
}
