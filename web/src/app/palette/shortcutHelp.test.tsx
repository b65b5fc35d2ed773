import { render, screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'

import { stepKeys } from '../../features/pipelines/useStepKeys.ts'
import { withTexts } from '../../testing/render.tsx'
import { ShortcutHelp } from './ShortcutHelp.tsx'

it('the list of shortcuts names those of the page of a pipeline', async () => {
  render(withTexts(<ShortcutHelp onClose={() => undefined} />))
  const section = (await screen.findByRole('heading', { name: 'On a pipeline' })).parentElement
  const rows = [...(section?.querySelectorAll('dt') ?? [])].map((row) => [
    row.nextElementSibling?.textContent,
    row.textContent,
  ])
  expect(rows).toEqual([
    ['j', 'Next step'],
    ['k', 'Previous step'],
  ])
  expect(Object.keys(stepKeys)).toEqual(rows.map(([key]) => key))
  expect(within(screen.getByRole('dialog')).getByText('Next error')).toBeDefined()
})
