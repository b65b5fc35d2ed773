import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback } from 'react'

/** Its name in the query. */
const parameter: string = 'form'

/**
 * Which form of a screen with a list is open, kept in the address so that going back closes it: '' for the list, else
 * a word such as `new`, or `edit:` and the key of what is edited.
 */
export function useOpenForm() {
  const search: Record<string, unknown> = useSearch({ strict: false })
  const navigate = useNavigate()
  const value = search[parameter]
  const form = typeof value === 'string' ? value : ''

  const open = useCallback(
    (next: string) =>
      navigate({
        to: '.',
        search: (before: Record<string, unknown>) => ({ ...before, [parameter]: next || undefined }),
      }),
    [navigate],
  )
  return {
    form,
    /** The key of what is edited; undefined when something else is open. */
    edited: form.startsWith('edit:') ? form.slice('edit:'.length) : undefined,
    open,
    edit: (key: string | number) => open(`edit:${key}`),
    close: () => open(''),
  }
}
