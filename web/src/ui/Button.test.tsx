import { act, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { Play } from 'lucide-react'
import { describe, expect, it, vi } from 'vitest'

import { Button } from './Button.tsx'
import { IconButton } from './IconButton.tsx'

const kinds = [
  [
    'Button',
    (props: { onClick: () => unknown; isBusy?: boolean; isDisabled?: boolean }) => (
      <Button {...props}>Run</Button>
    ),
  ],
  [
    'IconButton',
    (props: { onClick: () => unknown; isBusy?: boolean; isDisabled?: boolean }) => (
      <IconButton icon={Play} label="Run" {...props} />
    ),
  ],
] as const

describe.each(kinds)('%s', (_, Kind) => {
  const button = () => screen.getByRole('button', { name: 'Run' })

  it('runs its action once while the last one is still going on, and again afterwards', async () => {
    const calls: (() => void)[] = []
    const user = userEvent.setup()
    render(<Kind onClick={() => new Promise<void>((resolve) => calls.push(resolve))} />)

    await user.dblClick(button())
    await user.keyboard('{Enter}')
    expect(calls).toHaveLength(1)
    expect(button().getAttribute('aria-busy')).toBe('true')

    await act(async () => calls[0]!())
    expect(button().getAttribute('aria-busy')).toBeNull()
    await user.click(button())
    expect(calls).toHaveLength(2)
  })

  it('works again after its action failed', async () => {
    const user = userEvent.setup()
    const action = vi.fn<() => Promise<void>>(() => Promise.reject(new Error('refused')))
    render(<Kind onClick={action} />)
    await user.click(button())
    await user.click(button())
    expect(action).toHaveBeenCalledTimes(2)
  })

  it.each([
    ['busy', { isBusy: true }],
    ['disabled', { isDisabled: true }],
  ])('does nothing while %s, but keeps the focus', async (__, state) => {
    const user = userEvent.setup()
    const action = vi.fn<() => void>()
    render(<Kind onClick={action} {...state} />)
    await user.tab()
    expect(document.activeElement).toBe(button())
    await user.keyboard('{Enter} ')
    await user.click(button())
    expect(action).not.toHaveBeenCalled()
    expect(button().getAttribute('aria-disabled')).toBe('true')
  })
})

describe('a button in a form', () => {
  it.each([
    ['sends it when it says so', true, {}, 1],
    ['does not send it by itself', false, {}, 0],
    ['does not send it while busy', true, { isBusy: true }, 0],
  ])('%s', async (_, isSubmit, state, times) => {
    const send = vi.fn<(event: React.FormEvent) => void>((event) => event.preventDefault())
    render(
      <form onSubmit={send}>
        <Button isSubmit={isSubmit} {...state}>
          Save
        </Button>
      </form>,
    )
    await userEvent.setup().click(screen.getByRole('button', { name: 'Save' }))
    expect(send).toHaveBeenCalledTimes(times)
  })
})
