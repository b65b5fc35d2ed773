import { createLocalStore } from '../forge/local/local.store.ts'
import { setMember } from '../forge/local/manageAccounts.ts'
import type { Command } from './command.ts'
import { checkAgain } from './permissions.ts'

export const setOrgMember: Command = ({ db, clock }, [org = '', login = '', level = '']) => {
  setMember({ db, clock }, org, login, level)
  checkAgain(db, login)
}

export const listOrgs: Command = ({ db, print }) => {
  for (const name of createLocalStore(db).accounts.orgs()) print(name)
}
