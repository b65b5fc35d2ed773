import { screen, waitFor, within } from '@testing-library/react'
import { forgeRoutes } from '@yaffle/contract/forges'
import { orgRoutes } from '@yaffle/contract/orgs'
import { repoRoutes } from '@yaffle/contract/repos'
import { afterEach, describe, expect, it, vi } from 'vitest'

import { patterns } from '../../paths.ts'
import { failure, fakeApi, never, reply } from '../../testing/fakeApi.ts'
import { aForge, anOrg, aRepo } from '../../testing/fixtures.ts'
import { harmOn, makeHostile, payloads } from '../../testing/hostile.ts'
import { tabTo } from '../../testing/keyboard.ts'
import { renderScreen } from '../../testing/render.tsx'
import { toasts } from '../../ui/toasts.ts'
import { AdminOrgsScreen } from './AdminOrgsScreen.tsx'
import { AdminReposScreen } from './AdminReposScreen.tsx'
import { failedRepos } from './failedRepos.ts'
import { releaseUrl } from './releaseUrl.ts'

afterEach(() => {
  for (const { id } of toasts.list()) toasts.dismiss(id)
  vi.unstubAllGlobals()
})

const oneForge = reply(forgeRoutes.list, () => [aForge()])
const rowsOf = async (name: string) =>
  within(await screen.findByRole('list', { name })).getAllByRole('listitem')

