import { screen, waitFor, within } from '@testing-library/react'
import { globalRegistryRoutes, orgRegistryRoutes, repoRegistryRoutes } from '@yaffle/contract/registries'
import { afterEach, describe, expect, it, vi } from 'vitest'

import type { Place } from '../../domain/useLevels.ts'
import { patterns } from '../../paths.ts'
import { failure, fakeApi, reply } from '../../testing/fakeApi.ts'
import { aRegistry } from '../../testing/fixtures.ts'
import { harmOn, makeHostile, payloads } from '../../testing/hostile.ts'
import { tabTo } from '../../testing/keyboard.ts'
import { renderScreen } from '../../testing/render.tsx'
import { storedTexts } from '../../testing/storedTexts.ts'
import { toasts } from '../../ui/toasts.ts'
import { RegistriesScreen } from './RegistriesScreen.tsx'

afterEach(() => {
  for (const { id } of toasts.list()) toasts.dismiss(id)
  vi.unstubAllGlobals()
})

const everybody = { level: 'global' } as const
const repoPlace: Place = { scope: { level: 'repo', repoId: 1 }, inherited: [everybody], name: 'acme/api' }
const orgPlace: Place = { scope: { level: 'org', orgId: 3 }, inherited: [everybody], name: 'acme' }
const serverPlace: Place = { scope: everybody, inherited: [], name: '' }

const own = (...addresses: string[]) =>
  reply(repoRegistryRoutes.list, () => addresses.map((address) => aRegistry({ address })))
const ofServer = (...registries: ReturnType<typeof aRegistry>[]) =>
  reply(globalRegistryRoutes.list, () => registries)
const show = (place = repoPlace, search = '') =>
  renderScreen(<RegistriesScreen place={place} title="acme/api" />, patterns.repoSettingsPage, {
    at: `/repos/1/settings/registries${search}`,
  })
const field = (name: RegExp) => screen.findByRole('textbox', { name })
const password = () => screen.findByLabelText(/^Password/)
const titles = () => toasts.list().map(({ title }) => title)

