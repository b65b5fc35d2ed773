import { screen, within } from '@testing-library/react'
import { forgeRoutes } from '@yaffle/contract/forges'
import { type User, userRoutes } from '@yaffle/contract/users'

import { patterns } from '../../../../paths.ts'
import { reply } from '../../../../testing/fakeApi.ts'
import { aForge, aUser } from '../../../../testing/fixtures.ts'
import { renderScreen } from '../../../../testing/render.tsx'
import { UsersScreen } from '../UsersScreen.tsx'

/** The users on their screen, for the tests of the list and of the form. */

export const me = aUser({ id: 7, login: 'ana', admin: true, admin_env: true })
export const bert = aUser({
  id: 8,
  forge_id: 2,
  forge_remote_id: '88',
  login: 'bert',
  email: 'bert@mail.test',
})
export const oneForge = reply(forgeRoutes.list, () => [aForge()])
export const twoForges = reply(forgeRoutes.list, () => [
  aForge({ type: 'addon' }),
  aForge({ id: 2, type: 'gitea', url: 'https://git.test' }),
])
export const list = (...users: User[]) => reply(userRoutes.list, () => users)

export const show = (at = '/admin/users') => renderScreen(<UsersScreen />, patterns.adminPage, { at })
export const rows = async () =>
  within(await screen.findByRole('list', { name: 'Users' })).getAllByRole('listitem')
