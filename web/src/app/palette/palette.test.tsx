import { screen, waitFor } from '@testing-library/react'
import { feedRoutes } from '@yaffle/contract/feed'
import { repoRoutes } from '@yaffle/contract/repos'
import { afterEach, describe, expect, it, vi } from 'vitest'

import { failure, reply } from '../../testing/fakeApi.ts'
import { aRepo, aUser } from '../../testing/fixtures.ts'
import { openPage } from '../testing/openPage.tsx'

afterEach(() => {
  vi.unstubAllGlobals()
  localStorage.clear()
})

const admin = aUser({ login: 'ana', admin: true })
const named = (full_name: string, id: number) => aRepo({ id, full_name, active: true })
const many = (count: number) =>
  Array.from({ length: count }, (_, index) => named(`team-${index % 7}/service-${index + 100}`, index + 100))

/** A server with these repositories, 50 on a page, and what pages it was asked for. */
function serverWith(repos: ReturnType<typeof aRepo>[], before: (page: number) => unknown = () => undefined) {
  const asked: number[] = []
  const route = reply(repoRoutes.all, async ({ query: { page, perPage } }) => {
    asked.push(page)
    await before(page)
    return repos.slice((page - 1) * perPage, page * perPage)
  })
  return { asked, route }
}

async function pageOf(route: ReturnType<typeof reply>, user = admin) {
  const page = await openPage({ at: '/user', user, replies: [route, reply(feedRoutes.list, () => [])] })
  const open = async () => {
    await page.user.keyboard('{Control>}k{/Control}')
    return screen.findByRole('combobox', { name: /Search repositories/ })
  }
  const close = async () => {
    await page.user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('combobox', { name: /Search repositories/ })).toBeNull())
  }
  return { ...page, open, close }
}
const options = () => screen.queryAllByRole('option').map(({ textContent }) => textContent)

describe('the palette of a visitor', () => {
  it('leads to sign in and back to this very place', async () => {
    const page = await openPage({ at: '/cli/nothing?q=a#b' })
    await screen.findByRole('heading', { name: 'Page not found' })
    await page.user.keyboard('{Control>}k{/Control}')
    await page.user.type(
      await screen.findByRole('combobox', { name: /Search repositories/ }),
      'sign in{Enter}',
    )
    await waitFor(() => expect(page.address()).toBe('/login?url=%2Fcli%2Fnothing%3Fq%3Da%23b'))
  })
})

describe('the palette of an administrator', () => {
  it('finds every active repository of the server, read only once it is open, and only once', async () => {
    const repos = [
      ...many(120),
      named('zeta/last', 9_000),
      aRepo({ id: 9_001, full_name: 'zeta/off', active: false }),
    ]
    const { asked, route } = serverWith(repos)
    const { user, open, close, address } = await pageOf(route)
    expect(asked).toEqual([])
    await user.type(await open(), 'zeta')
    await screen.findByRole('option', { name: 'zeta/last' })
    expect(options()).toEqual(['zeta/last'])
    expect(asked).toEqual([1, 2, 3])
    await close()
    await user.type(await open(), 'zeta last{Enter}')
    await waitFor(() => expect(address()).toBe('/repos/9000'))
    expect(asked).toEqual([1, 2, 3])
  })

  it('offers the own ones first, and each once', async () => {
    const { route } = serverWith([named('aaa/api', 5), named('acme/api', 1), named('bbb/api', 6)])
    const { user, open } = await pageOf(route)
    const box = await open()
    await screen.findByRole('option', { name: 'bbb/api' })
    expect(options().slice(0, 3)).toEqual(['acme/api', 'aaa/api', 'bbb/api'])
    await user.type(box, 'api')
    expect(options().filter((name) => name?.includes('/'))).toEqual(['acme/api', 'aaa/api', 'bbb/api'])
  })

  it('stops reading when it is closed, and goes on where it was', async () => {
    const answers: (() => void)[] = []
    const { asked, route } = serverWith(many(120), (page) =>
      page === 2 && answers.length === 0 ? new Promise<void>((resolve) => answers.push(resolve)) : undefined,
    )
    const { open, close } = await pageOf(route)
    await open()
    await waitFor(() => expect(asked).toEqual([1, 2]))
    await close()
    answers[0]?.()
    const box = await open()
    await waitFor(() => expect(asked).toEqual([1, 2, 2, 3]))
    expect(box).toBeDefined()
  })

  it('says that it is reading rather than that there is nothing', async () => {
    const answers: (() => void)[] = []
    const { route } = serverWith([named('zeta/one', 7)], () => new Promise<void>((go) => answers.push(go)))
    const { user, open } = await pageOf(route)
    await user.type(await open(), 'zeta')
    await screen.findByText('Loading the rest…')
    expect(screen.queryByText('Nothing has this name')).toBeNull()
    await waitFor(() => expect(answers).toHaveLength(1))
    answers[0]?.()
    await screen.findByRole('option', { name: 'zeta/one' })
  })

  it('keeps what it has when a page fails, says so, and tries again when it is opened again', async () => {
    let isDown = true
    const { asked, route } = serverWith(many(60), (page) => page === 2 && isDown && failure(400, 'no page'))
    const { user, open, close } = await pageOf(route)
    const box = await open()
    await screen.findByText('The rest of the list could not be loaded.')
    await user.type(box, 'service-149')
    expect(await screen.findByRole('option', { name: /service-149/ })).toBeDefined()
    isDown = false
    await close()
    await user.type(await open(), 'service-159')
    await screen.findByRole('option', { name: /service-159/ })
    expect(screen.queryByText('The rest of the list could not be loaded.')).toBeNull()
    expect(asked).toEqual([1, 2, 2])
  })

  it('makes the hidden characters of a name visible', async () => {
    const { route } = serverWith([named('zeta/safe\u202egnp.exe', 7)])
    const { user, open } = await pageOf(route)
    await user.type(await open(), 'zeta')
    const [found] = await screen.findAllByRole('option', { name: /^zeta/ })
    expect(found?.textContent).toBe('zeta/safeU+202Egnp.exe')
  })

  it('still finds the own ones when the server refuses', async () => {
    const { route } = serverWith([], () => failure(403, 'User not authorized'))
    const { user, open, address } = await pageOf(route)
    const box = await open()
    await screen.findByText('The rest of the list could not be loaded.')
    await user.type(box, 'acme{Enter}')
    await waitFor(() => expect(address()).toBe('/repos/1'))
  })

  it('has pages and actions where there are no repositories', async () => {
    const { route, asked } = serverWith([])
    const { user, open } = await pageOf(route)
    await user.type(await open(), 'zzzz')
    await screen.findByText('Nothing has this name')
    expect(asked).toEqual([1])
  })

  it('answers each key at once with five thousand of them', async () => {
    const { asked, route } = serverWith(many(5_000))
    const { user, open } = await pageOf(route)
    const box = await open()
    await waitFor(() => expect(asked).toHaveLength(101), { timeout: 60_000 })
    const start = performance.now()
    await user.type(box, 'service-5099')
    await screen.findByRole('option', { name: /service-5099/ })
    expect((performance.now() - start) / 'service-5099'.length).toBeLessThan(100)
  })
})

describe('the palette of others', () => {
  it('never asks for repositories of the whole server', async () => {
    const { asked, route } = serverWith(many(3))
    const { open } = await pageOf(route, aUser({ login: 'ben', admin: false }))
    await open()
    await screen.findByRole('option', { name: 'acme/api' })
    expect(asked).toEqual([])
    expect(screen.queryByText('The rest of the list could not be loaded.')).toBeNull()
  })
})
