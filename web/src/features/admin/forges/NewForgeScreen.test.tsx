import { screen, waitFor, within } from '@testing-library/react'
import { forgeRoutes } from '@yaffle/contract/forges'
import { afterEach, describe, expect, it, vi } from 'vitest'

import { config } from '../../../config.ts'
import { patterns } from '../../../paths.ts'
import { failure, fakeApi, never, reply } from '../../../testing/fakeApi.ts'
import { aForge } from '../../../testing/fixtures.ts'
import { tabTo } from '../../../testing/keyboard.ts'
import { renderScreen } from '../../../testing/render.tsx'
import { toasts } from '../../../ui/toasts.ts'
import { NewForgeScreen } from './NewForgeScreen.tsx'

afterEach(() => {
  for (const { id } of toasts.list()) toasts.dismiss(id)
  config.rootPath = ''
  vi.unstubAllGlobals()
})

const gitea = aForge({ id: 2, type: 'gitea', url: 'https://git.test', client: 'abc' })
const field = (name: RegExp | string) => screen.findByRole<HTMLInputElement>('textbox', { name })
const secret = (name = /^Client secret/) => screen.findByLabelText<HTMLInputElement>(name)

describe('a new forge', () => {
  const show = () => renderScreen(<NewForgeScreen />, patterns.adminForge, { at: '/admin/forges/create' })

  it('is sent, and then shown on its own page', async () => {
    const asked: unknown[] = []
    fakeApi(
      reply(forgeRoutes.create, ({ body }) => {
        asked.push(body)
        return { ...gitea, id: 5 }
      }),
    )
    const { user, address } = show()
    await user.selectOptions(await screen.findByRole('combobox', { name: /^Kind/ }), 'gitea')
    await user.type(await field('Address'), 'git.test/')
    await user.type(await field(/^Client ID/), ' abc ')
    await user.type(await secret(), 'shh{Enter}')
    await waitFor(() => expect(address()).toBe('/admin/forges/5'))
    expect(asked).toEqual([
      {
        type: 'gitea',
        url: 'https://git.test',
        client: 'abc',
        oauth_client_secret: 'shh',
        oauth_host: '',
        skip_verify: false,
        orgs: [],
        additional_options: {},
      },
    ])
    expect(toasts.list()).toMatchObject([{ title: 'The forge was added' }])
  })

  it('shows each kind its own fields', async () => {
    fakeApi()
    const { user } = show()
    const kind = await screen.findByRole('combobox', { name: /^Kind/ })
    const shown: Record<string, string[]> = {}
    for (const { value } of kind.querySelectorAll('option')) {
      await user.selectOptions(kind, value)
      shown[value] = [...document.querySelectorAll('form label')].map(
        (label) => label.textContent?.replace('*', '') ?? '',
      )
    }
    const common = ['Kind', 'Address', 'Client ID', 'Client secret', 'Address for browsers']
    const last = ['Only members of', 'Do not check the certificate']
    expect(shown).toEqual({
      forgejo: [...common, ...last],
      gitea: [...common, ...last],
      github: [...common, 'Run pull requests as merged', 'Public repositories only', ...last],
      gitlab: [...common, ...last],
      bitbucket: ['Kind', 'Client ID', 'Client secret', 'Only members of'],
      'bitbucket-dc': [
        ...common.slice(0, 4),
        'Git user name',
        'Git password',
        'Address for browsers',
        'Ask for the scope of project administrators',
        ...last,
      ],
    })
  })

  it('shows the mark of each kind, and the address that most people want', async () => {
    fakeApi()
    const { user } = show()
    const kind = await screen.findByRole('combobox', { name: /^Kind/ })
    const marks = new Map<string, string | undefined>()
    for (const { value } of kind.querySelectorAll('option')) {
      await user.selectOptions(kind, value)
      marks.set(value, document.querySelector('form svg path')?.getAttribute('d') ?? undefined)
      if (value === 'gitlab') expect((await field('Address')).value).toBe('https://gitlab.com')
    }
    expect([...marks.keys()]).toEqual(['forgejo', 'gitea', 'github', 'gitlab', 'bitbucket', 'bitbucket-dc'])
    expect(marks.get('bitbucket-dc')).toBe(marks.get('bitbucket'))
    expect(new Set(marks.values()).size).toBe(5)
  })

  it('warns of a certificate that nobody checks, and takes organizations once each', async () => {
    const asked: unknown[] = []
    fakeApi(
      reply(forgeRoutes.create, ({ body }) => {
        asked.push(body)
        return { ...gitea, id: 5 }
      }),
    )
    const { user } = show()
    await user.selectOptions(await screen.findByRole('combobox', { name: /^Kind/ }), 'bitbucket-dc')
    await user.type(await field('Address'), 'bb.test')
    await user.type(await field(/^Client ID/), 'abc')
    await user.type(await secret(), 'shh')
    await user.type(await field(/^Git user name/), 'ci')
    const gitPassword = await secret(/^Git password/)
    expect(gitPassword.type).toBe('password')
    await user.type(gitPassword, 'pw')
    await user.click(screen.getByText('Advanced'))
    await user.type(await field(/^Only members of/), 'acme{Enter}acme')
    await screen.findByText('This is in the list already')
    await user.clear(await field(/^Only members of/))
    await user.click(screen.getByRole('checkbox', { name: 'Ask for the scope of project administrators' }))
    await user.click(screen.getByRole('checkbox', { name: 'Do not check the certificate' }))
    await screen.findByText(/can read and change everything, secrets included/)
    await user.type(await field(/^Address for browsers/), 'ftp://x')
    await user.click(screen.getByRole('button', { name: 'Add forge' }))
    await screen.findByText(/starts with http:\/\/ or https:\/\//)
    expect(asked).toEqual([])
    await user.clear(await field(/^Address for browsers/))
    await user.click(screen.getByRole('button', { name: 'Add forge' }))
    await waitFor(() =>
      expect(asked).toMatchObject([
        {
          type: 'bitbucket-dc',
          orgs: ['acme'],
          skip_verify: true,
          additional_options: {
            'git-username': 'ci',
            'git-password': 'pw',
            'oauth-enable-project-admin-scope': true,
          },
        },
      ]),
    )
  })

  it('asks before what was typed is lost', async () => {
    fakeApi()
    const { user, address } = show()
    await user.type(await field(/^Client ID/), 'abc')
    await user.click(screen.getByRole('button', { name: 'Cancel' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Leave without saving?' }))
    await user.click(dialog.getByRole('button', { name: 'Discard and leave' }))
    await waitFor(() => expect(address()).toBe('/admin/forges'))
  })

  it('is added by keyboard alone', async () => {
    const { calls } = fakeApi(reply(forgeRoutes.create, () => ({ ...gitea, id: 5 })))
    const { user, address } = show()
    await tabTo(user, await screen.findByRole('combobox', { name: /^Kind/ }))
    await tabTo(user, screen.getByRole('button', { name: 'Redirect address' }))
    await user.keyboard('{Enter}')
    await waitFor(async () => expect(await navigator.clipboard.readText()).toMatch(/\/authorize$/))
    await tabTo(user, await field(/^Client ID/))
    await user.keyboard('abc')
    await tabTo(user, await secret())
    await user.keyboard('shh')
    await tabTo(user, screen.getByRole('button', { name: 'Add forge' }))
    await user.keyboard('{Enter}')
    await waitFor(() => expect(address()).toBe('/admin/forges/5'))
    expect(calls).toContain('POST /api/forges')
  })

  it('says where to send people back to, below the root path, and where to tell the forge', async () => {
    config.rootPath = '/ci'
    fakeApi()
    const { user } = show()
    expect((await screen.findByLabelText('Redirect address', { selector: 'pre' })).textContent).toBe(
      `${globalThis.location.origin}/ci/authorize`,
    )
    const link = screen.getByRole<HTMLAnchorElement>('link', { name: 'Open it at GitHub' })
    expect(link.href).toBe('https://github.com/settings/applications/new')
    const url = await field('Address')
    await user.clear(url)
    expect(screen.queryByRole('link', { name: 'Open it at GitHub' })).toBeNull()
  })

  it('says what is missing, sends nothing, and goes to the first field', async () => {
    const { calls } = fakeApi()
    const { user } = show()
    await user.click(await screen.findByRole('button', { name: 'Add forge' }))
    const client = await field(/^Client ID/)
    await waitFor(() => expect(document.activeElement).toBe(client))
    expect(client.getAttribute('aria-invalid')).toBe('true')
    expect(screen.getAllByText('Fill this in')).toHaveLength(2)
    expect(calls).toEqual([])
  })

  it('keeps what was typed when the server refuses', async () => {
    fakeApi(reply(forgeRoutes.create, () => failure(400, 'url: must be a URL')))
    const { user, address } = show()
    await user.type(await field(/^Client ID/), 'abc')
    await user.type(await secret(), 'shh{Enter}')
    expect((await screen.findByRole('alert')).textContent).toContain('url: must be a URL')
    expect((await field(/^Client ID/)).value).toBe('abc')
    expect((await secret()).value).toBe('shh')
    expect(address()).toBe('/admin/forges/create')
  })

  it('is sent once, however often it is asked for', async () => {
    const { calls } = fakeApi(reply(forgeRoutes.create, never))
    const { user } = show()
    await user.type(await field(/^Client ID/), 'abc')
    await user.type(await secret(), 'shh{Enter}{Enter}')
    await user.click(screen.getByRole('button', { name: 'Add forge' }))
    expect(calls).toEqual(['POST /api/forges'])
  })
})
