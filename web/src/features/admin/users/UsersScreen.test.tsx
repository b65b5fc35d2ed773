import { screen, waitFor, within } from '@testing-library/react'
import { userRoutes } from '@yaffle/contract/users'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

import { config } from '../../../config.ts'
import { failure, fakeApi, reply } from '../../../testing/fakeApi.ts'
import { aUser } from '../../../testing/fixtures.ts'
import { harmOn, makeHostile, payloads } from '../../../testing/hostile.ts'
import { toasts } from '../../../ui/toasts.ts'
import { bert, list, me, oneForge, rows, show, twoForges } from './testing/screen.tsx'

const before = { ...config }
beforeEach(() => Object.assign(config, { user: me }))
afterEach(() => {
  Object.assign(config, before)
  for (const { id } of toasts.list()) toasts.dismiss(id)
  vi.unstubAllGlobals()
})

describe('the list of users', () => {
  it('says who is an administrator, from where, and why', async () => {
    fakeApi(list(bert, me), twoForges)
    show()
    await waitFor(async () =>
      expect((await rows()).map((row) => row.textContent)).toEqual([
        'aanaYouThis serverAdministrator by configuration',
        'bbertbert@mail.testgit.test',
      ]),
    )
  })

  it('gives way to a form whose heading says what it is for', async () => {
    fakeApi(list(bert, me), twoForges)
    const { unmount } = show('/admin/users?form=new')
    await screen.findByRole('heading', { name: 'Add user' })
    unmount()
    const { user } = show()
    await user.click(await screen.findByRole('button', { name: 'Edit bert' }))
    await screen.findByRole('heading', { name: 'Edit user bert' })
    await user.click(screen.getByRole('button', { name: 'Cancel' }))
    await screen.findByRole('heading', { name: 'Users' })
  })

  it('leaves the forge out while there is only one', async () => {
    fakeApi(list(me), oneForge)
    show()
    expect((await rows()).map((row) => row.textContent)).toEqual(['aanaYouAdministrator by configuration'])
  })

  it('reads all pages, finds by login and address, and sorts', async () => {
    const many = Array.from({ length: 60 }, (_, index) =>
      aUser({ id: 100 + index, login: `user${String(index).padStart(2, '0')}`, admin: index === 59 }),
    )
    fakeApi(
      reply(userRoutes.list, ({ query }) =>
        query.page === 1 ? many.slice(0, 50) : [...many.slice(50), bert],
      ),
      oneForge,
    )
    const { user } = show()
    expect(await screen.findByText('61 entries')).toBeTruthy()
    await user.selectOptions(screen.getByRole('combobox', { name: 'Sort by' }), 'Administrators first')
    await waitFor(async () => expect((await rows())[0]?.textContent).toContain('user59'))
    await user.type(screen.getByRole('textbox', { name: 'Search' }), 'mail.test')
    expect(await screen.findByText('1 of 61')).toBeTruthy()
    expect((await rows()).map((row) => row.textContent)).toEqual(['bbertbert@mail.test'])
  })

  it('deletes somebody of a certain forge, after saying what is lost and asking for the name', async () => {
    const asked: unknown[] = []
    let users = [me, bert]
    fakeApi(
      reply(userRoutes.list, () => users),
      reply(userRoutes.remove, ({ params, query }) => {
        asked.push([params, query.forge_id])
        users = [me]
      }),
      twoForges,
    )
    const { user } = show()
    await user.click(await screen.findByRole('button', { name: 'Delete bert' }))
    const dialog = await screen.findByRole('dialog', { name: 'Delete user bert?' })
    expect(dialog.textContent).toContain('repositories are deleted')
    await user.type(within(dialog).getByRole('textbox'), 'bert')
    await user.click(within(dialog).getByRole('button', { name: 'Delete' }))
    await waitFor(() => expect(screen.queryByText('bert')).toBeNull())
    expect(asked).toEqual([[{ login: 'bert' }, 2]])
  })

  it('comes in any order, and teaches how people come while there is nobody', async () => {
    let users = [me, bert]
    fakeApi(
      reply(userRoutes.list, () => users),
      oneForge,
    )
    const { user, unmount } = show()
    const sort = (by: string) => user.selectOptions(screen.getByRole('combobox', { name: 'Sort by' }), by)
    const first = async () => (await rows())[0]?.textContent
    await waitFor(async () => expect(await first()).toContain('ana'))
    await sort('Name, Z to A')
    await waitFor(async () => expect(await first()).toContain('bert'))
    await sort('Name, A to Z')
    await waitFor(async () => expect(await first()).toContain('ana'))
    await sort('Newest first')
    await waitFor(async () => expect(await first()).toContain('bert'))
    unmount()
    users = []
    const empty = show()
    await screen.findByText('No users yet')
    await empty.user.click(screen.getAllByRole('button', { name: 'Add user' })[0]!)
    expect(empty.address()).toContain('form=new')
  })

  it('says in the dialog why somebody could not be deleted', async () => {
    fakeApi(
      list(me, bert),
      oneForge,
      reply(userRoutes.remove, () => failure(500, 'still owns things')),
    )
    const { user } = show()
    await user.click(await screen.findByRole('button', { name: 'Delete bert' }))
    const dialog = within(await screen.findByRole('dialog'))
    const button = dialog.getByRole('button', { name: 'Delete' })
    expect(button.getAttribute('aria-disabled')).toBe('true')
    await user.type(dialog.getByRole('textbox'), 'bert')
    await user.click(button)
    await dialog.findByText(/still owns things/)
  })

  it('warns before the own account is deleted', async () => {
    fakeApi(list(me), oneForge)
    const { user } = show()
    await user.click(await screen.findByRole('button', { name: 'Delete ana' }))
    expect((await screen.findByRole('dialog')).textContent).toContain('This is your own account')
  })

  it.each(payloads.map((_, seed) => [seed]))('does no harm, whatever its texts are (%i)', async (seed) => {
    const hostile = makeHostile(bert, seed)
    fakeApi(list(hostile, me), twoForges)
    const { page, user } = show()
    expect(await rows()).toHaveLength(2)
    expect(harmOn(page)).toEqual([])
    const [edit] = screen.getAllByRole('button', { name: /^Edit / })
    if (edit) await user.click(edit)
    await screen.findByRole('form')
    expect(harmOn(document)).toEqual([])
  })
})
