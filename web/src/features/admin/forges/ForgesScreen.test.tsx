import { screen, waitFor, within } from '@testing-library/react'
import { forgeRoutes } from '@yaffle/contract/forges'
import { afterEach, describe, expect, it, vi } from 'vitest'

import { config } from '../../../config.ts'
import { patterns } from '../../../paths.ts'
import { failure, fakeApi, reply } from '../../../testing/fakeApi.ts'
import { aForge } from '../../../testing/fixtures.ts'
import { renderScreen } from '../../../testing/render.tsx'
import { toasts } from '../../../ui/toasts.ts'
import { ForgesScreen } from './ForgesScreen.tsx'

afterEach(() => {
  for (const { id } of toasts.list()) toasts.dismiss(id)
  config.rootPath = ''
  vi.unstubAllGlobals()
})

const local = aForge({ id: 1, type: 'addon', url: 'http://ci.test' })
const gitea = aForge({ id: 2, type: 'gitea', url: 'https://git.test', client: 'abc' })

describe('the list of forges', () => {
  const show = () => renderScreen(<ForgesScreen />, patterns.adminPage, { at: '/admin/forges' })

  it('says where each is and of what kind, and deletes all but the one of the server', async () => {
    fakeApi(reply(forgeRoutes.list, () => [local, { ...gitea, skip_verify: true }]))
    show()
    const rows = within(await screen.findByRole('list', { name: 'Forges' })).getAllByRole('listitem')
    expect(rows.map((row) => row.textContent)).toEqual([
      'This serverBuilt in',
      'git.testCertificate not checkedGitea',
    ])
    expect(
      screen.getAllByRole('button', { name: /^Delete/ }).map((button) => button.getAttribute('aria-label')),
    ).toEqual(['Delete git.test'])
  })

  it('deletes one only after its name was typed, and says why the server refuses', async () => {
    let list = [local, gitea]
    let isUsed = true
    fakeApi(
      reply(forgeRoutes.list, () => list),
      reply(forgeRoutes.remove, () => {
        if (isUsed) return failure(409, 'The forge has users or repositories; remove them first')
        list = [local]
        return undefined
      }),
    )
    const { user } = show()
    await user.click(await screen.findByRole('button', { name: 'Delete git.test' }))
    const dialog = await screen.findByRole('dialog', { name: 'Delete the forge git.test?' })
    const button = within(dialog).getByRole('button', { name: 'Delete' })
    expect(button.getAttribute('aria-disabled')).toBe('true')
    await user.type(within(dialog).getByRole('textbox', { name: 'Type git.test to confirm' }), 'git.test')
    await user.click(button)
    expect((await within(dialog).findByRole('alert')).textContent).toContain('remove them first')
    isUsed = false
    await user.click(button)
    await waitFor(() => expect(screen.queryByText('git.test')).toBeNull())
    expect(toasts.list()).toMatchObject([{ title: 'The forge git.test was deleted' }])
  })

  it('comes by age or by address, and leads to each forge and to a new one', async () => {
    fakeApi(
      reply(forgeRoutes.list, () => [
        { ...gitea, id: 2, url: 'https://z.test' },
        { ...gitea, id: 3, type: 'gitlab', url: 'http://a.test' },
      ]),
    )
    const { user } = show()
    const order = async () =>
      within(await screen.findByRole('list', { name: 'Forges' }))
        .getAllByRole('listitem')
        .map((row) => row.textContent[0])
    expect(await order()).toEqual(['z', 'a'])
    await user.selectOptions(screen.getByRole('combobox', { name: 'Sort by' }), 'Address')
    await waitFor(async () => expect(await order()).toEqual(['a', 'z']))
    expect(screen.getByRole('link', { name: 'z.test' }).getAttribute('href')).toBe('/admin/forges/2')
    expect(screen.getByRole('link', { name: 'Add forge' }).getAttribute('href')).toBe('/admin/forges/create')
    await user.type(screen.getByRole('textbox', { name: 'Search' }), 'gitlab')
    await screen.findByText('1 of 2')
  })

  it('teaches what to do without any, and offers another try after a failure', async () => {
    let isDown = true
    fakeApi(reply(forgeRoutes.list, () => (isDown ? failure(500, 'no') : [])))
    const { user } = show()
    await user.click(await screen.findByRole('button', { name: 'Try again' }, { timeout: 10_000 }))
    isDown = false
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByText('No forges yet')).toBeTruthy()
    expect(screen.getAllByRole('link', { name: 'Add forge' })).not.toEqual([])
  })
})
