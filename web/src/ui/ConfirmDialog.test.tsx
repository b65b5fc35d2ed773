import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { describe, expect, it, vi } from 'vitest'

import { WithTexts } from '../testing/WithTexts.tsx'
import { Button } from './Button.tsx'
import { ConfirmDialog } from './ConfirmDialog.tsx'

function Asking({ onConfirm, mustType }: { onConfirm: () => Promise<unknown>; mustType?: string }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <WithTexts>
      <Button onClick={() => setOpen(true)}>Open</Button>
      <ConfirmDialog
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        title="Delete acme/api?"
        confirmLabel="Delete"
        onConfirm={onConfirm}
        {...(mustType !== undefined && { mustType })}
      >
        Its pipelines are lost.
      </ConfirmDialog>
    </WithTexts>
  )
}

describe('ConfirmDialog', () => {
  const open = async (props: Parameters<typeof Asking>[0]) => {
    const user = userEvent.setup()
    render(<Asking {...props} />)
    await user.click(screen.getByRole('button', { name: 'Open' }))
    await screen.findByRole('dialog', { name: 'Delete acme/api?' })
    return user
  }
  const confirm = () => screen.getByRole('button', { name: 'Delete' })
  const isGone = () => vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())

  it('has the focus on the safe answer, which changes nothing', async () => {
    const onConfirm = vi.fn<() => Promise<void>>()
    const user = await open({ onConfirm })
    await vi.waitFor(() =>
      expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Cancel' })),
    )
    await user.keyboard('{Enter}')
    await isGone()
    expect(onConfirm).not.toHaveBeenCalled()
  })

  it('closes once it is done, and gives the focus back', async () => {
    const onConfirm = vi.fn<() => Promise<void>>().mockResolvedValue()
    const user = await open({ onConfirm })
    await user.click(confirm())
    await isGone()
    expect(onConfirm).toHaveBeenCalledOnce()
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Open' }))
  })

  it('stays open with the reason when it is refused', async () => {
    const user = await open({ onConfirm: () => Promise.reject(new Error('Forbidden')) })
    await user.click(confirm())
    expect((await screen.findByRole('alert')).textContent).toContain('Forbidden')
    expect(screen.queryByRole('dialog')).not.toBeNull()
  })

  it('wants the name typed for what cannot be brought back', async () => {
    const onConfirm = vi.fn<() => Promise<void>>().mockResolvedValue()
    const user = await open({ onConfirm, mustType: 'acme/api' })
    await user.type(screen.getByLabelText('Type acme/api to confirm'), 'acme/ap')
    await user.click(confirm())
    expect(onConfirm).not.toHaveBeenCalled()
    await user.type(screen.getByLabelText('Type acme/api to confirm'), 'i')
    await user.click(confirm())
    expect(onConfirm).toHaveBeenCalledOnce()
  })

  it('closes by Escape', async () => {
    const user = await open({ onConfirm: async () => undefined })
    await user.keyboard('{Escape}')
    await isGone()
  })
})
