import { render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import * as z from 'zod/mini'

import { useForm } from './useForm.ts'

afterEach(() => {
  vi.restoreAllMocks()
})

const notEmpty = z.string().check(z.minLength(1))

function Form({ send }: { send: () => Promise<unknown> }) {
  const form = useForm({
    initial: { one: 'filled', two: '', three: '' },
    schema: z.object({ one: notEmpty, two: notEmpty, three: notEmpty }),
    send,
  })
  return (
    <form onSubmit={form.onSubmit} noValidate>
      {(['one', 'two', 'three'] as const).map((name) => (
        <textarea
          key={name}
          aria-label={name}
          aria-invalid={form.problems[name] !== undefined}
          value={form.values[name]}
          onChange={(event) => form.set(name, event.currentTarget.value)}
        />
      ))}
      <button type="submit">Send</button>
    </form>
  )
}

it('brings the whole first field with a problem into sight, with the focus, and sends nothing', async () => {
  const seen = vi.spyOn(Element.prototype, 'scrollIntoView')
  const send = vi.fn<() => Promise<unknown>>()
  render(<Form send={send} />)
  await userEvent.click(screen.getByRole('button', { name: 'Send' }))
  const field = screen.getByRole('textbox', { name: 'two' })
  await waitFor(() => expect(document.activeElement).toBe(field))
  expect(seen.mock.contexts).toEqual([field])
  expect(send).not.toHaveBeenCalled()
})
