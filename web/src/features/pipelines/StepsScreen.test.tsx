import { act, screen, waitFor } from '@testing-library/react'
import type { Window } from 'happy-dom'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

import { fakeApi } from '../../testing/fakeApi.ts'
import { failed, has, showSteps, showStepsFrom, step } from './testing/pages.tsx'

vi.mock(import('./log/LogPane.tsx'), () => ({
  // The log has tests of its own, in browsers with workers.
  LogPane: ({ step: { name } }) => <p>{`Log of ${name}`}</p>,
}))

const turn = (width: number, height: number) =>
  act(() => (globalThis as unknown as Window).happyDOM.setViewport({ width, height }))

beforeEach(() => turn(390, 844))
afterEach(() => {
  turn(1_024, 768)
  vi.unstubAllGlobals()
})

describe('the log on a small screen', () => {
  it('is not loaded before somebody chooses a step', async () => {
    fakeApi(has(failed))
    const { user, address } = showSteps()
    const link = await step(/install/)
    expect(screen.queryByText(/^Log of/)).toBeNull()
    await user.click(link)
    await waitFor(() => expect(address()).toBe('/repos/1/pipeline/128/2'))
  })

  it('is there for the step in the address', async () => {
    fakeApi(has(failed))
    showStepsFrom(4)
    await screen.findByText('Log of report')
  })

  it('comes beside the steps when the screen is turned, and goes when it is turned back', async () => {
    fakeApi(has(failed))
    showSteps()
    await step(/install/)
    turn(844, 390)
    await screen.findByText('Log of test')
    turn(390, 844)
    expect(screen.queryByText(/^Log of/)).toBeNull()
  })

  it('is there from 768 pixels on, and not below', async () => {
    fakeApi(has(failed))
    turn(767, 1_024)
    showSteps()
    await step(/install/)
    expect(screen.queryByText(/^Log of/)).toBeNull()
    turn(768, 1_024)
    await screen.findByText('Log of test')
  })
})
