import { screen } from '@testing-library/react'
import { logRoutes } from '@yaffle/contract/logs'
import { describe, expect, it, onTestFinished } from 'vitest'

import { fakeApi, reply } from '../../../testing/fakeApi.ts'
import { renderScreen } from '../../../testing/render.tsx'
import { LogViewer } from './LogViewer.tsx'

async function show(lines: readonly string[], { display = 'flex' } = {}) {
  fakeApi(
    reply(logRoutes.get, () =>
      lines.map((text, line) => ({
        id: line,
        step_id: 7,
        time: line,
        line,
        data: Buffer.from(text).toString('base64'),
        type: 0,
      })),
    ),
  )
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
