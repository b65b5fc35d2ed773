import { screen, waitFor, within } from '@testing-library/react'
import { repoSecretRoutes } from '@yaffle/contract/secrets'
import { afterEach, describe, expect, it, vi } from 'vitest'

import { failure, fakeApi, reply } from '../../testing/fakeApi.ts'
import { aSecret } from '../../testing/fixtures.ts'
import { tabTo } from '../../testing/keyboard.ts'
import { toasts } from '../../ui/toasts.ts'
import { field, nobodyElse, own, show, titles } from './testing/screen.tsx'

afterEach(() => {
  for (const { id } of toasts.list()) toasts.dismiss(id)
  vi.unstubAllGlobals()
})

describe('the import of an .env text', () => {
  const paste = async (user: ReturnType<typeof show>['user'], text: string) => {
    await user.click(await field(/^Content of an .env file/))
    await user.paste(text)
  }

  it('says what is added and replaced, without values, and sends each to its call', async () => {
    const sent: unknown[] = []
    fakeApi(
      own('OLD'),
      ...nobodyElse,
      reply(repoSecretRoutes.create, ({ body }) => {
        sent.push(['create', body.name, body.value, body.events])
        return aSecret()
      }),
      reply(repoSecretRoutes.update, ({ params, body }) => {
        sent.push(['update', params.name, body])
        return aSecret()
      }),
    )
    const { user } = show('?form=import')
    await paste(user, 'NEW="hidden value"\nOLD=two\nnonsense')
    const preview = within(await screen.findByRole('region', { name: 'What will change' }))
    expect(preview.getByText('1 added, 1 replaced')).toBeDefined()
    expect(preview.queryByText(/hidden value/)).toBeNull()
    expect(screen.getByText(/cannot be read: 3/)).toBeDefined()
    await user.click(screen.getByRole('button', { name: 'Import 2 secrets' }))
    await waitFor(() => expect(titles()).toEqual(['2 secrets were imported']))
    expect(sent).toEqual([
      ['create', 'NEW', 'hidden value', ['push']],
      ['update', 'OLD', { value: 'two' }],
    ])
  })

  it('names those that were refused and keeps the text', async () => {
    fakeApi(
      own(),
      ...nobodyElse,
      reply(repoSecretRoutes.create, ({ body }) =>
        body.name === 'B' ? failure(422, 'no such thing') : aSecret(),
      ),
    )
    const { user } = show('?form=import')
    await paste(user, 'A=1\nB=2')
    await user.click(await screen.findByRole('button', { name: 'Import 2 secrets' }))
    const refused = (await screen.findByText('Refused by the server')).parentElement
    expect(refused?.textContent).toMatch(/B: .*no such thing/)
    expect(await field(/^Content of an .env file/)).toHaveProperty('value', 'A=1\nB=2')
  })

  it('sends nothing while there is nothing to send', async () => {
    const { calls } = fakeApi(own(), ...nobodyElse)
    const { user } = show('?form=import')
    await paste(user, 'A=')
    await user.click(await screen.findByRole('button', { name: 'Import 1 secret' }))
    await screen.findByText(/There must be at least one NAME=value/)
    expect(calls.filter((call) => !call.startsWith('GET'))).toEqual([])
  })

  it('gives new ones the events that are chosen, of which there must be one', async () => {
    const sent: unknown[] = []
    fakeApi(
      own(),
      ...nobodyElse,
      reply(repoSecretRoutes.create, ({ body }) => {
        sent.push(body.events)
        return aSecret()
      }),
    )
    const { user } = show('?form=import')
    await paste(user, 'A=1')
    await user.click(screen.getByRole('checkbox', { name: 'Push' }))
    await user.click(screen.getByRole('button', { name: 'Import 1 secret' }))
    await screen.findByText('Choose at least one event')
    expect(sent).toEqual([])
    await user.click(screen.getByRole('checkbox', { name: 'Pull request' }))
    expect(screen.getByText('Pull requests get this secret')).toBeDefined()
    await user.click(screen.getByRole('button', { name: 'Import 1 secret' }))
    await waitFor(() => expect(sent).toEqual([['pull_request']]))
  })

  it('hides its text until asked, works by keyboard alone, and asks before it is lost', async () => {
    fakeApi(own(), ...nobodyElse)
    const { user } = show()
    await screen.findByText('No secrets yet')
    await tabTo(user, screen.getByRole('button', { name: 'Import .env' }))
    await user.keyboard('{Enter}')
    const text = await field(/^Content of an .env file/)
    expect(text.className).toContain('text-security:disc')
    await tabTo(user, text)
    await user.keyboard('A=1')
    await tabTo(user, screen.getByRole('button', { name: 'Show value' }))
    await user.keyboard(' ')
    expect(text.className).not.toContain('text-security')
    await tabTo(user, screen.getByRole('button', { name: 'Cancel' }))
    await user.keyboard('{Enter}')
    await screen.findByRole('dialog', { name: 'Leave without saving?' })
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(await field(/^Content of an .env file/)).toHaveProperty('value', 'A=1')
  })
})
