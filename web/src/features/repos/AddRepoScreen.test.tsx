import { screen, waitFor, within } from '@testing-library/react'
import { repoRoutes } from '@yaffle/contract/repos'
import { afterEach, describe, expect, it, vi } from 'vitest'

import { patterns } from '../../paths.ts'
import { failure, fakeApi, never, reply } from '../../testing/fakeApi.ts'
import { aRepo, aRepoRow } from '../../testing/fixtures.ts'
import { harmOn, makeHostile, payloads } from '../../testing/hostile.ts'
import { renderScreen } from '../../testing/render.tsx'
import { toasts } from '../../ui/toasts.ts'
import { AddRepoScreen } from './AddRepoScreen.tsx'

afterEach(() => {
  for (const { id } of toasts.list()) toasts.dismiss(id)
  vi.unstubAllGlobals()
})

const known = (name: string, fields: Parameters<typeof aRepoRow>[0] = {}) =>
  aRepoRow({ id: 0, forge_remote_id: `r-${name}`, name, full_name: `acme/${name}`, active: false, ...fields })
const forgeHas = (...repos: ReturnType<typeof known>[]) =>
  reply(repoRoutes.mine, ({ query }) => (query.all ? repos : failure(500, 'asked for the wrong list')))
const show = () => renderScreen(<AddRepoScreen />, patterns.addRepo)
const row = async (name: string) => {
  const list = await screen.findByRole('list', { name: 'Add repository' })
  const found = within(list)
    .getAllByRole('listitem')
    .find((item) => item.textContent.startsWith(`acme/${name}`))
  if (!found) throw new Error(`No row for ${name}`)
  return within(found)
}

describe('AddRepoScreen', () => {
  it('enables a repository and goes there', async () => {
    const enabled: (string | undefined)[] = []
    fakeApi(
      forgeHas(known('new')),
      reply(repoRoutes.activate, ({ query }) => {
        enabled.push(query.forge_remote_id)
        return aRepo({ id: 12, full_name: 'acme/new' })
      }),
    )
    const { user, address } = show()
    await user.click((await row('new')).getByRole('button', { name: 'Enable acme/new' }))
    await waitFor(() => expect(address()).toBe('/repos/12'))
    expect(enabled).toEqual(['r-new'])
    expect(toasts.list().map(({ title }) => title)).toEqual(['acme/new is enabled'])
  })

  it('says on its row why the server refused, and works again', async () => {
    let isRefused = true
    fakeApi(
      forgeHas(known('new'), known('other')),
      reply(repoRoutes.activate, () =>
        isRefused ? failure(403, 'User has to be a admin of this repository') : aRepo({ id: 12 }),
      ),
    )
    const { user, address } = show()
    const enable = (await row('new')).getByRole('button', { name: 'Enable acme/new' })
    await user.click(enable)
    expect((await (await row('new')).findByRole('alert')).textContent).toContain('has to be a admin')
    expect((await row('other')).queryByRole('alert')).toBeNull()
    isRefused = false
    await user.click(enable)
    await waitFor(() => expect(address()).toBe('/repos/12'))
  })

  it('shows progress on the row that is being enabled only, and does not enable twice', async () => {
    let count = 0
    fakeApi(
      forgeHas(known('new'), known('other')),
      reply(repoRoutes.activate, () => {
        count += 1
        return never()
      }),
    )
    const { user } = show()
    const enable = (await row('new')).getByRole('button', { name: /^Enable/ })
    await user.dblClick(enable)
    await waitFor(() => expect(enable.getAttribute('aria-busy')).toBe('true'))
    expect(count).toBe(1)
    expect((await row('other')).getByRole('button').getAttribute('aria-busy')).toBeNull()
  })

  it('tells apart what is enabled, disabled, in conflict and gone', async () => {
    fakeApi(
      forgeHas(
        known('a', { id: 1, active: true }),
        known('b', { id: 2 }),
        known('c', { id: 3, has_forge_name_conflict: true }),
        known('d', { id: 4, has_no_forge_repo: true }),
      ),
    )
    show()
    const a = await row('a')
    expect(a.getByText('Already enabled')).toBeDefined()
    expect(a.getByRole('link').getAttribute('href')).toBe('/repos/1')
    expect(a.queryByRole('button')).toBeNull()
    const b = await row('b')
    expect(b.getByText('Disabled')).toBeDefined()
    expect(b.getByRole('button', { name: 'Enable acme/b' })).toBeDefined()
    const c = await row('c')
    expect(c.getByText('Name conflict')).toBeDefined()
    expect(c.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
      '/repos/3',
      '/repos/3/settings/actions',
    ])
    expect(c.getByRole('link', { name: 'Repair or delete: acme/c' })).toBeDefined()
    expect(c.queryByRole('button')).toBeNull()
    expect((await row('d')).getByText('No longer on the forge')).toBeDefined()
  })

  it('says that the forge is asked, since that takes its time', async () => {
    fakeApi(reply(repoRoutes.mine, never))
    show()
    await screen.findByText('Asking the forge for your repositories…')
  })

  it('offers another try when the forge fails', async () => {
    let isDown = true
    fakeApi(reply(repoRoutes.mine, () => (isDown ? failure(500, 'forge is away') : [known('new')])))
    const { user } = show()
    await screen.findByText(/forge is away/)
    isDown = false
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect((await row('new')).getByRole('button')).toBeDefined()
  })

  it('leads back to the repositories', async () => {
    fakeApi(reply(repoRoutes.mine, never))
    const { user, address } = show()
    const heading = await screen.findByRole('heading', { level: 1, name: /Add repository$/ })
    await user.click(within(heading).getByRole('link', { name: 'Repositories' }))
    await waitFor(() => expect(address()).toBe('/repos'))
  })

  it('explains an empty list', async () => {
    fakeApi(forgeHas())
    show()
    await screen.findByText('No repositories to add')
  })

  it.each(payloads.map((_, seed) => [seed]))('shows hostile texts as text, round %i', async (seed) => {
    fakeApi(reply(repoRoutes.mine, () => [makeHostile(known('x', { id: 5 }), seed)]))
    const { page } = show()
    await screen.findByRole('list', { name: 'Add repository' })
    expect(harmOn(page)).toEqual([])
  })
})
