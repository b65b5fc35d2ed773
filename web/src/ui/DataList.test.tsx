import { cleanup, render, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'

import { DataList } from './DataList.tsx'

afterEach(cleanup)

const numbers = (count: number) => Array.from({ length: count }, (_, index) => index)
const list = (items: number[], total?: number) => (
  <DataList label="Numbers" items={items} keyOf={(item) => item} rowHeight={57} {...(total && { total })}>
    {(item) => `Number ${item}`}
  </DataList>
)
/** Few rows are a plain list; what is near the window of many is placed by hand, which needs a real browser. */
const form = () => screen.getByRole('list', { name: 'Numbers' }).tagName
const rows = () => screen.getAllByRole('listitem')

it('has all rows of a list that is not long, which the browser can find and print', () => {
  render(list(numbers(150)))
  expect(form()).toBe('UL')
  expect(rows()).toHaveLength(150)
})

it('shows the first rows of a long one while the code for the rest comes', async () => {
  render(list(numbers(1000)))
  expect(rows().length).toBeLessThan(100)
  expect(rows()[0]?.textContent).toBe('Number 0')
  await waitFor(() => expect(form()).toBe('DIV'))
})

it('keeps the form of a long one for what a search has found in it, and only then', async () => {
  const { rerender } = render(list(numbers(1000)))
  await waitFor(() => expect(form()).toBe('DIV'))
  rerender(list([0, 7], 1000))
  expect(form()).toBe('DIV')
  rerender(list([0, 7]))
  expect(form()).toBe('UL')
  expect(rows().map((row) => row.textContent)).toEqual(['Number 0', 'Number 7'])
})
