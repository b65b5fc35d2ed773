import { screen, waitFor, within } from '@testing-library/react'
import { logRoutes } from '@yaffle/contract/logs'
import { describe, expect, it, vi } from 'vitest'

import { areLogGroupsFolded } from '../../../domain/logGroups.ts'
import { fakeApi, failure, reply } from '../../../testing/fakeApi.ts'
import { aStep } from '../../../testing/fixtures.ts'
import { payloads } from '../../../testing/hostile.ts'
import { renderScreen } from '../../../testing/render.tsx'
import { LogPane } from './LogPane.tsx'
import { doesFollowLogs } from './preferences.ts'
import { entries } from './testing/entries.ts'

const stored = (...lines: string[]) => reply(logRoutes.get, () => entries(lines))

function show(
  step: Parameters<typeof aStep>[0] = {},
  { status = 'success', canPush = true, at = '/repos', onClose = undefined as (() => void) | undefined } = {},
) {
  const ofStep = aStep({ id: 7, name: 'test', state: 'success', started: 1_700_000_000, ...step })
  return renderScreen(
    <LogPane
      repoId={1}
      number={5}
      step={ofStep}
      pipelineStatus={status}
      canPush={canPush}
      {...(onClose && { onClose })}
    />,
    '/repos',
    { at },
  )
}

const log = () => screen.findByRole('table', { name: 'Log of test' })

describe('the log of a step', () => {
  it('shows its lines with their numbers, and how it ended', async () => {
    fakeApi(stored('first line', '\u001B[31msecond\u001B[0m line'))
    show({ state: 'failure', exit_code: 2 })
    const row = await screen.findByRole('row', { name: /second line/ })
    expect(row.getAttribute('aria-rowindex')).toBe('2')
    expect(within(row).getByText('second').style.color).toBe('var(--ansi-1)')
    await screen.findByText('Log loaded, 2 lines')
    expect((await log()).getAttribute('aria-rowcount')).toBe('2')
    expect(screen.getByText('Exit code 2')).toBeDefined()
  })

  it('is read with a single call', async () => {
    const { calls } = fakeApi(stored('a'))
    show()
    await screen.findByText('Log loaded, 1 line')
    expect(calls).toEqual(['GET /api/repos/1/logs/5/7'])
  })

  it.each([
    [{ state: 'skipped', started: 0 }, 'This step was skipped'],
    [{ state: 'canceled', started: 0 }, 'This step was canceled'],
    [{ state: 'declined', started: 0 }, 'This step did not run'],
  ])('is not asked for when there cannot be one, and there is a way back: %j', async (step, text) => {
    const { calls } = fakeApi()
    const onClose = vi.fn<() => void>()
    const { user } = show(step, { onClose })
    expect(await screen.findByText(text)).toBeDefined()
    expect(screen.getByRole('heading', { name: 'test' })).toBeDefined()
    await user.click(screen.getByRole('button', { name: 'Back to the steps' }))
    expect(onClose).toHaveBeenCalledOnce()
    expect(calls).toEqual([])
  })

  it('is followed while the step runs, unless its reader switched that off, now or before', async () => {
    fakeApi()
    const follow = () => screen.findByRole('button', { name: 'Follow the end' })
    const isOn = async () => (await follow()).getAttribute('aria-pressed')
    for (const [before, after] of [
      ['true', 'false'],
      ['false', 'true'],
      ['true', 'false'],
    ]) {
      const { user, unmount } = show({ state: 'running', finished: 0 })
      expect(await isOn()).toBe(before)
      await user.click(await follow())
      await waitFor(async () => expect(await isOn()).toBe(after))
      expect(localStorage.getItem('yaffle:log-auto-scroll')).toBe(after)
      unmount()
    }
    doesFollowLogs.set(true)
  })

  it('waits for approval with the pipeline', async () => {
    fakeApi()
    show({ state: 'pending', started: 0 }, { status: 'blocked' })
    expect(await screen.findByText('This pipeline waits for approval')).toBeDefined()
  })

  it('of a step that was canceled while it ran is there', async () => {
    fakeApi(stored('half a line'))
    show({ state: 'canceled' })
    expect(await screen.findByText('half a line')).toBeDefined()
  })

  it('says so when the step wrote nothing', async () => {
    fakeApi(stored())
    show()
    expect(await screen.findByText('This step wrote no output')).toBeDefined()
  })

  it('says what failed and can be tried again', async () => {
    let isDown = true
    fakeApi(reply(logRoutes.get, () => (isDown ? failure(500, 'disk full') : entries(['here']))))
    const { user } = show()
    expect(await screen.findByText('Internal Server Error: disk full')).toBeDefined()
    isDown = false
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByText('here')).toBeDefined()
  })

  it('comes folded for those who prefer that', async () => {
    areLogGroupsFolded.set(true)
    fakeApi(stored('+ make', 'out of make'))
    const { user, unmount } = show()
    await screen.findByText('Log loaded, 2 lines')
    const fold = await screen.findByRole('button', { name: 'Output of make, 1 line', expanded: false })
    expect(screen.queryByText('out of make')).toBeNull()
    await user.click(fold)
    expect(await screen.findByText('out of make')).toBeDefined()
    unmount()
    areLogGroupsFolded.set(false)
    show()
    expect(await screen.findByText('out of make')).toBeDefined()
  })

  it('shows hostile lines as text and runs none of them', async () => {
    fakeApi(stored(...payloads.filter((text) => text.length < 60)))
    const { page } = show()
    await screen.findByText(/Log loaded/)
    const table = await log()
    expect(table.textContent).toContain('<img src=x onerror="globalThis.wasRun=true">')
    expect(table.querySelectorAll('img, script, svg[onload], form')).toHaveLength(0)
    for (const link of page.querySelectorAll('.log-link'))
      expect(link.getAttribute('href')).toMatch(/^https?:/)
    expect(table.querySelector('[data-mark="U+202E"]')).not.toBeNull()
    expect('wasRun' in globalThis).toBe(false)
  })
})

