import { act, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

import { aFeedItem, aUser } from '../testing/fixtures.ts'
import { openPage } from './testing/openPage.tsx'

/*
 * Files of the page that cannot be fetched, mostly because a newer page has taken their place on the server: for what
 * lies over or beside the page. A missing page itself is `RouteError`'s.
 */

// Each test starts the whole page anew, on machines that do other things too.
vi.setConfig({ testTimeout: 30_000 })

const user = aUser({ login: 'ana' })
let away: Set<string>

/** As the loader of code does it: what is not there is reported, then thrown. */
async function parts<File extends object>(name: string, original: () => Promise<File>): Promise<File> {
  return new Proxy(await original(), {
    get(file, part: string, whole) {
      if (part === 'then' || !away.has(name)) return Reflect.get(file, part, whole)
      const payload = new Error(`Failed to fetch ${name}`)
      globalThis.dispatchEvent(Object.assign(new Event('vite:preloadError'), { payload }))
      throw payload
    },
  })
}

beforeEach(() => {
  localStorage.clear()
  away = new Set()
  // What is caught is still told on the console.
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  vi.doMock(import('./palette/Palette.tsx'), (original) => parts('palette', original))
  vi.doMock(import('./palette/ShortcutHelp.tsx'), (original) => parts('help', original))
  vi.doMock(import('../features/feed/FeedSidebar.tsx'), (original) => parts('feed', original))
  vi.doMock(import('../features/feed/FeedFilterBar.tsx'), (original) => parts('filters', original))
  vi.doMock(import('../features/feed/NoticeOffer.tsx'), (original) => parts('offer', original))
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.doUnmock('./palette/Palette.tsx')
  vi.doUnmock('./palette/ShortcutHelp.tsx')
  vi.doUnmock('../features/feed/FeedSidebar.tsx')
  vi.doUnmock('../features/feed/FeedFilterBar.tsx')
  vi.doUnmock('../features/feed/NoticeOffer.tsx')
  vi.unstubAllGlobals()
})

/** Somebody has begun to type. */
async function begin(feed: ReturnType<typeof aFeedItem>[] = []) {
  const page = await openPage({ at: '/repos/add', user, feed })
  const box = await screen.findByRole<HTMLInputElement>('textbox', { name: /search/i })
  await page.user.type(box, 'half a na')
  act(() => box.blur())
  return { ...page, box }
}
const notice = async () => within(await screen.findByRole('alert'))
const expectUntouched = (box: HTMLInputElement) => {
  expect(box.isConnected).toBe(true)
  expect(box.value).toBe('half a na')
  expect(screen.getByRole('navigation', { name: 'Main navigation' })).toBeDefined()
}

describe('what lies over the page and cannot be fetched', () => {
  it.each([
    ['palette', '{Control>}k{/Control}', 'Command palette'],
    ['help', '?', 'Keyboard shortcuts'],
  ])('stays away, says so, and comes when it is asked for again: %s', async (name, keys, dialog) => {
    away.add(name)
    const page = await begin()
    await page.user.keyboard(keys)
    const told = await notice()
    expect(told.getByText('This part could not be loaded')).toBeDefined()
    expectUntouched(page.box)

    const reload = vi.spyOn(globalThis.location, 'reload').mockImplementation(() => undefined)
    await page.user.click(told.getByRole('button', { name: 'Reload' }))
    expect(reload).toHaveBeenCalledOnce()
    expect(screen.queryByRole('alert')).toBeNull()

    await page.user.keyboard(keys)
    await notice()
    away.clear()
    await waitFor(async () => {
      await page.user.keyboard(keys)
      expect(screen.queryByRole('dialog', { name: dialog })).not.toBeNull()
    })
  })

  it('does not offer to load the page anew without a network, which would lose it', async () => {
    away.add('palette')
    const page = await begin()
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    await page.user.keyboard('{Control>}k{/Control}')
    const told = await notice()
    expect(told.getByText(/The server cannot be reached/)).toBeDefined()
    expect(told.queryByRole('button', { name: 'Reload' })).toBeNull()
    expectUntouched(page.box)
  })
})

describe('the pipeline feed', () => {
  const items = [aFeedItem({ number: 1, message: 'Newest' })]
  const openFeed = async (page: Awaited<ReturnType<typeof begin>>) =>
    page.user.click(screen.getByRole('button', { name: /Pipeline feed/ }))

  it('stays away when it cannot be fetched, and comes when it is opened again', async () => {
    away.add('feed')
    const page = await begin(items)
    await openFeed(page)
    expect((await notice()).getByRole('button', { name: 'Reload' })).toBeDefined()
    expectUntouched(page.box)
    expect(screen.queryByRole('complementary')).toBeNull()

    away.clear()
    await openFeed(page)
    await openFeed(page)
    expect(await screen.findByRole('complementary', { name: 'Pipeline feed' })).toBeDefined()
  })

  it.each(['filters', 'offer'])('goes without %s when they cannot be fetched', async (name) => {
    vi.stubGlobal('Notification', { permission: 'default' })
    vi.stubGlobal('isSecureContext', true)
    away.add(name)
    const page = await begin(items)
    await openFeed(page)
    const sidebar = within(await screen.findByRole('complementary', { name: 'Pipeline feed' }))
    await page.user.click(sidebar.getByRole('button', { name: 'Filter the feed' }))
    await notice()
    expect(sidebar.getByText(/Newest/)).toBeDefined()
    expectUntouched(page.box)
  })
})
