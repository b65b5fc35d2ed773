import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'

import { everyPage } from './everyPage.ts'
import { live } from './live.ts'
import { keyOfScope, type Scope } from './scope.ts'

interface Calls<Item, Input, Change> {
  list: (scope: Scope, page: string, signal: AbortSignal) => Promise<Item[]>
  create: (scope: Scope, input: Input) => Promise<Item>
  update: (scope: Scope, change: Change) => Promise<Item>
  remove: (scope: Scope, key: string) => Promise<void>
}

/** The screen says itself what was refused; a value is not kept in the cache of mutations once they are done. */
const options = { meta: { quiet: true }, gcTime: 0 } as const

/** What each level has of its own, never what it inherits, and what changes it. */
export function leveled<Item, Input, Change>(resource: string, calls: Calls<Item, Input, Change>) {
  const of = (scope: Scope) =>
    queryOptions({
      queryKey: [resource, ...keyOfScope(scope)],
      queryFn: ({ signal }) => everyPage((page) => calls.list(scope, page, signal)),
      ...live,
      // A level that the caller may not read is an ordinary state of the screen.
      meta: { ...live.meta, quiet: true },
    })

  function useReread(scope: Scope) {
    const queryClient = useQueryClient()
    return () => queryClient.invalidateQueries({ queryKey: of(scope).queryKey })
  }
  function useCreate(scope: Scope) {
    const onSettled = useReread(scope)
    return useMutation({ mutationFn: (input: Input) => calls.create(scope, input), onSettled, ...options })
  }
  function useUpdate(scope: Scope) {
    const onSettled = useReread(scope)
    return useMutation({ mutationFn: (change: Change) => calls.update(scope, change), onSettled, ...options })
  }
  function useRemove(scope: Scope) {
    const onSettled = useReread(scope)
    return useMutation({ mutationFn: (key: string) => calls.remove(scope, key), onSettled, ...options })
  }
  return { of, useCreate, useUpdate, useRemove }
}
