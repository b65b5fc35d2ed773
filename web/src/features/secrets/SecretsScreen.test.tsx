import { screen, waitFor, within } from '@testing-library/react'
import { orgSecretRoutes, repoSecretRoutes } from '@yaffle/contract/secrets'
import { afterEach, describe, expect, it, vi } from 'vitest'

import { failure, fakeApi, never, reply } from '../../testing/fakeApi.ts'
import { aSecret } from '../../testing/fixtures.ts'
import { harmOn, makeHostile, payloads } from '../../testing/hostile.ts'
import { toasts } from '../../ui/toasts.ts'
import { field, nobodyElse, ofOrg, ofServer, own, row, rows, show, titles } from './testing/screen.tsx'

afterEach(() => {
  for (const { id } of toasts.list()) toasts.dismiss(id)
  vi.unstubAllGlobals()
})

describe('the list of secrets', () => {
  it('shows the inherited ones with their level, and what replaces what', async () => {
    fakeApi(own('A', 'B'), ofOrg('B', 'C'), ofServer('C', 'D'))
    show()
    await waitFor(async () => expect(await rows()).toHaveLength(6))
    expect((await row('B')).getByText('Replaces: Organization')).toBeDefined()
    expect((await row('B', 1)).getByText('Replaced by: Repository')).toBeDefined()
    expect((await row('B', 1)).queryByRole('button')).toBeNull()
    expect((await row('D')).getByText('Server')).toBeDefined()
    expect((await row('D')).queryByRole('button', { name: 'Delete D' })).toBeNull()
    expect(screen.getByText('6 entries')).toBeDefined()
  })

  it('says that the organization may not be read, and still shows the server’s', async () => {
    fakeApi(
      own('A'),
      reply(orgSecretRoutes.list, () => failure(403, 'user not authorized')),
      ofServer('D'),
    )
    show()
    await screen.findByText(/You may not see what the organization has/)
    expect((await row('D')).getByText('Server')).toBeDefined()
  })

  it('does not wait for a level that is slow', async () => {
    fakeApi(own('A'), reply(orgSecretRoutes.list, never), ofServer('D'))
    show()
    expect((await row('A')).getByRole('button', { name: 'Edit A' })).toBeDefined()
    await row('D')
  })

  it('offers another try for a level that failed', async () => {
    let isDown = true
    fakeApi(
      own('A'),
      reply(orgSecretRoutes.list, () => (isDown ? failure(500) : [aSecret({ name: 'C' })])),
      ofServer(),
    )
    const { user } = show()
    await screen.findByText(/could not be loaded: Organization/)
    isDown = false
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    await row('C')
  })

  it('reads every page of a level', async () => {
    const pages: number[] = []
    fakeApi(
      reply(repoSecretRoutes.list, ({ query: { page } }) => {
        pages.push(page)
        const count = page === 1 ? 50 : 3
        return Array.from({ length: count }, (_, index) => aSecret({ name: `S${page}-${index}` }))
      }),
      ...nobodyElse,
    )
    show()
    await screen.findByText('53 entries')
    expect(pages).toEqual([1, 2])
  })

  it('finds by name and sorts, and keeps both in the address', async () => {
    fakeApi(own('ALPHA', 'BETA', 'GAMMA'), ...nobodyElse)
    const { user, address } = show()
    await row('ALPHA')
    await user.selectOptions(screen.getByRole('combobox', { name: 'Sort by' }), 'Name, Z to A')
    await waitFor(async () => expect((await rows())[0]?.textContent).toContain('GAMMA'))
    await user.type(screen.getByRole('textbox', { name: 'Search' }), 'bet')
    await screen.findByText('1 of 3')
    await waitFor(() => expect(address()).toContain('q=bet'))
    expect(address()).toContain('sort=name-desc')
    await user.type(screen.getByRole('textbox', { name: 'Search' }), 'xyz')
    await screen.findByText('Nothing matches “betxyz”')
    await user.click(screen.getAllByRole('button', { name: 'Clear search' })[0]!)
    await waitFor(async () => expect(await rows()).toHaveLength(3))
  })

  it('comes in the order of where things are from, if so wanted', async () => {
    fakeApi(own('Z'), ofOrg('A'), ofServer('M'))
    const { user } = show('?sort=level')
    await waitFor(async () =>
      expect((await rows()).map((item) => item.textContent[0])).toEqual(['Z', 'A', 'M']),
    )
    await user.selectOptions(screen.getByRole('combobox', { name: 'Sort by' }), 'Name, A to Z')
    await waitFor(async () =>
      expect((await rows()).map((item) => item.textContent[0])).toEqual(['A', 'M', 'Z']),
    )
  })

  it('says what each is for, and who gets it', async () => {
    fakeApi(
      reply(repoSecretRoutes.list, () => [
        aSecret({ name: 'A', note: 'of the bot', images: ['a/b', 'c'], events: ['push', 'cron'] }),
      ]),
      ...nobodyElse,
    )
    show()
    const one = await row('A')
    expect(one.getByText('of the bot')).toBeDefined()
    expect(one.getByText('Only for a/b, c')).toBeDefined()
    expect(one.getByText('Push')).toBeDefined()
    expect(one.getByText('Cron')).toBeDefined()
  })

  it('teaches what secrets are while there is none', async () => {
    fakeApi(own(), ...nobodyElse)
    const { user } = show()
    await screen.findByText('No secrets yet')
    await user.click(screen.getAllByRole('button', { name: 'Add secret' })[0]!)
    await field(/^Name/)
  })

  it('asks before it deletes, naming the secret, and says what the server refused', async () => {
    let isRefused = true
    const removed: string[] = []
    fakeApi(
      own('A'),
      ...nobodyElse,
      reply(repoSecretRoutes.remove, ({ params }) => {
        if (isRefused) failure(500, 'database is locked')
        removed.push(params.name)
      }),
    )
    const { user } = show()
    await user.click((await row('A')).getByRole('button', { name: 'Delete A' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Delete secret A?' }))
    expect(dialog.getByText(/Its value is lost for good/)).toBeDefined()
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Cancel'))
    await user.click(dialog.getByRole('button', { name: 'Delete' }))
    await dialog.findByText(/database is locked/)
    isRefused = false
    await user.click(dialog.getByRole('button', { name: 'Delete' }))
    await waitFor(() => expect(titles()).toEqual(['Secret A was deleted']))
    expect(removed).toEqual(['A'])
  })

  it('copies a curl command that holds no token', async () => {
    fakeApi(own('A'), ...nobodyElse)
    const { user } = show()
    await row('A')
    await user.click(screen.getByRole('button', { name: 'Use outside the browser' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Copy as curl' }))
    await waitFor(async () =>
      expect(await navigator.clipboard.readText()).toMatch(
        /^curl -H "Authorization: Bearer \$WOODPECKER_TOKEN" .*\/api\/repos\/1\/secrets$/,
      ),
    )
  })

  it.each(payloads.map((_, seed) => [seed]))('shows hostile texts as text, round %i', async (seed) => {
    fakeApi(
      reply(repoSecretRoutes.list, () => [makeHostile(aSecret({ images: ['x'], note: 'x' }), seed)]),
      reply(orgSecretRoutes.list, () => [makeHostile(aSecret({ repo_id: 0, org_id: 3 }), seed + 3)]),
      ofServer(),
    )
    const { page } = show()
    await rows()
    expect(harmOn(page)).toEqual([])
  })
})
