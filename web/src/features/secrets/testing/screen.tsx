import { screen, within } from '@testing-library/react'
import { globalSecretRoutes, orgSecretRoutes, repoSecretRoutes } from '@yaffle/contract/secrets'

import type { Place } from '../../../domain/useLevels.ts'
import { patterns } from '../../../paths.ts'
import { reply } from '../../../testing/fakeApi.ts'
import { aSecret } from '../../../testing/fixtures.ts'
import { renderScreen } from '../../../testing/render.tsx'
import { toasts } from '../../../ui/toasts.ts'
import { SecretsScreen } from '../SecretsScreen.tsx'

/** The secrets of repository 1 on their screen, for the tests of its list and of its forms. */

const place: Place = {
  scope: { level: 'repo', repoId: 1 },
  inherited: [{ level: 'org', orgId: 3 }, { level: 'global' }],
  name: 'acme/api',
}
export const own = (...names: string[]) =>
  reply(repoSecretRoutes.list, () => names.map((name) => aSecret({ name })))
export const ofOrg = (...names: string[]) =>
  reply(orgSecretRoutes.list, () => names.map((name) => aSecret({ name, repo_id: 0, org_id: 3 })))
export const ofServer = (...names: string[]) =>
  reply(globalSecretRoutes.list, () => names.map((name) => aSecret({ name, repo_id: 0 })))
export const nobodyElse = [ofOrg(), ofServer()]

export const show = (search = '') =>
  renderScreen(<SecretsScreen place={place} title="acme/api" />, patterns.repoSettingsPage, {
    at: `/repos/1/settings/secrets${search}`,
  })
export const rows = async () => {
  const list = await screen.findByRole('list', { name: 'Secrets' })
  return within(list).getAllByRole('listitem')
}
export const row = async (name: string, index = 0) => {
  const found = (await rows()).filter((item) => item.textContent.startsWith(name))[index]
  if (!found) throw new Error(`No row for ${name}`)
  return within(found)
}
export const field = (name: RegExp) => screen.findByRole('textbox', { name })
export const titles = () => toasts.list().map(({ title }) => title)
