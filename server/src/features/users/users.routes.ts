import type { User, userRoutes } from '@yaffle/contract/users'

import { badRequest, conflict, notFound } from '../../http/errors.ts'
import type { Handlers } from '../../http/mount.ts'
import { signToken } from '../../http/tokens.ts'
import { isNamedAdmin, type UserRecord, type UserStore } from '../../http/users.store.ts'
import type { UserAdminStore } from './users.store.ts'

interface Deps {
  users: UserStore
  admin: UserAdminStore
  /** Logins that become admins by configuration. */
  admins: readonly string[]
  /** Stops what runs in the repositories of an organisation and takes their hooks away. */
  closeOrg(org_id: number, caller: UserRecord): Promise<void>
}

const isLogin = (login: string) => /^[\w.-]{1,250}$/.test(login)

export function userHandlers({ users, admin, admins, closeOrg }: Deps): Handlers<typeof userRoutes> {
  function find(
    login: string,
    query: { forge_id?: number | undefined; forge_remote_id?: string | undefined },
  ): User {
    const forge_id = query.forge_id || 1
    const remote = query.forge_remote_id
    const user =
      remote && remote !== '0' ? admin.byRemoteId(forge_id, remote) : admin.byLogin(forge_id, login)
    if (!user) throw notFound('User')
    return user
  }

  return {
    me: (_input, { user }) => user,

    token: (_input, { user }) => signToken('user', user.id, user.hash),

    resetToken(_input, { user }) {
      const renewed = users.renewHash(user.id)
      if (!renewed) throw new Error('The user is gone')
      return signToken('user', renewed.id, renewed.hash)
    },

    list: ({ query }) =>
      admin
        .list(query.page, query.perPage)
        .map((user) => ({ ...user, admin_env: isNamedAdmin(admins, user.forge_id, user.login) })),

    get: ({ params, query }) => find(params.login, query),

    create({ body }) {
      if (!isLogin(body.login)) throw badRequest('invalid user login')
      const forge_id = Math.max(1, body.forge_id)
      const user = admin.insert({ ...body, forge_id })
      if (!user) throw conflict(`There is a user named "${body.login}" already`)
      return user
    },

    update({ params, query, body }) {
      const forge_id = query.forge_id ?? Math.max(1, body.forge_id)
      const user = find(params.login, { forge_id, forge_remote_id: body.forge_remote_id })
      if (!isLogin(body.login)) throw badRequest('invalid user login')
      const rival = admin.byLogin(user.forge_id, body.login)
      if (rival && rival.id !== user.id) throw conflict(`There is a user named "${body.login}" already`)
      return admin.update(user.id, body)
    },

    async remove({ params, query }, { user: caller }) {
      const user = find(params.login, query)
      await closeOrg(user.org_id, caller)
      admin.remove(user)
    },
  }
}
