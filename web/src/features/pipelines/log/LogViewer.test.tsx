import { fireEvent, screen, waitFor } from '@testing-library/react'
import { logRoutes } from '@yaffle/contract/logs'
import { describe, expect, it, onTestFinished } from 'vitest'

import { fakeApi, reply } from '../../../testing/fakeApi.ts'
import { renderScreen } from '../../../testing/render.tsx'
import { LogViewer } from './LogViewer.tsx'
import { entries } from './testing/entries.ts'

async function show(lines: readonly string[], { display = 'flex' } = {}) {
  fakeApi(reply(logRoutes.get, () => entries(lines)))
  const drawn = renderScreen(
    <div style={{ display }}>
      <LogViewer
        source={{
          storedUrl: new URL('/api/repos/1/logs/5/7', location.href).href,
          token: '',
          isFailed: false,
        }}
        isRunning={false}
        step="test"
        started={1}
        fileName="test.log"
        range={undefined}
        onRange={() => undefined}
      />
    </div>,
    '/repos',
  )
  onTestFinished(() => drawn.unmount())
  await screen.findByText(/^Log loaded/)
  return drawn
}

const table = () => screen.getByRole('table', { hidden: true })
const box = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Find in log' })
const selected = ({ value, selectionStart, selectionEnd }: HTMLInputElement) =>
  value.slice(selectionStart ?? 0, selectionEnd ?? 0)

describe('the search', () => {
  it.each(['{Control>}f{/Control}', '{Meta>}f{/Meta}', 'f'])(
    'is come back to by %s, its text chosen',
    async (keys) => {
      const { user } = await show(['needle'])
      await user.click(screen.getByRole('button', { name: 'Find in log' }))
      await user.keyboard('needle')
      await screen.findByText('1 of 1')
      table().focus()
      box().setSelectionRange(0, 0)
      await user.keyboard(keys)
      expect(document.activeElement).toBe(box())
      expect(selected(box())).toBe('needle')
    },
  )

  it('is come back to by the button of the toolbar', async () => {
    const { user } = await show(['needle'])
    await user.click(screen.getByRole('button', { name: 'Find in log' }))
    await user.keyboard('needle')
    await user.click(screen.getByRole('button', { name: 'Find in log' }))
    expect(document.activeElement).toBe(box())
    expect(selected(box())).toBe('needle')
  })
})

describe('copying', () => {
  /** What a copy from here puts on the clipboard; undefined when that is left to the browser. */
  function copiedFrom(element: Element): string | undefined {
    const clipboardData = new DataTransfer()
    const isOurs = !fireEvent.copy(element, { clipboardData })
    return isOurs ? clipboardData.getData('text/plain') : undefined
  }

  it('gives the whole log wherever in the viewer it was selected', async () => {
    const { user } = await show(['one', 'two'])
    const wrap = screen.getByRole('button', { name: 'Wrap lines' })
    await user.click(wrap)
    expect(document.activeElement).toBe(wrap)
    expect(copiedFrom(wrap)).toBeUndefined()
    await user.keyboard('{Control>}a{/Control}')
    await waitFor(() => expect(copiedFrom(wrap)).toBe('one\ntwo'))
    expect(copiedFrom(table())).toBe('one\ntwo')
  })

  it('in the search box is the browser’s, even while all lines are selected', async () => {
    const { user } = await show(['one', 'two'])
    table().focus()
    await user.keyboard('{Control>}a{/Control}')
    await waitFor(() => expect(copiedFrom(table())).toBe('one\ntwo'))
    await user.click(screen.getByRole('button', { name: 'Find in log' }))
    await user.keyboard('needle')
    expect(copiedFrom(box())).toBeUndefined()
  })
})

describe('the keys', () => {
  it('for errors lead from the top to one on the very first line', async () => {
    const { user } = await show(['error: 1', 'a', 'b', 'error: 2', 'c', 'd'])
    table().focus()
    await user.keyboard('n')
    await screen.findByText('1/2')
    await user.keyboard('n')
    await screen.findByText('2/2')
  })

  it('for errors lead up from right below one to it', async () => {
    const { user } = await show(['error: 1', 'a', 'b', 'error: 2', 'c', 'd'])
    table().focus()
    // Nothing has a height here, so that a page is one line.
    await user.keyboard('{PageDown}{PageDown}p')
    await screen.findByText(/^\d\/2$/)
    expect(screen.getByText('1/2')).toBeDefined()
  })

  const isTaken = (key: string) => !fireEvent.keyDown(document.body, { key, ctrlKey: true })

  it('for the search are taken while the focus is nowhere', async () => {
    await show(['one'])
    expect(isTaken('f')).toBe(true)
    expect(box()).toBeDefined()
  })

  it('for the search are the browser’s while the log cannot be seen', async () => {
    await show(['one'], { display: 'none' })
    expect(isTaken('f')).toBe(false)
    expect(screen.queryByRole('search', { hidden: true })).toBeNull()
  })
})
