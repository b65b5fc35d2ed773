import { act, screen, waitFor, within } from '@testing-library/react'
import { Bug, FileCog } from 'lucide-react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

import { paths, patterns } from '../paths.ts'
import { fakeApi } from '../testing/fakeApi.ts'
import { renderScreen } from '../testing/render.tsx'
import { TabLink, Tabs } from './Tabs.tsx'

/** The layout that happy-dom does not have: tabs of 100 px in a row that a test makes smaller and larger. */
let room = 1_000
const observed = new Set<() => void>()
class FakeResizeObserver {
  private readonly tell: () => void
  constructor(tell: () => void) {
    this.tell = tell
  }
  observe() {
    observed.add(this.tell)
  }
  disconnect() {
    observed.delete(this.tell)
  }
}
const resize = (width: number) =>
  act(() => {
    room = width
    for (const tell of observed) tell()
  })

beforeEach(() => {
  room = 1_000
  vi.stubGlobal('ResizeObserver', FakeResizeObserver)
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockImplementation(() => room)
  vi.spyOn(HTMLElement.prototype, 'offsetWidth', 'get').mockReturnValue(100)
  fakeApi()
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

const show = (at = '/repos/1/pipeline/2', hasErrors = true) =>
  renderScreen(
    <Tabs label="Sections">
      <TabLink {...paths.pipeline(1, 2)}>Steps</TabLink>
      <TabLink {...paths.config(1, 2)} icon={FileCog}>
        Config
      </TabLink>
      {hasErrors && (
        <TabLink {...paths.errors(1, 2)} count={3}>
          Errors
        </TabLink>
      )}
      <TabLink {...paths.debug(1, 2)} icon={Bug}>
        Debug
      </TabLink>
    </Tabs>,
    patterns.pipeline,
    { at },
  )
/** What is in the row and can be seen. */
const inRow = async () => {
  const nav = await screen.findByRole('navigation', { name: 'Sections' })
  return [...nav.querySelectorAll('[data-tab=shown]')].map(({ textContent }) => textContent)
}
const more = () => screen.findByRole('button', { name: 'More' })

describe('tabs', () => {
  it('are all in the row where there is room', async () => {
    show()
    expect(await inRow()).toEqual(['Steps', 'Config', 'Errors3', 'Debug'])
    expect(screen.queryByRole('button', { name: 'More' })).toBeNull()
  })

  it('go into a menu where there is none, and come back', async () => {
    const { user } = show()
    await inRow()
    resize(320)
    expect(await inRow()).toEqual(['Steps', 'Config'])
    await user.click(await more())
    const menu = within(await screen.findByRole('menu'))
    expect(menu.getAllByRole('menuitem').map(({ textContent }) => textContent)).toEqual(['Errors3', 'Debug'])
    await user.keyboard('{Escape}')
    resize(1_000)
    expect(await inRow()).toHaveLength(4)
    await waitFor(() => expect(screen.queryByRole('button', { name: 'More' })).toBeNull())
  })

  it('are reached in the menu by keyboard, as the links that they are', async () => {
    const { user, address } = show()
    await inRow()
    resize(320)
    const button = await more()
    act(() => button.focus())
    await user.keyboard('{ArrowDown}')
    const items = await screen.findAllByRole('menuitem')
    expect(items.map((item) => item.getAttribute('href'))).toEqual([
      '/repos/1/pipeline/2/errors',
      '/repos/1/pipeline/2/debug',
    ])
    await waitFor(() => expect(document.activeElement).toBe(items[0]))
    await user.keyboard('{ArrowDown}{Enter}')
    await waitFor(() => expect(address()).toBe('/repos/1/pipeline/2/debug'))
  })

  it('are measured anew when one comes or goes', async () => {
    room = 320
    const { unmount } = show('/repos/1/pipeline/2', false)
    expect(await inRow()).toEqual(['Steps', 'Config', 'Debug'])
    unmount()
    show()
    expect(await inRow()).toEqual(['Steps', 'Config'])
  })

  it('mark the current one in the menu', async () => {
    const { user } = show()
    await inRow()
    resize(90)
    await user.click(await more())
    const current = await screen.findByRole('menuitem', { current: 'page' })
    expect(current.textContent).toBe('Steps')
  })
})
