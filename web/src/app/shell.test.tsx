import { act, screen, waitFor, within } from '@testing-library/react'
import { feedRoutes } from '@yaffle/contract/feed'
import { repoRoutes } from '@yaffle/contract/repos'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

import { failure, reply } from '../testing/fakeApi.ts'
import { fakeNotices } from '../testing/fakeNotices.ts'
import { aFeedItem, aUser } from '../testing/fixtures.ts'
import { openPage } from './testing/openPage.tsx'

// Each test starts the whole page anew, on machines that do other things too.
vi.setConfig({ testTimeout: 30_000 })

beforeEach(() => localStorage.clear())
afterEach(() => {
  vi.unstubAllGlobals()
})

const userConfig = () =>
  JSON.parse(localStorage.getItem('yaffle:user-config') ?? '{}') as Record<string, unknown>
const signedIn = aUser({ login: 'ana' })

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

describe('the pipeline feed', () => {
  const items = [
    aFeedItem({ number: 1, status: 'success', created: 300, message: 'Newest' }),
    aFeedItem({ number: 2, status: 'running', created: 100, message: 'Oldest' }),
    aFeedItem({ number: 3, status: 'pending', created: 200, message: 'Between\n\nmore' }),
  ]

  it('opens and closes, and is remembered', async () => {
    const page = await openPage({ at: '/user', user: signedIn, feed: items })
    const toggle = await screen.findByRole('button', { name: 'Pipeline feed (2)' })
    await page.user.click(toggle)
    const sidebar = await screen.findByRole('complementary', { name: 'Pipeline feed' })
    expect(userConfig()).toMatchObject({ isPipelineFeedOpen: true })
    expect(toggle.getAttribute('aria-expanded')).toBe('true')

    const rows = within(sidebar).getAllByRole('link')
    expect(rows.map((row) => row.getAttribute('href'))).toEqual([
      '/repos/1/pipeline/3',
      '/repos/1/pipeline/2',
      '/repos/1/pipeline/1',
    ])
    expect(rows[0]!.textContent).toContain('Between')
    expect(rows[0]!.textContent).not.toContain('more')

    await page.user.click(within(sidebar).getByRole('button', { name: 'Close pipeline feed' }))
    expect(screen.queryByRole('complementary')).toBeNull()
    expect(userConfig()).toMatchObject({ isPipelineFeedOpen: false })
  })

  it('is open when it was left open, and says when there is nothing', async () => {
    localStorage.setItem('yaffle:user-config', '{"isPipelineFeedOpen":true}')
    await openPage({ at: '/user', user: signedIn })
    const sidebar = await screen.findByRole('complementary', { name: 'Pipeline feed' })
    expect(await within(sidebar).findByText('No pipelines yet')).toBeDefined()
  })

  it('is not for visitors, even when it was left open', async () => {
    localStorage.setItem('yaffle:user-config', '{"isPipelineFeedOpen":true}')
    await openPage({ at: '/cli/nothing' })
    await screen.findByRole('navigation', { name: 'Main navigation' })
    expect(screen.queryByRole('complementary')).toBeNull()
  })

  it.each([
    [0, 'Pipeline feed', '0'],
    [9, 'Pipeline feed (9)', '9'],
    [10, 'Pipeline feed (10)', '9+'],
  ])('counts %i active pipelines', async (count, name, text) => {
    const feed = Array.from({ length: count }, (_, index) =>
      aFeedItem({ number: index + 1, status: 'running' }),
    )
    await openPage({ at: '/user', user: signedIn, feed })
    expect((await screen.findByRole('button', { name })).textContent).toBe(text)
  })

  const opened = { at: '/user', user: signedIn, feed: items }
  const openFeed = async (at = '/user') => {
    localStorage.setItem('yaffle:user-config', '{"isPipelineFeedOpen":true}')
    const page = await openPage({ ...opened, at })
    const sidebar = within(await screen.findByRole('complementary', { name: 'Pipeline feed' }))
    const titles = () =>
      sidebar.queryAllByRole('link').map((link) => /Newest|Oldest|Between/.exec(link.textContent)?.[0])
    return { page, sidebar, titles }
  }

  it('is narrowed down, in the address, and stays so from page to page', async () => {
    const { page, sidebar, titles } = await openFeed()
    await page.user.click(await sidebar.findByRole('button', { name: 'Filter the feed' }))
    await page.user.selectOptions(await sidebar.findByRole('combobox', { name: 'Status' }), 'success')
    await waitFor(() => expect(titles()).toEqual(['Newest']))
    expect(page.address()).toBe('/user?feedStatus=success')
    await page.user.click(screen.getByRole('link', { name: /Repositories/ }))
    await waitFor(() => expect(page.address()).toBe('/repos?feedStatus=success'))
    expect(titles()).toEqual(['Newest'])
    await page.user.click(sidebar.getByRole('button', { name: 'Filter the feed' }))
    await waitFor(() => expect(page.address()).toBe('/repos'))
    await waitFor(() => expect(titles()).toHaveLength(3))
    expect(sidebar.queryByRole('combobox')).toBeNull()
  })

  it('says when nothing gets through the filters of an address, and takes them out of it', async () => {
    const { page, sidebar, titles } = await openFeed('/user?feedText=nowhere&feedEvent=tag')
    await sidebar.findByText('No pipeline matches the filters')
    expect(titles()).toEqual([])
    expect(sidebar.getByRole<HTMLInputElement>('textbox', { name: 'Search the feed' }).value).toBe('nowhere')
    await page.user.click(sidebar.getByRole('button', { name: 'Clear filters' }))
    await waitFor(() => expect(titles()).toHaveLength(3))
    expect(page.address()).toBe('/user')
  })

  it('finds texts as one types', async () => {
    const { page, sidebar, titles } = await openFeed('/user?feedStatus=pending')
    expect(titles()).toEqual(['Between'])
    await page.user.selectOptions(await sidebar.findByRole('combobox', { name: 'Status' }), '')
    await page.user.type(sidebar.getByRole('textbox', { name: 'Search the feed' }), 'old')
    await waitFor(() => expect(titles()).toEqual(['Oldest']))
    expect(page.address()).toBe('/user?feedText=old')
    await page.user.type(sidebar.getByRole('textbox', { name: 'Author' }), 'nobody')
    await sidebar.findByText('No pipeline matches the filters')
    await waitFor(() => expect(page.address()).toBe('/user?feedText=old&feedAuthor=nobody'))
  })

  it('offers to tell when pipelines finish, once', async () => {
    const desktop = fakeNotices()
    const { page, sidebar } = await openFeed()
    await page.user.click(await sidebar.findByRole('button', { name: 'No, thanks' }))
    expect(sidebar.queryByRole('button', { name: 'Turn on notifications' })).toBeNull()
    expect(localStorage.getItem('yaffle:notices')).toBe('off')
    expect(desktop.asked()).toBe(0)
  })

  it('tells on the desktop from then on when one takes the offer', async () => {
    const desktop = fakeNotices()
    const { page, sidebar } = await openFeed()
    await page.user.click(await sidebar.findByRole('button', { name: 'Turn on notifications' }))
    await waitFor(() => expect(localStorage.getItem('yaffle:notices')).toBe('on'))
    expect(desktop.shown).toHaveLength(1)
    expect(sidebar.queryByRole('button', { name: 'Turn on notifications' })).toBeNull()
  })

  it('offers nothing that the browser cannot do', async () => {
    vi.stubGlobal('Notification', undefined)
    const { sidebar } = await openFeed()
    expect(await sidebar.findAllByRole('link')).toHaveLength(3)
    expect(sidebar.queryByRole('button', { name: 'Turn on notifications' })).toBeNull()
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
