import { screen, waitFor, within } from '@testing-library/react'
import { forgeRoutes } from '@yaffle/contract/forges'
import { type User, userRoutes } from '@yaffle/contract/users'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

import { config } from '../../../config.ts'
import { patterns } from '../../../paths.ts'
import { failure, fakeApi, reply } from '../../../testing/fakeApi.ts'
import { aForge, aUser } from '../../../testing/fixtures.ts'
import { harmOn, makeHostile, payloads } from '../../../testing/hostile.ts'
import { renderScreen } from '../../../testing/render.tsx'
import { toasts } from '../../../ui/toasts.ts'
import { UsersScreen } from './UsersScreen.tsx'

const before = { ...config }
const me = aUser({ id: 7, login: 'ana', admin: true, admin_env: true })
beforeEach(() => Object.assign(config, { user: me }))
afterEach(() => {
  Object.assign(config, before)
  for (const { id } of toasts.list()) toasts.dismiss(id)
  vi.unstubAllGlobals()
})

const bert = aUser({ id: 8, forge_id: 2, forge_remote_id: '88', login: 'bert', email: 'bert@mail.test' })
const oneForge = reply(forgeRoutes.list, () => [aForge()])
const twoForges = reply(forgeRoutes.list, () => [
  aForge({ type: 'addon' }),
  aForge({ id: 2, type: 'gitea', url: 'https://git.test' }),
])
const list = (...users: User[]) => reply(userRoutes.list, () => users)
const show = (at = '/admin/users') => renderScreen(<UsersScreen />, patterns.adminPage, { at })
const field = (name: RegExp | string) => screen.findByRole<HTMLInputElement>('textbox', { name })
const rows = async () => within(await screen.findByRole('list', { name: 'Users' })).getAllByRole('listitem')

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

describe('a new user', () => {
  it('is added to a forge, and made an administrator by a second call', async () => {
    const asked: unknown[] = []
    fakeApi(
      list(me),
      twoForges,
      reply(userRoutes.create, ({ body }) => {
        asked.push(body)
        return aUser({ id: 9, forge_id: 2, forge_remote_id: '0', login: body.login })
      }),
      reply(userRoutes.update, ({ params, query, body }) => {
        asked.push([params.login, query.forge_id, body])
        return aUser({ id: 9 })
      }),
    )
    const { user } = show()
    await user.click(await screen.findByRole('button', { name: 'Add user' }))
    await user.type(await field(/^Login/), 'carl')
    await user.selectOptions(await screen.findByRole('combobox', { name: 'Forge' }), 'git.test')
    await user.click(screen.getByRole('checkbox', { name: 'Administrator' }))
    await user.type(await field(/^Email/), 'carl@mail.test{Enter}')
    await waitFor(() => expect(toasts.list()).toMatchObject([{ title: 'User carl was added' }]))
    const fields = { login: 'carl', email: 'carl@mail.test', avatar_url: '', forge_id: 2 }
    expect(asked).toEqual([
      { ...fields, admin: false, forge_remote_id: '' },
      ['carl', 2, { ...fields, admin: true, forge_remote_id: '0' }],
    ])
    expect(await rows()).toHaveLength(1)
  })

  it('is not added twice when only the second call failed', async () => {
    let isDown = true
    const { calls } = fakeApi(
      list(me),
      oneForge,
      reply(userRoutes.create, ({ body }) => aUser({ id: 9, login: body.login })),
      reply(userRoutes.update, () => (isDown ? failure(500, 'busy') : aUser({ id: 9 }))),
    )
    const { user } = show('/admin/users?form=new')
    await user.type(await field(/^Login/), 'carl')
    await user.click(screen.getByRole('checkbox', { name: 'Administrator' }))
    await user.click(screen.getByRole('button', { name: 'Add user' }))
    expect((await screen.findByRole('alert')).textContent).toContain('busy')
    expect((await field(/^Login/)).value).toBe('carl')
    isDown = false
    await user.click(screen.getByRole('button', { name: 'Add user' }))
    await waitFor(() => expect(toasts.list()).toMatchObject([{ title: 'User carl was added' }]))
    expect(calls.filter((call) => call.startsWith('POST'))).toEqual(['POST /api/users'])
  })

  it.each([
    ['', 'Fill this in'],
    ['carl smith', 'A login has at most 250 letters, digits, dots, dashes and underscores'],
    ['..', 'A login has at most 250 letters, digits, dots, dashes and underscores'],
    ['ana', 'There is one of this name already'],
  ])('cannot be called "%s"', async (login, complaint) => {
    const { calls } = fakeApi(list(me), oneForge)
    const { user } = show('/admin/users?form=new')
    const input = await field(/^Login/)
    if (login) await user.type(input, login)
    await user.click(screen.getByRole('button', { name: 'Add user' }))
    expect(await screen.findByText(complaint)).toBeTruthy()
    await waitFor(() => expect(document.activeElement).toBe(input))
    expect(calls).not.toContain('POST /api/users')
  })

  it('needs a real address and picture, if any', async () => {
    fakeApi(list(me), oneForge)
    const { user } = show('/admin/users?form=new')
    await user.type(await field(/^Login/), 'carl')
    await user.type(await field(/^Email/), 'carl')
    await user.type(await field(/^Address of the picture/), 'javascript:x{Enter}')
    expect(await screen.findByText('This is not an email address')).toBeTruthy()
    expect(screen.getByText('This must be an address that starts with http:// or https://')).toBeTruthy()
  })
})

describe('a user', () => {
  it('is saved as a whole, the forge’s id of the person included', async () => {
    const asked: unknown[] = []
    fakeApi(
      list(me, bert),
      oneForge,
      reply(userRoutes.update, ({ body }) => {
        asked.push(body)
        return bert
      }),
    )
    const { user, page } = show('/admin/users?form=edit:2/bert')
    expect((await field(/^Login/)).readOnly).toBe(true)
    await user.type(await field(/^Address of the picture/), 'https://pictures.test/b.png')
    expect(page.querySelector('form img')?.getAttribute('src')).toBe('https://pictures.test/b.png')
    await user.click(screen.getByRole('checkbox', { name: 'Administrator' }))
    await user.click(screen.getByRole('button', { name: 'Save' }))
    await waitFor(() =>
      expect(asked).toEqual([
        {
          login: 'bert',
          email: 'bert@mail.test',
          avatar_url: 'https://pictures.test/b.png',
          forge_id: 2,
          forge_remote_id: '88',
          admin: true,
        },
      ]),
    )
  })

  it('whom the server did not find was not saved', async () => {
    fakeApi(
      list(me, bert),
      oneForge,
      reply(userRoutes.update, () => aUser({ id: 0 })),
    )
    const { user } = show('/admin/users?form=edit:2/bert')
    await user.click(await screen.findByRole('button', { name: 'Save' }))
    expect((await screen.findByRole('alert')).textContent).toContain('This could not be saved')
    expect(toasts.list()).toEqual([])
  })

  it('who is an administrator by configuration becomes one again', async () => {
    fakeApi(list(me), oneForge)
    show('/admin/users?form=edit:1/ana')
    expect(await screen.findByText('Administrator by configuration')).toBeTruthy()
  })
})
