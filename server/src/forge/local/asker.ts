import { type Ctx, ForgeError } from '../driver.ts'
import { permOf } from './access.ts'
import type { Account } from './accounts.store.ts'
import type { LocalStore } from './local.store.ts'
import type { LocalRepo } from './localRepos.store.ts'

/** The token of a local account only names it; it is made in this process and never leaves it. */
const prefix = 'local:'
export const tokenOf = (remoteId: string) => `${prefix}${remoteId}`

/** Throws `reauth_required` for an account that is no more. */
export async function askerOf(store: LocalStore, ctx: Ctx): Promise<Account> {
  const token = await ctx.token.get()
  const account = token.startsWith(prefix)
    ? store.accounts.byId(Number(token.slice(prefix.length)))
    : undefined
  if (!account) throw new ForgeError('reauth_required', 'The account is no more')
  return account
}

/** Throws `not_found` also for what the asker may not see. */
export async function visibleRepo(
  store: LocalStore,
  ctx: Ctx,
  find: (accountId: number) => LocalRepo | undefined,
): Promise<{ repo: LocalRepo; account: Account }> {
  const account = await askerOf(store, ctx)
  const repo = find(account.id)
  if (!repo || !permOf(account, repo).pull) throw new ForgeError('not_found', 'There is no such repository')
  return { repo, account }
}
