import { QueryClientProvider, useMutation } from '@tanstack/react-query'
import { act, renderHook } from '@testing-library/react'
import type { ReactNode } from 'react'
import { expect, it } from 'vitest'

import { aQueryClient } from '../testing/render.tsx'
import { useRunForm } from './useRunForm.ts'

/** A form whose server gives these answers, one after the other. */
function aForm(answers: (() => string | undefined)[]) {
  const sent: string[] = []
  const queryClient = aQueryClient()
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
  )
  const { result } = renderHook(
    () => {
      const run = useMutation({
        mutationFn: async (options: string) => {
          sent.push(options)
          return answers.shift()?.()
        },
      })
      return useRunForm(run, { isComplete: true, isChanged: true })
    },
    { wrapper },
  )
  const send = () => act(() => result.current.send(() => 'run'))
  return { form: () => result.current, send, sent }
}

it.each([['a pipeline'], [undefined]])(
  'a form is sent once, also by who presses again before the next page is there: %s',
  async (answer) => {
    const { form, send, sent } = aForm([() => answer, () => 'a second one'])
    expect(await send()).toBe(answer)
    expect(await send()).toBeNull()
    expect(sent).toEqual(['run'])
    expect(form().isBusy).toBe(true)
    expect(form().isUnsaved()).toBe(false)
  },
)

it('a form that was refused can be sent again', async () => {
  const refuse = () => {
    throw new Error('no')
  }
  const { form, send, sent } = aForm([refuse, () => 'a pipeline'])
  expect(await send()).toBeNull()
  expect(form().refusal?.message).toBe('no')
  expect(form().isBusy).toBe(false)
  expect(form().isUnsaved()).toBe(true)
  expect(await send()).toBe('a pipeline')
  expect(sent).toHaveLength(2)
})
