import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback } from 'react'

/** A text of the address's query: '' when absent. Setting it replaces the entry in the history; '' takes it out. */
export function useSearchParam(name: string): [string, (value: string) => void] {
  const search: Record<string, unknown> = useSearch({ strict: false })
  const navigate = useNavigate()
  const value = search[name]

  const set = useCallback(
    (next: string) => {
      void navigate({
        to: '.',
        search: (before: Record<string, unknown>) => ({ ...before, [name]: next || undefined }),
        hash: true,
        replace: true,
        resetScroll: false,
      })
    },
    [navigate, name],
  )
  return [typeof value === 'string' ? value : '', set]
}
