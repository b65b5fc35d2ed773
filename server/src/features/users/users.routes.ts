import type { userRoutes } from '@yaffle/contract/users'

import type { Handlers } from '../../http/mount.ts'
import { signToken } from '../../http/tokens.ts'
import type { UserStore } from '../../http/users.store.ts'

export const userHandlers = (users: UserStore): Handlers<typeof userRoutes> => ({
  me: (_input, { user }) => user,

  token: (_input, { user }) => signToken('user', user.id, user.hash),

  resetToken(_input, { user }) {
    const renewed = users.renewHash(user.id)
    if (!renewed) throw new Error('The user is gone')
    return signToken('user', renewed.id, renewed.hash)
  },
})
