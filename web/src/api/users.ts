import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { type User, type UserInput, userRoutes } from '@yaffle/contract/users'

import { ApiError, call } from './call.ts'
import { everyPage } from './everyPage.ts'

/** Everybody who may sign in, of all forges, by login. */
export const users = queryOptions({
  queryKey: ['users'],
  queryFn: ({ signal }) => everyPage((page) => call(userRoutes.list, { query: { page } }, signal)),
  staleTime: 30_000,
})

const quiet = { meta: { quiet: true } } as const

/** Never makes an administrator: the server takes `admin` from `useUpdateUser` only. */
export function useCreateUser() {
  const reread = useReread()
  return useMutation({
    mutationFn: (body: UserInput) => call(userRoutes.create, { body }),
    onSettled: reread,
    ...quiet,
  })
}

/** Overwrites everything of the user, so that all of it must be given. */
export function useUpdateUser() {
  const reread = useReread()
  return useMutation({ mutationFn: update, onSettled: reread, ...quiet })
}

async function update({ login, forge_id, forge_remote_id, email, avatar_url, admin }: User): Promise<User> {
  const user = await call(userRoutes.update, {
    params: { login },
    query: { forge_id: String(forge_id || 1) },
    body: { login, forge_id, forge_remote_id, email, avatar_url, admin },
  })
  // Servers answer so when the forge knows the person by another id: nothing was changed (wire 8.1.19).
  if (user.id === 0) throw new ApiError(404, 'Not Found')
  return user
}

export function useRemoveUser() {
  const reread = useReread()
  return useMutation({
    mutationFn: ({ login, forge_id }: Pick<User, 'login' | 'forge_id'>) =>
      call(userRoutes.remove, { params: { login }, query: { forge_id: String(forge_id || 1) } }),
    onSettled: reread,
    ...quiet,
  })
}

function useReread() {
  const queryClient = useQueryClient()
  return () => queryClient.invalidateQueries({ queryKey: users.queryKey })
}
