import { act, screen, waitFor, within } from '@testing-library/react'
import { feedRoutes } from '@yaffle/contract/feed'
import { repoRoutes } from '@yaffle/contract/repos'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

import { failure, reply } from '../testing/fakeApi.ts'
import { aUser } from '../testing/fixtures.ts'
import { openPage, signedIn } from './testing/openPage.tsx'

// Each test starts the whole page anew, on machines that do other things too.
vi.setConfig({ testTimeout: 30_000 })

beforeEach(() => localStorage.clear())
afterEach(() => {
  vi.unstubAllGlobals()
})

describe('the header', () => {
  it('leads a user to their pages', async () => {
    await openPage({
      at: '/user',
      user: signedIn,
      globals: { WOODPECKER_ENABLE_SWAGGER: true, YAFFLE_DOCS_URL: 'https://docs.test/' },
    })
    const bar = within(await screen.findByRole('navigation', { name: 'Main navigation' }))
    const target = (name: RegExp) => bar.getByRole('link', { name }).getAttribute('href')
    expect(target(/Yaffle/)).toBe('/')
    expect(target(/Repositories/)).toBe('/repos')
    expect(target(/Docs/)).toBe('https://docs.test/')
    expect(target(/API/)).toBe('/swagger/index.html')
    expect(target(/User settings/)).toBe('/user')
    expect(bar.queryByRole('link', { name: 'Administration' })).toBeNull()
    expect(bar.queryByRole('link', { name: 'Sign in' })).toBeNull()
    expect(bar.getByRole('link', { name: /Yaffle/ }).getAttribute('data-tooltip')).toBe('Version 1.2.3')
  })

  it('has no API docs where the server has none', async () => {
    await openPage({ at: '/user', user: signedIn })
    const bar = within(await screen.findByRole('navigation', { name: 'Main navigation' }))
    expect(bar.queryByRole('link', { name: /API/ })).toBeNull()
  })

  it('leads administrators to the administration', async () => {
    await openPage({
      at: '/user',
      user: aUser({ admin: true }),
      globals: { WOODPECKER_SKIP_VERSION_CHECK: true },
    })
    expect((await screen.findByRole('link', { name: 'Administration' })).getAttribute('href')).toBe('/admin')
  })

  it('lets nobody but administrators in there', async () => {
    await openPage({ at: '/admin', user: signedIn })
    expect(await screen.findByText(/Only administrators/)).toBeDefined()
  })
})

describe('notices', () => {
  it('tell once that the session ended, with the way back to this very place', async () => {
    const replies = [reply(feedRoutes.list, () => failure(401)), reply(repoRoutes.mine, () => failure(401))]
    await openPage({ at: '/repos?q=x', user: signedIn, replies })
    const notices = within(await screen.findByRole('region', { name: 'Notifications' }))
    expect(await notices.findByText('You have been signed out')).toBeDefined()
    expect(notices.getAllByRole('status')).toHaveLength(1)

    const assign = vi.spyOn(globalThis.location, 'assign').mockImplementation(() => undefined)
    act(() => notices.getByRole('button', { name: 'Sign in' }).click())
    expect(assign).toHaveBeenCalledWith('/login?url=%2Frepos%3Fq%3Dx')
  })

  it.each([
    [404, 'gone', 'Not found'],
    [403, 'not yours', 'Forbidden: not yours'],
  ])('say that a call failed with %i', async (status, text, title) => {
    await openPage({
      at: '/repos',
      user: signedIn,
      replies: [reply(repoRoutes.mine, () => failure(status, text))],
    })
    const notices = within(await screen.findByRole('region', { name: 'Notifications' }))
    expect((await notices.findByRole('alert')).textContent).toContain(title)
  })

  it('offer to reload when a part of the page is missing', async () => {
    await openPage({ at: '/user', user: signedIn })
    act(() => {
      globalThis.dispatchEvent(new Event('vite:preloadError'))
    })
    expect(await screen.findByText('This part could not be loaded')).toBeDefined()
    expect(screen.getByRole('button', { name: 'Reload' })).toBeDefined()
  })
})

describe('the palette', () => {
  const open = async () => {
    const page = await openPage({ at: '/user', user: signedIn, globals: { WOODPECKER_ENABLE_SWAGGER: true } })
    await page.user.keyboard('{Control>}k{/Control}')
    return { ...page, box: await screen.findByRole('combobox', { name: /Search repositories/ }) }
  }
  const current = () => screen.getByRole('option', { selected: true }).textContent

  it('goes to a repository by a part of its name', async () => {
    const { user, box, address } = await open()
    await user.type(box, 'acme api{Enter}')
    await waitFor(() => expect(address()).toBe('/repos/1'))
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it('chooses with the arrow keys, around the ends', async () => {
    const { user, box } = await open()
    await user.type(box, 'theme')
    expect(current()).toBe('Theme: Same as system')
    await user.keyboard('{ArrowDown}')
    expect(current()).toBe('Theme: Light')
    expect(box.getAttribute('aria-activedescendant')).toBe(screen.getByRole('option', { selected: true }).id)
    await user.keyboard('{ArrowUp}{ArrowUp}')
    expect(current()).toBe('Theme: Dark')
    await user.keyboard('{Enter}')
    expect(localStorage.getItem('yaffle:theme')).toBe('dark')
  })

  it('says when nothing fits', async () => {
    const { user, box } = await open()
    await user.type(box, 'zzzz{Enter}')
    expect(screen.getByText('Nothing has this name')).toBeDefined()
  })

  it('offers what is there for the person only', async () => {
    await open()
    await screen.findByRole('option', { name: 'acme/api' })
    const options = screen.getAllByRole('option').map(({ textContent }) => textContent)
    expect(options).toEqual(expect.arrayContaining(['acme/api', 'Repositories', 'API', 'Sign out']))
    expect(options).not.toContain('Administration')
  })

  it('closes by Escape', async () => {
    const { user } = await open()
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('combobox', { name: /Search repositories/ })).toBeNull())
  })
})

describe('keys', () => {
  it('lead to pages, to the filter of a page, and to a list of themselves', async () => {
    const page = await openPage({ at: '/user', user: signedIn })
    await page.user.keyboard('gr')
    await waitFor(() => expect(page.address()).toBe('/repos'))
    const filter = await screen.findByRole('textbox', { name: /Search repositories/ })
    await page.user.keyboard('/')
    expect(document.activeElement).toBe(filter)
    await page.user.keyboard('gu?')
    expect((filter as HTMLInputElement).value).toBe('gu?')
    filter.blur()
    await page.user.keyboard('?')
    expect(await screen.findByRole('dialog', { name: 'Keyboard shortcuts' })).toBeDefined()
  })
})

describe('what the browser remembers', () => {
  it.each(['', 'null', '7', '"x"', '[]', '{', '{"isPipelineFeedOpen":"yes","redirectUrl":7}'])(
    'may be %s',
    async (text) => {
      localStorage.setItem('yaffle:user-config', text)
      const page = await openPage({ at: '/user', user: signedIn })
      expect(page.address()).toBe('/user')
      expect(screen.queryByRole('complementary')).toBeNull()
    },
  )
})
