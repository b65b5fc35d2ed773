import { screen, waitFor, within } from '@testing-library/react'
import { repoSecretRoutes } from '@yaffle/contract/secrets'
import { afterEach, describe, expect, it, vi } from 'vitest'

import { failure, fakeApi, reply } from '../../testing/fakeApi.ts'
import { aSecret } from '../../testing/fixtures.ts'
import { tabTo } from '../../testing/keyboard.ts'
import { storedTexts } from '../../testing/storedTexts.ts'
import { toasts } from '../../ui/toasts.ts'
import { field, nobodyElse, ofOrg, ofServer, own, row, show, titles } from './testing/screen.tsx'

afterEach(() => {
  for (const { id } of toasts.list()) toasts.dismiss(id)
  vi.unstubAllGlobals()
})

describe('the form of a secret', () => {
  it('adds one with everything that was filled in, also an image that was typed but not added', async () => {
    const sent: unknown[] = []
    fakeApi(
      own(),
      ...nobodyElse,
      reply(repoSecretRoutes.create, ({ body }) => {
        sent.push(body)
        return aSecret()
      }),
    )
    const { user, address } = show('?form=new')
    await user.type(await field(/^Name/), ' TOKEN ')
    await user.type(await field(/^Value/), 'a b')
    await user.click(screen.getByRole('checkbox', { name: 'Tag' }))
    await user.type(await field(/^Only for these images/), 'docker.io/library/node:24')
    await user.type(await field(/^Note/), 'why')
    await user.click(screen.getByRole('button', { name: 'Add secret' }))
    await waitFor(() => expect(titles()).toEqual(['Secret TOKEN was added']))
    expect(sent).toEqual([
      {
        name: 'TOKEN',
        value: 'a b',
        events: ['push', 'tag'],
        images: ['docker.io/library/node:24'],
        note: 'why',
      },
    ])
    await waitFor(() => expect(address()).toBe('/repos/1/settings/secrets'))
  })

  it('says what is missing, field by field, and goes to the first', async () => {
    const { calls } = fakeApi(own('TAKEN'), ...nobodyElse)
    const { user } = show('?form=new')
    await user.click(await screen.findByRole('checkbox', { name: 'Push' }))
    await user.click(screen.getByRole('button', { name: 'Add secret' }))
    const name = await field(/^Name/)
    expect(name.getAttribute('aria-invalid')).toBe('true')
    await waitFor(() => expect(document.activeElement).toBe(name))
    expect(screen.getAllByText('Fill this in')).toHaveLength(2)
    expect(screen.getByText('Choose at least one event')).toBeDefined()
    await user.type(name, 'TAKEN')
    expect(screen.getByText('There is one of this name already')).toBeDefined()
    await user.type(await field(/^Only for these images/), 'not an image{Enter}')
    expect(screen.getByText(/Every entry must be the name of an image/)).toBeDefined()
    expect(calls.filter((call) => call.startsWith('POST'))).toEqual([])
  })

  it('keeps everything when the server refuses, and shows its words', async () => {
    fakeApi(
      own(),
      ...nobodyElse,
      reply(repoSecretRoutes.create, () =>
        failure(422, 'Error inserting secret. invalid secret name: empty name'),
      ),
    )
    const { user } = show('?form=new')
    await user.type(await field(/^Name/), 'A')
    await user.type(await field(/^Value/), 'v')
    await user.click(screen.getByRole('button', { name: 'Add secret' }))
    expect((await screen.findByRole('alert')).textContent).toContain('invalid secret name: empty name')
    expect(await field(/^Name/)).toHaveProperty('value', 'A')
    expect(await field(/^Value/)).toHaveProperty('value', 'v')
  })

  it('never shows a stored value, and keeps it when the field stays empty', async () => {
    const sent: unknown[] = []
    fakeApi(
      own('A'),
      ...nobodyElse,
      reply(repoSecretRoutes.update, ({ params, body }) => {
        sent.push([params.name, body])
        return aSecret({ name: 'A' })
      }),
    )
    const { user } = show()
    await user.click((await row('A')).getByRole('button', { name: 'Edit A' }))
    expect(await field(/^Value/)).toHaveProperty('value', '')
    expect((await field(/^Name/)).hasAttribute('readonly')).toBe(true)
    await user.type(await field(/^Note/), 'new')
    await user.click(screen.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(titles()).toEqual(['Secret A was saved']))
    expect(sent).toEqual([['A', { value: '', events: ['push'], images: [], note: 'new' }]])
  })

  it('masks what is typed until asked, and keeps browsers from storing it', async () => {
    fakeApi(own(), ...nobodyElse)
    const { user } = show('?form=new')
    const value = await field(/^Value/)
    expect(value.className).toContain('text-security:disc')
    expect(value.getAttribute('autocomplete')).toBe('off')
    await user.click(screen.getByRole('button', { name: 'Show value' }))
    expect(value.className).not.toContain('text-security')
    expect(screen.getByRole('button', { name: 'Hide value' }).getAttribute('aria-pressed')).toBe('true')
  })

  it('warns of pull requests only while one of their events is ticked', async () => {
    fakeApi(own(), ...nobodyElse)
    const { user } = show('?form=new')
    await field(/^Name/)
    expect(screen.queryByText('Pull requests get this secret')).toBeNull()
    await user.click(screen.getByRole('checkbox', { name: 'Pull request metadata changed' }))
    expect(screen.getByText('Pull requests get this secret')).toBeDefined()
  })

  it('replaces an inherited one under its name', async () => {
    fakeApi(own(), ofOrg('SHARED'), ofServer())
    const { user } = show()
    await user.click((await row('SHARED')).getByRole('button', { name: 'Replace SHARED here' }))
    expect(await field(/^Name/)).toHaveProperty('value', 'SHARED')
  })

  it('asks before something typed is lost, and lets go when told to', async () => {
    fakeApi(own('A'), ...nobodyElse)
    const { user, address } = show('?form=new')
    await user.type(await field(/^Name/), 'B')
    await user.click(screen.getByRole('button', { name: 'Cancel' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Leave without saving?' }))
    await user.click(dialog.getByRole('button', { name: 'Keep editing' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(await field(/^Name/)).toHaveProperty('value', 'B')
    await user.click(screen.getByRole('button', { name: 'Cancel' }))
    await user.click(await screen.findByRole('button', { name: 'Discard and leave' }))
    await row('A')
    expect(address()).toBe('/repos/1/settings/secrets')
  })

  it('closes without a question when nothing was typed', async () => {
    fakeApi(own('A'), ...nobodyElse)
    const { user } = show('?form=new')
    await user.click(await screen.findByRole('button', { name: 'Cancel' }))
    await row('A')
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it('works by keyboard alone', async () => {
    const sent: unknown[] = []
    fakeApi(
      own(),
      ...nobodyElse,
      reply(repoSecretRoutes.create, ({ body }) => {
        sent.push(body)
        return aSecret()
      }),
    )
    const { user } = show('?form=new')
    await tabTo(user, await field(/^Name/))
    await user.keyboard('KEY')
    await tabTo(user, await field(/^Value/))
    await user.keyboard('secret')
    await tabTo(user, screen.getByRole('checkbox', { name: 'Tag' }))
    await user.keyboard(' ')
    await tabTo(user, await field(/^Only for these images/))
    await user.keyboard('a/b{Enter}')
    await tabTo(user, await field(/^Note/))
    await user.keyboard('why')
    await tabTo(user, screen.getByRole('button', { name: 'Add secret' }))
    await user.keyboard('{Enter}')
    await waitFor(() =>
      expect(sent).toEqual([
        { name: 'KEY', value: 'secret', events: ['push', 'tag'], images: ['a/b'], note: 'why' },
      ]),
    )
  })

  it.each(['.', ' .. '])('cannot be called "%s", which no address could hold', async (name) => {
    const { calls } = fakeApi(own(), ...nobodyElse)
    const { user } = show('?form=new')
    await user.type(await field(/^Name/), name)
    await user.click(screen.getByRole('button', { name: 'Add secret' }))
    await screen.findByText('A name cannot be only dots')
    expect(calls.filter((call) => call.startsWith('POST'))).toEqual([])
  })

  it('copies what was typed, and leaves nothing of it in the browser', async () => {
    fakeApi(own(), ...nobodyElse)
    const { user, address } = show('?form=new')
    await user.type(await field(/^Name/), 'KEY')
    await user.type(await field(/^Value/), 'hush-hush')
    await user.click(screen.getByRole('button', { name: 'Copy value' }))
    expect(await navigator.clipboard.readText()).toBe('hush-hush')
    localStorage.setItem('seen', 'by the test')
    expect(storedTexts()).toContain('seen=by the test')
    expect(storedTexts()).not.toContain('hush')
    expect(address()).not.toContain('hush')
  })

  it('keeps what was typed when a change is refused', async () => {
    fakeApi(
      own('A'),
      ...nobodyElse,
      reply(repoSecretRoutes.update, () => failure(422, 'no such image')),
    )
    const { user } = show('?form=edit:A')
    await user.type(await field(/^Note/), 'new')
    await user.click(screen.getByRole('button', { name: 'Save' }))
    expect((await screen.findByRole('alert')).textContent).toContain('no such image')
    expect(await field(/^Note/)).toHaveProperty('value', 'new')
  })
})