describe('registries', () => {
  it('can be replaced but not changed where they are inherited, and not even that where read-only at home', async () => {
    fakeApi(own('a.test'), ofServer(aRegistry({ address: 'b.test', repo_id: 0 })))
    show()
    await screen.findByRole('button', { name: 'Edit a.test' })
    await screen.findByRole('button', { name: 'Replace b.test here' })
    expect(screen.queryByRole('button', { name: 'Edit b.test' })).toBeNull()
  })

  it('of the operator’s configuration are shown, not offered for change', async () => {
    fakeApi(ofServer(aRegistry({ id: 0, repo_id: 0, address: 'fixed.test', readonly: true })))
    show(serverPlace, '?form=edit:fixed.test')
    await screen.findByText('Read-only')
    expect(screen.queryByRole('button', { name: /fixed\.test/ })).toBeNull()
  })

  it('of an organization come with those of the server', async () => {
    fakeApi(
      reply(orgRegistryRoutes.list, () => [aRegistry({ repo_id: 0, org_id: 3, address: 'a.test' })]),
      ofServer(aRegistry({ repo_id: 0, address: 'a.test' })),
    )
    show(orgPlace)
    await screen.findByText('Replaces: Server')
    expect(screen.getByText('Replaced by: Organization')).toBeDefined()
  })

  it('are added with all three fields, each of which is required', async () => {
    const sent: unknown[] = []
    fakeApi(
      own('taken.test'),
      ofServer(),
      reply(repoRegistryRoutes.create, ({ body }) => {
        sent.push(body)
        return aRegistry()
      }),
    )
    const { user } = show(repoPlace, '?form=new')
    const address = await field(/^Address/)
    await user.click(screen.getByRole('button', { name: 'Add registry' }))
    expect(screen.getAllByText('Fill this in')).toHaveLength(3)
    await user.type(address, 'two words')
    expect(screen.getByText(/This is not an address/)).toBeDefined()
    await user.clear(address)
    await user.type(address, 'taken.test')
    expect(screen.getByText('There is one of this name already')).toBeDefined()
    await user.clear(address)
    await user.type(address, 'https://r.test/v2/')
    await user.type(await field(/^User name/), 'ci')
    await user.type(await password(), 'pw')
    await user.click(screen.getByRole('button', { name: 'Add registry' }))
    await waitFor(() => expect(titles()).toEqual(['Registry https://r.test/v2/ was added']))
    expect(sent).toEqual([{ address: 'https://r.test/v2/', username: 'ci', password: 'pw' }])
  })

  it('keep their password while its field stays empty, also under an address with slashes', async () => {
    const sent: unknown[] = []
    fakeApi(
      own('https://r.test/v2/'),
      ofServer(),
      reply(repoRegistryRoutes.update, ({ params, body }) => {
        sent.push([params.address, body])
        return aRegistry()
      }),
      reply(repoRegistryRoutes.remove, ({ params }) => void sent.push(params.address)),
    )
    const { user } = show()
    await user.click(await screen.findByRole('button', { name: 'Edit https://r.test/v2/' }))
    expect(await password()).toHaveProperty('value', '')
    await user.clear(await field(/^User name/))
    await user.type(await field(/^User name/), 'bot')
    await user.click(screen.getByRole('button', { name: 'Save' }))
    await user.click(await screen.findByRole('button', { name: 'Delete https://r.test/v2/' }))
    await user.click(await screen.findByRole('button', { name: 'Delete' }))
    await waitFor(() => expect(sent).toHaveLength(2))
    expect(sent).toEqual([
      ['https://r.test/v2/', { address: 'https://r.test/v2/', username: 'bot', password: '' }],
      'https://r.test/v2/',
    ])
  })

  it('replace an inherited one under its address', async () => {
    fakeApi(own(), ofServer(aRegistry({ address: 'b.test', repo_id: 0 })))
    const { user } = show()
    await user.click(await screen.findByRole('button', { name: 'Replace b.test here' }))
    expect(await field(/^Address/)).toHaveProperty('value', 'b.test')
  })

  it('come by address or by where they are from, and are found by address and user name', async () => {
    fakeApi(
      own('z.test'),
      ofServer(
        aRegistry({ id: 2, repo_id: 0, address: 'a.test', username: 'robot' }),
        aRegistry({ id: 3, repo_id: 0, address: 'm.test' }),
      ),
    )
    const { user } = show()
    const order = async () =>
      within(await screen.findByRole('list', { name: 'Registries' }))
        .getAllByRole('listitem')
        .map((row) => row.textContent[0])
    const sort = (by: string) => user.selectOptions(screen.getByRole('combobox', { name: 'Sort by' }), by)
    await waitFor(async () => expect(await order()).toEqual(['a', 'm', 'z']))
    await sort('Name, Z to A')
    await waitFor(async () => expect(await order()).toEqual(['z', 'm', 'a']))
    await sort('Where it comes from')
    await waitFor(async () => expect(await order()).toEqual(['z', 'a', 'm']))
    expect(screen.getByText('3 entries')).toBeDefined()
    await user.type(screen.getByRole('textbox', { name: 'Search' }), 'robot')
    await screen.findByText('1 of 3')
  })

  it('are deleted after a question that says what is lost, or the reason is shown in it', async () => {
    let isRefused = true
    fakeApi(
      own('a.test'),
      ofServer(),
      reply(repoRegistryRoutes.remove, () => (isRefused ? failure(500, 'database is locked') : undefined)),
    )
    const { user } = show()
    await user.click(await screen.findByRole('button', { name: 'Delete a.test' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Delete registry a.test?' }))
    expect(dialog.getByText(/Its password is lost for good/)).toBeDefined()
    await user.click(dialog.getByRole('button', { name: 'Delete' }))
    await dialog.findByText(/database is locked/)
    isRefused = false
    await user.click(dialog.getByRole('button', { name: 'Delete' }))
    await waitFor(() => expect(titles()).toEqual(['Registry a.test was deleted']))
  })

  it('hide the password until asked, and leave nothing of it in the browser', async () => {
    fakeApi(own(), ofServer())
    const { user } = show(repoPlace, '?form=new')
    await user.type(await password(), 'hush-hush')
    expect(await password()).toHaveProperty('type', 'password')
    await user.click(screen.getByRole('button', { name: 'Show value' }))
    expect(await password()).toHaveProperty('type', 'text')
    await user.click(screen.getByRole('button', { name: 'Copy value' }))
    expect(await navigator.clipboard.readText()).toBe('hush-hush')
    expect(storedTexts()).not.toContain('hush')
  })

  it('ask before something typed is lost', async () => {
    fakeApi(own('a.test'), ofServer())
    const { user } = show(repoPlace, '?form=edit:a.test')
    await user.type(await field(/^User name/), '2')
    await user.click(screen.getByRole('button', { name: 'Cancel' }))
    await user.click(await screen.findByRole('button', { name: 'Discard and leave' }))
    await screen.findByRole('button', { name: 'Edit a.test' })
  })

  it('are added by keyboard alone', async () => {
    const sent: unknown[] = []
    fakeApi(
      own(),
      ofServer(),
      reply(repoRegistryRoutes.create, ({ body }) => {
        sent.push(body)
        return aRegistry()
      }),
    )
    const { user } = show()
    await screen.findByText('No registries yet')
    await tabTo(user, screen.getAllByRole('button', { name: 'Add registry' })[0]!)
    await user.keyboard('{Enter}')
    await tabTo(user, await field(/^Address/))
    await user.keyboard('r.test')
    await tabTo(user, await field(/^User name/))
    await user.keyboard('ci')
    await tabTo(user, await password())
    await user.keyboard('pw{Enter}')
    await waitFor(() => expect(sent).toEqual([{ address: 'r.test', username: 'ci', password: 'pw' }]))
  })

  it('keep what was typed when the server refuses', async () => {
    fakeApi(
      own(),
      ofServer(),
      reply(repoRegistryRoutes.create, () => failure(400, 'invalid registry address')),
    )
    const { user } = show(repoPlace, '?form=new')
    await user.type(await field(/^Address/), 'r.test')
    await user.type(await field(/^User name/), 'ci')
    await user.type(await password(), 'pw{Enter}')
    expect((await screen.findByRole('alert')).textContent).toContain('invalid registry address')
    expect(await password()).toHaveProperty('value', 'pw')
    expect(await password()).toHaveProperty('type', 'password')
  })

  it('say why the list could not be read, with another try', async () => {
    let isDown = true
    fakeApi(
      reply(repoRegistryRoutes.list, () => (isDown ? failure(500, 'no disk') : [])),
      ofServer(),
    )
    const { user } = show()
    await screen.findByText(/no disk/)
    isDown = false
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    await screen.findByText('No registries yet')
  })

  it.each(payloads.map((_, seed) => [seed]))('show hostile texts as text, round %i', async (seed) => {
    fakeApi(
      reply(repoRegistryRoutes.list, () => [makeHostile(aRegistry(), seed)]),
      ofServer(),
    )
    const { page } = show()
    await screen.findByRole('list', { name: 'Registries' })
    expect(harmOn(page)).toEqual([])
  })
})
