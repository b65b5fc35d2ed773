import { screen, waitFor, within } from '@testing-library/react'
import { type Forge, forgeRoutes } from '@yaffle/contract/forges'
import { afterEach, describe, expect, it, vi } from 'vitest'

import { config } from '../../../config.ts'
import { patterns } from '../../../paths.ts'
import { failure, fakeApi, never, reply } from '../../../testing/fakeApi.ts'
import { aForge } from '../../../testing/fixtures.ts'
import { harmOn, makeHostile, payloads } from '../../../testing/hostile.ts'
import { renderScreen } from '../../../testing/render.tsx'
import { toasts } from '../../../ui/toasts.ts'
import { ForgeScreen } from './ForgeScreen.tsx'
import { ForgesScreen } from './ForgesScreen.tsx'
import { NewForgeScreen } from './NewForgeScreen.tsx'

afterEach(() => {
  for (const { id } of toasts.list()) toasts.dismiss(id)
  config.rootPath = ''
  vi.unstubAllGlobals()
})

const local = aForge({ id: 1, type: 'addon', url: 'http://ci.test' })
const gitea = aForge({ id: 2, type: 'gitea', url: 'https://git.test', client: 'abc' })
const field = (name: RegExp | string) => screen.findByRole<HTMLInputElement>('textbox', { name })
const secret = (name = /^Client secret/) => screen.findByLabelText<HTMLInputElement>(name)

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

describe('one forge', () => {
  const show = (forge: Forge, id = forge.id) => {
    const api = fakeApi(reply(forgeRoutes.get, () => forge))
    return {
      ...api,
      ...renderScreen(<ForgeScreen forgeId={id} />, patterns.adminForge, { at: `/admin/forges/${id}` }),
    }
  }

  it('is saved with all its fields, and no secret stays behind', async () => {
    const asked: unknown[] = []
    const stored = { ...gitea, orgs: ['acme'], oauth_host: 'https://public.test' }
    fakeApi(
      reply(forgeRoutes.get, () => stored),
      reply(forgeRoutes.update, ({ body }) => {
        asked.push(body)
        return { ...stored, client: body.client }
      }),
    )
    const { user } = renderScreen(<ForgeScreen forgeId={2} />, patterns.adminForge, { at: '/admin/forges/2' })
    expect((await secret()).value).toBe('')
    const client = await field(/^Client ID/)
    await user.clear(client)
    await user.type(client, 'new')
    await user.type(await secret(), 'shh')
    await user.type(await field(/^Only members of/), 'other')
    await user.click(screen.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(toasts.list()).toMatchObject([{ title: 'The forge was saved' }]))
    expect(asked).toMatchObject([
      {
        client: 'new',
        oauth_client_secret: 'shh',
        orgs: ['acme', 'other'],
        oauth_host: 'https://public.test',
      },
    ])
    await waitFor(async () => expect((await secret()).value).toBe(''))
    expect((await field(/^Client ID/)).value).toBe('new')
  })

  it('keeps what was typed when saving is refused', async () => {
    fakeApi(
      reply(forgeRoutes.get, () => gitea),
      reply(forgeRoutes.update, () => failure(409)),
    )
    const { user } = renderScreen(<ForgeScreen forgeId={2} />, patterns.adminForge, { at: '/admin/forges/2' })
    await user.type(await secret(), 'shh{Enter}')
    expect((await screen.findByRole('alert')).textContent).toContain('Conflict')
    expect((await secret()).value).toBe('shh')
  })

  it('of the server itself can only be read', async () => {
    const { calls } = show(local)
    expect(await screen.findByText('Part of this server')).toBeTruthy()
    expect(screen.queryByRole('textbox')).toBeNull()
    expect(calls).toEqual(['GET /api/forges/1'])
  })

  it.each(['radicle', '', '__proto__', 'constructor'])(
    'of the unknown kind "%s" can only be read',
    async (type) => {
      show(aForge({ id: 4, type, url: 'https://odd.test' }))
      expect(await screen.findByText('This kind cannot be edited here')).toBeTruthy()
      expect(screen.queryByRole('textbox')).toBeNull()
    },
  )

  it('that comes from the configuration says that changes do not last', async () => {
    show(aForge({ id: 1, type: 'github', url: 'https://github.com' }))
    expect(await screen.findByText('This forge comes from the server’s configuration')).toBeTruthy()
  })

  it('that does not exist says so', async () => {
    fakeApi(reply(forgeRoutes.get, () => failure(404)))
    renderScreen(<ForgeScreen forgeId={9} />, patterns.adminForge, { at: '/admin/forges/9' })
    expect(await screen.findByText('There is no such forge')).toBeTruthy()
  })

  it.each(payloads.map((_, seed) => [seed]))('does no harm, whatever its texts are (%i)', async (seed) => {
    const hostile = {
      ...makeHostile({ ...gitea, orgs: ['a'] }, seed),
      type: seed % 2 ? 'gitea' : (payloads[seed] ?? ''),
    }
    fakeApi(
      reply(forgeRoutes.get, () => hostile),
      reply(forgeRoutes.list, () => [local, hostile]),
    )
    const one = renderScreen(<ForgeScreen forgeId={2} />, patterns.adminForge, { at: '/admin/forges/2' })
    await screen.findByRole('link', { name: 'All forges' })
    await waitFor(() => expect(one.page.querySelector('form, dl')).not.toBeNull())
    expect(harmOn(document)).toEqual([])
    one.unmount()
    const list = renderScreen(<ForgesScreen />, patterns.adminPage, { at: '/admin/forges' })
    await screen.findByText('This server')
    expect(harmOn(list.page)).toEqual([])
  })
})