describe('all repositories', () => {
  const show = (at = '/admin/repos') => renderScreen(<AdminReposScreen />, patterns.adminPage, { at })
  const all = Array.from({ length: 60 }, (_, index) =>
    aRepo({
      id: index + 1,
      full_name: `acme/repo${index}`,
      name: `repo${index}`,
      active: index !== 55,
      visibility: index === 0 ? 'private' : 'public',
    }),
  )
  const pages = reply(repoRoutes.all, ({ query }) => all.slice((query.page - 1) * 50, query.page * 50))

  it('are read to the end, found by full name, and shown by their state', async () => {
    fakeApi(pages, oneForge)
    const { user, address } = show()
    expect(await screen.findByText('60 entries')).toBeTruthy()
    await user.selectOptions(screen.getByRole('combobox', { name: 'Show' }), 'Disabled')
    await waitFor(async () =>
      expect((await rowsOf('Repositories')).map((row) => row.textContent)).toEqual(['acme/repo55Disabled']),
    )
    expect(address()).toBe('/admin/repos?state=disabled')
    await user.selectOptions(screen.getByRole('combobox', { name: 'Show' }), 'All')
    await user.type(screen.getByRole('textbox', { name: 'Search' }), 'acme/repo0')
    await waitFor(async () => {
      const found = await rowsOf('Repositories')
      expect(found.length).toBeLessThan(60)
      expect(found[0]?.textContent).toBe('acme/repo0')
    })
    expect(screen.getByRole('img', { name: 'Private' })).toBeTruthy()
  })

  it('lead to the repository and to its settings', async () => {
    fakeApi(
      reply(repoRoutes.all, () => [aRepo({ id: 4 })]),
      oneForge,
    )
    show()
    expect((await screen.findByRole('link', { name: 'acme / api' })).getAttribute('href')).toBe('/repos/4')
    const settings = screen.getByRole('link', { name: 'Settings of acme/api' })
    expect(settings.getAttribute('href')).toBe('/repos/4/settings')
  })

  it('can be used while the rest is on its way, and say so when it does not come', async () => {
    let isDown = true
    fakeApi(
      reply(repoRoutes.all, ({ query }) => {
        if (query.page === 1) return all.slice(0, 50)
        return isDown ? failure(500, 'no') : all.slice(50)
      }),
      oneForge,
    )
    const { user } = show()
    expect(await screen.findByText('The rest of the list could not be loaded.')).toBeTruthy()
    expect(await rowsOf('Repositories')).toHaveLength(50)
    isDown = false
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByText('60 entries')).toBeTruthy()
  })

  it('come by name or by age', async () => {
    fakeApi(
      reply(repoRoutes.all, () => [
        aRepo({ id: 1, full_name: 'b/b', owner: 'b', name: 'b' }),
        aRepo({ id: 2, full_name: 'a/a', owner: 'a', name: 'a' }),
        aRepo({ id: 3, full_name: 'c/c', owner: 'c', name: 'c' }),
      ]),
      oneForge,
    )
    const { user } = show()
    const order = async () => (await rowsOf('Repositories')).map((row) => row.textContent[0])
    const sort = (by: string) => user.selectOptions(screen.getByRole('combobox', { name: 'Sort by' }), by)
    await waitFor(async () => expect(await order()).toEqual(['a', 'b', 'c']))
    await sort('Name, Z to A')
    await waitFor(async () => expect(await order()).toEqual(['c', 'b', 'a']))
    await sort('Newest first')
    await waitFor(async () => expect(await order()).toEqual(['c', 'a', 'b']))
  })

  it('teach how the first one comes', async () => {
    fakeApi(
      reply(repoRoutes.all, () => []),
      oneForge,
    )
    show()
    expect((await screen.findByRole('link', { name: 'Add a repository' })).getAttribute('href')).toBe(
      '/repos/add',
    )
  })

  it('are repaired by keyboard alone', async () => {
    fakeApi(
      reply(repoRoutes.all, () => [aRepo()]),
      oneForge,
      reply(repoRoutes.repairAll, () => undefined),
    )
    const { user } = show()
    await tabTo(user, await screen.findByRole('button', { name: 'Repair all' }))
    await user.keyboard('{Enter}')
    const dialog = within(await screen.findByRole('dialog', { name: 'Repair all repositories?' }))
    await tabTo(user, dialog.getByRole('button', { name: 'Repair all' }))
    await user.keyboard('{Enter}')
    await waitFor(() => expect(toasts.list()).toMatchObject([{ title: 'All repositories were repaired' }]))
  })

  it('that are none of a kind offer to show the others', async () => {
    fakeApi(
      reply(repoRoutes.all, () => [aRepo()]),
      oneForge,
    )
    const { user } = show('/admin/repos?state=disabled')
    await user.click(await screen.findByRole('button', { name: 'Show all' }))
    expect(await rowsOf('Repositories')).toHaveLength(1)
  })

  it('are repaired after asking, once', async () => {
    const { calls } = fakeApi(pages, oneForge, reply(repoRoutes.repairAll, never))
    const { user } = show()
    await user.click(await screen.findByRole('button', { name: 'Repair all' }))
    const dialog = await screen.findByRole('dialog', { name: 'Repair all repositories?' })
    expect(document.activeElement?.textContent).toBe('Cancel')
    await user.dblClick(within(dialog).getByRole('button', { name: 'Repair all' }))
    expect(calls.filter((call) => call === 'POST /api/repos/repair')).toHaveLength(1)
  })

  it('that could not be repaired are named', async () => {
    fakeApi(
      reply(repoRoutes.all, () => [aRepo({ id: 4 })]),
      oneForge,
      reply(repoRoutes.repairAll, () => failure(500, '{"error":"some failed","failed_repos":[4,9]}')),
    )
    const { user } = show()
    await screen.findByRole('link', { name: 'acme / api' })
    await user.click(screen.getByRole('button', { name: 'Repair all' }))
    const dialog = await screen.findByRole('dialog')
    await user.click(within(dialog).getByRole('button', { name: 'Repair all' }))
    expect((await within(dialog).findByRole('alert')).textContent).toBe(
      '2 repositories could not be repaired: acme/api, #9',
    )
  })

  it.each(payloads.map((_, seed) => [seed]))('do no harm, whatever their texts are (%i)', async (seed) => {
    fakeApi(
      reply(repoRoutes.all, () => [makeHostile(aRepo(), seed)]),
      oneForge,
    )
    const { page } = show()
    await rowsOf('Repositories')
    expect(harmOn(page)).toEqual([])
  })
})

