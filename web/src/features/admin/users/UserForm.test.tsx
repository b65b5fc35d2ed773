import { screen, waitFor, within } from '@testing-library/react'
import { userRoutes } from '@yaffle/contract/users'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

import { config } from '../../../config.ts'
import { failure, fakeApi, reply } from '../../../testing/fakeApi.ts'
import { aUser } from '../../../testing/fixtures.ts'
import { tabTo } from '../../../testing/keyboard.ts'
import { toasts } from '../../../ui/toasts.ts'
import { bert, list, me, oneForge, rows, show, twoForges } from './testing/screen.tsx'

const before = { ...config }
beforeEach(() => Object.assign(config, { user: me }))
afterEach(() => {
  Object.assign(config, before)
  for (const { id } of toasts.list()) toasts.dismiss(id)
  vi.unstubAllGlobals()
})

const field = (name: RegExp | string) => screen.findByRole<HTMLInputElement>('textbox', { name })

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

  it('is added by keyboard alone', async () => {
    const asked: unknown[] = []
    fakeApi(
      list(me),
      oneForge,
      reply(userRoutes.create, ({ body }) => {
        asked.push(body.login)
        return aUser({ id: 9, login: body.login })
      }),
    )
    const { user } = show()
    await tabTo(user, await screen.findByRole('button', { name: 'Add user' }))
    await user.keyboard('{Enter}')
    await tabTo(user, await field(/^Login/))
    await user.keyboard('carl')
    await tabTo(user, await field(/^Email/))
    await tabTo(user, screen.getByRole('checkbox', { name: 'Administrator' }))
    await tabTo(user, screen.getByRole('button', { name: 'Add user' }))
    await user.keyboard('{Enter}')
    await waitFor(() => expect(asked).toEqual(['carl']))
  })

  it('is not forgotten by mistake once something was typed', async () => {
    fakeApi(list(me), oneForge)
    const { user } = show('/admin/users?form=new')
    await user.type(await field(/^Login/), 'carl')
    await user.click(screen.getByRole('button', { name: 'Cancel' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Leave without saving?' }))
    await user.click(dialog.getByRole('button', { name: 'Keep editing' }))
    expect((await field(/^Login/)).value).toBe('carl')
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

  it('keeps what was typed when the server refuses, and stays with the forge', async () => {
    fakeApi(
      list(me, bert),
      twoForges,
      reply(userRoutes.update, () => failure(409, 'conflict of names')),
    )
    const { user } = show('/admin/users?form=edit:2/bert')
    expect(await screen.findByRole('combobox', { name: 'Forge' })).toHaveProperty('disabled', true)
    await user.clear(await field(/^Email/))
    await user.type(await field(/^Email/), 'b@mail.test{Enter}')
    expect((await screen.findByRole('alert')).textContent).toContain('conflict of names')
    expect((await field(/^Email/)).value).toBe('b@mail.test')
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
