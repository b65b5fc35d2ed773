import { render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import type { ComponentType } from 'react'
import { useState } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

import { WithTexts } from '../testing/WithTexts.tsx'
import { lazyPart } from './lazyPart.tsx'
import { toasts } from './toasts.ts'

const Hello = ({ name }: { name: string }) => <p>Hello {name}</p>
const Broken = (): never => {
  throw new Error('No such colour')
}

beforeEach(() => {
  // What is caught is still told on the console.
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
})
afterEach(() => {
  vi.restoreAllMocks()
  for (const { id } of toasts.list()) toasts.dismiss(id)
})

function Page({ part: Part }: { part: ComponentType<{ name: string; onClose?: () => void }> }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Open
      </button>
      {isOpen && <Part name="Ana" onClose={() => setOpen(false)} />}
    </>
  )
}
async function open(part: ComponentType<{ name: string }>) {
  const user = userEvent.setup()
  render(
    <WithTexts>
      <Page part={part} />
    </WithTexts>,
  )
  const press = () => user.click(screen.getByRole('button', { name: 'Open' }))
  await press()
  return press
}
const told = () => toasts.list().map(({ title, text }) => [title, text])

describe('lazyPart', () => {
  it('draws what it fetched', async () => {
    await open(lazyPart(async () => Hello))
    expect(await screen.findByText('Hello Ana')).toBeDefined()
    expect(told()).toEqual([])
  })

  it('closes when its code cannot be fetched, and fetches it again when it is opened again', async () => {
    const load = vi
      .fn<() => Promise<typeof Hello>>()
      .mockRejectedValueOnce(new Error('Gone'))
      .mockResolvedValue(Hello)
    const press = await open(lazyPart(load))
    await waitFor(() => expect(told()).toHaveLength(1))
    expect(load).toHaveBeenCalledOnce()
    await press()
    expect(await screen.findByText('Hello Ana')).toBeDefined()
    expect(load).toHaveBeenCalledTimes(2)
  })

  it('closes when it breaks, and says what broke', async () => {
    await open(lazyPart(async () => Broken))
    await waitFor(() => expect(told()).toEqual([['This part could not be loaded', 'Error: No such colour']]))
    expect(screen.getByRole('button', { name: 'Open' })).toBeDefined()
  })
})