describe('all organizations', () => {
  const show = () => renderScreen(<AdminOrgsScreen />, patterns.adminPage, { at: '/admin/orgs' })

  it('lead to their repositories and settings, and are deleted by name', async () => {
    const asked: unknown[] = []
    let list = [anOrg({ id: 3, name: 'acme' }), anOrg({ id: 4, name: 'Beta', forge_id: 2 })]
    fakeApi(
      reply(orgRoutes.list, () => list),
      reply(orgRoutes.remove, ({ params }) => {
        asked.push(params)
        list = list.slice(1)
      }),
      reply(forgeRoutes.list, () => [aForge(), aForge({ id: 2, url: 'https://git.test' })]),
    )
    const { user } = show()
    await waitFor(async () =>
      expect((await rowsOf('Organizations')).map((row) => row.textContent)).toEqual([
        'acmeforge.test',
        'Betagit.test',
      ]),
    )
    expect(screen.getByRole('link', { name: 'acme' }).getAttribute('href')).toBe('/orgs/3')
    expect(screen.getByRole('link', { name: 'Settings of acme' }).getAttribute('href')).toBe(
      '/orgs/3/settings',
    )
    await user.click(screen.getByRole('button', { name: 'Delete acme' }))
    const dialog = await screen.findByRole('dialog', { name: 'Delete organization acme?' })
    expect(dialog.textContent).toMatch(/pipelines, logs, secrets and registries/)
    await user.type(within(dialog).getByRole('textbox'), 'acme')
    await user.click(within(dialog).getByRole('button', { name: 'Delete' }))
    await waitFor(() => expect(screen.queryByText('acme')).toBeNull())
    expect(asked).toEqual([{ org_id: 3 }])
  })

  it('come by name or by age, and are found by name', async () => {
    fakeApi(
      reply(orgRoutes.list, () => [anOrg({ id: 3, name: 'b' }), anOrg({ id: 4, name: 'a' })]),
      oneForge,
    )
    const { user } = show()
    const order = async () => (await rowsOf('Organizations')).map((row) => row.textContent[0])
    const sort = (by: string) => user.selectOptions(screen.getByRole('combobox', { name: 'Sort by' }), by)
    await waitFor(async () => expect(await order()).toEqual(['a', 'b']))
    await sort('Name, Z to A')
    await waitFor(async () => expect(await order()).toEqual(['b', 'a']))
    await sort('Name, A to Z')
    await sort('Oldest first')
    await waitFor(async () => expect(await order()).toEqual(['b', 'a']))
    await user.type(screen.getByRole('textbox', { name: 'Search' }), 'a')
    await screen.findByText('1 of 2')
  })

  it('keep one, with the reason in the dialog, when the server refuses', async () => {
    fakeApi(
      reply(orgRoutes.list, () => [anOrg()]),
      oneForge,
      reply(orgRoutes.remove, () => failure(500, 'it has agents')),
    )
    const { user } = show()
    await tabTo(user, await screen.findByRole('button', { name: 'Delete acme' }))
    await user.keyboard('{Enter}')
    const dialog = within(await screen.findByRole('dialog'))
    await tabTo(user, dialog.getByRole('textbox'))
    await user.keyboard('acme')
    await tabTo(user, dialog.getByRole('button', { name: 'Delete' }))
    await user.keyboard('{Enter}')
    await dialog.findByText(/it has agents/)
  })

  it('teach how the first one comes', async () => {
    fakeApi(
      reply(orgRoutes.list, () => []),
      oneForge,
    )
    show()
    expect((await screen.findByRole('link', { name: 'Add a repository' })).getAttribute('href')).toBe(
      '/repos/add',
    )
  })

  it.each(payloads.map((_, seed) => [seed]))('do no harm, whatever their texts are (%i)', async (seed) => {
    fakeApi(
      reply(orgRoutes.list, () => [makeHostile(anOrg(), seed)]),
      oneForge,
    )
    const { page } = show()
    await rowsOf('Organizations')
    expect(harmOn(page)).toEqual([])
  })
})

describe('what the server says of failed repairs', () => {
  it.each([
    ['{"error":"x","failed_repos":[1,2]}', [1, 2]],
    ['{"error":"x","failed_repos":[]}', undefined],
    ['{"failed_repos":["1"]}', undefined],
    ['not found', undefined],
    ['', undefined],
    ['null', undefined],
  ])('is read from %s', (body, ids) => {
    expect(failedRepos(body)).toEqual(ids)
  })
})

describe('where a release is described', () => {
  const document = 'https://woodpecker-ci.org/version.json'
  it.each([
    [document, '3.17.0', 'https://github.com/woodpecker-ci/woodpecker/releases/tag/v3.17.0'],
    [document, 'v3.18.0-rc.1', 'https://github.com/woodpecker-ci/woodpecker/releases/tag/v3.18.0-rc.1'],
    [document, 'next-abcdef', undefined],
    [document, '../../../evil', undefined],
    [document, undefined, undefined],
    ['https://other.test/version.json', '3.17.0', undefined],
    ['', '3.17.0', undefined],
  ])('follows from %s and %s', (versionUrl, version, url) => {
    expect(releaseUrl(versionUrl, version)).toBe(url)
  })
})
