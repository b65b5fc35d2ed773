import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

import { fakeNotices } from '../testing/fakeNotices.ts'
import { aFeedItem } from '../testing/fixtures.ts'
import { openPage, signedIn, userConfig } from './testing/openPage.tsx'

// Each test starts the whole page anew, on machines that do other things too.
vi.setConfig({ testTimeout: 30_000 })

beforeEach(() => localStorage.clear())
afterEach(() => {
  vi.unstubAllGlobals()
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
