import { toForgeUser } from '../forge/local/directory.ts'
import { createLocalStore } from '../forge/local/local.store.ts'
import {
  accountOf,
  createAccount,
  refuseLogin,
  removeAccount,
  setPassword,
} from '../forge/local/manageAccounts.ts'
import { signToken } from '../http/tokens.ts'
import { createUserStore, localForgeId } from '../http/users.store.ts'
import type { Command } from './command.ts'

export const addUser: Command = async ({ db, clock, flags, password, print }, [login = '']) => {
  // Before anybody types a password for nothing.
  refuseLogin(db, login)
  const email = flags.get('--email')
  const account = { login, admin: flags.has('--admin'), ...(email !== undefined && { email }) }
  print((await createAccount({ db, clock }, { ...account, password: await password() })).login)
}

export const setUserPassword: Command = async ({ db, clock, password }, [login = '']) => {
  accountOf(db, login)
  await setPassword({ db, clock }, login, await password())
}

export const listUsers: Command = ({ db, print }) => {
  for (const { login, email, admin } of createLocalStore(db).accounts.list())
    print([login, admin && 'admin', email].filter(Boolean).join('\t'))
}

export const removeUser: Command = ({ db, clock }, [login = '']) => {
  const users = createUserStore(db)
  removeAccount({ db, clock }, login, (remoteId) => {
    const user = users.find(localForgeId, { remoteId, login })
    if (user) users.renewHash(user.id)
  })
}

/** The token of `POST /api/user/token`. Who has never signed in becomes a user by it, by the rules of signing in. */
export const printToken: Command = ({ db, clock, admins, print }, [login = '']) => {
  const forgeUser = toForgeUser(accountOf(db, login))
  const users = createUserStore(db)
  const now = Math.floor(clock() / 1000)
  const user =
    users.find(localForgeId, forgeUser) ?? users.signIn({ forgeId: localForgeId, forgeUser, admins, now })
  print(signToken('user', user.id, user.hash))
}