describe('finding one’s way', () => {
  it('marks the lines of the address and extends them with shift', async () => {
    fakeApi(stored('a', 'b', 'c', 'd'))
    const { user, page, address } = show({}, { at: '/repos#L2-L3' })
    await waitFor(() => expect(page.querySelectorAll('.log-chosen')).toHaveLength(2))
    expect(await screen.findByText('Lines 2 to 3')).toBeDefined()
    await user.keyboard('{Shift>}')
    await user.click(screen.getByRole('link', { name: 'Line 4' }))
    await user.keyboard('{/Shift}')
    await waitFor(() => expect(address()).toBe('/repos#L2-L4'))
    await user.click(screen.getByRole('button', { name: 'Clear selection' }))
    await waitFor(() => expect(address()).toBe('/repos'))
  })

  it('folds the output of a command and says how much is hidden', async () => {
    fakeApi(stored('+ npm test', 'one', 'two', '+ npm run build', 'three'))
    const { user } = show()
    const fold = await screen.findByRole('button', { name: 'Output of npm test, 2 lines' })
    expect(fold.getAttribute('aria-expanded')).toBe('true')
    await user.click(fold)
    await waitFor(() => expect(screen.queryByText('one')).toBeNull())
    expect(screen.getByText('2 lines')).toBeDefined()
    expect(screen.getByText('three')).toBeDefined()
  })

  it('searches the whole log, closed folds included', async () => {
    fakeApi(stored('+ npm test', 'needle', '+ npm run build', 'needle'))
    const { user } = show()
    await user.click(await screen.findByRole('button', { name: 'Output of npm test, 1 line' }))
    await waitFor(() => expect(screen.getAllByText('needle')).toHaveLength(1))
    await user.click(screen.getByRole('button', { name: 'Find in log' }))
    await user.keyboard('needle')
    expect(await screen.findByText('1 of 2')).toBeDefined()
    await waitFor(() => expect(screen.getAllByText('needle')).toHaveLength(2))
    await user.keyboard('{Enter}')
    expect(await screen.findByText('2 of 2')).toBeDefined()
    await user.keyboard('{Escape}')
    expect(screen.queryByRole('search')).toBeNull()
  })

  it('says that a pattern cannot be read', async () => {
    fakeApi(stored('a'))
    const { user } = show()
    await screen.findByText('Log loaded, 1 line')
    await user.click(screen.getByRole('button', { name: 'Find in log' }))
    await user.click(screen.getByRole('button', { name: 'Regular expression' }))
    await user.type(screen.getByRole('textbox', { name: 'Find in log' }), '(')
    expect(await screen.findByText('This pattern cannot be read')).toBeDefined()
  })

  it('counts errors and warnings and goes through them', async () => {
    fakeApi(stored('a', 'error: one', 'warning: w', 'error: two'))
    const { user } = show()
    await user.click(await screen.findByRole('button', { name: '2 errors' }))
    expect(await screen.findByText('1/2')).toBeDefined()
    await user.click(screen.getByRole('button', { name: 'Next error' }))
    expect(await screen.findByText('2/2')).toBeDefined()
    await user.click(screen.getByRole('button', { name: '1 warning' }))
    expect(await screen.findByText('1/1')).toBeDefined()
  })
})

describe('deleting a log', () => {
  it('asks first and names the step', async () => {
    let lines = ['something']
    const { calls } = fakeApi(
      reply(logRoutes.get, () => entries(lines)),
      reply(logRoutes.remove, () => {
        lines = []
      }),
    )
    const { user } = show()
    await screen.findByText('something')
    await user.click(screen.getByRole('button', { name: 'More' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Delete log' }))
    const dialog = await screen.findByRole('dialog', { name: 'Delete the log of test?' })
    expect(calls).not.toContain('DELETE /api/repos/1/logs/5/7')
    await user.click(within(dialog).getByRole('button', { name: 'Delete log' }))
    expect(await screen.findByText('This step wrote no output')).toBeDefined()
    expect(calls).toContain('DELETE /api/repos/1/logs/5/7')
  })

  it('says in the dialog why it did not work', async () => {
    fakeApi(
      stored('something'),
      reply(logRoutes.remove, () => failure(500, 'no')),
    )
    const { user } = show()
    await screen.findByText('something')
    await user.click(screen.getByRole('button', { name: 'More' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Delete log' }))
    const dialog = await screen.findByRole('dialog')
    await user.click(within(dialog).getByRole('button', { name: 'Delete log' }))
    expect(await within(dialog).findByText('Internal Server Error: no')).toBeDefined()
    expect(screen.getByText('something')).toBeDefined()
  })

  it.each([['those who may not push', {}, { canPush: false }]])(
    'is not offered to %s',
    async (_, step, options) => {
      fakeApi(stored('something'))
      const { user } = show(step, options)
      await screen.findByText('something')
      await user.click(screen.getByRole('button', { name: 'More' }))
      await screen.findByRole('menuitem', { name: 'Download as text' })
      expect(screen.queryByRole('menuitem', { name: 'Delete log' })).toBeNull()
    },
  )
})
