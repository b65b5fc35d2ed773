import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { render, screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'

import { withTexts } from '../../../testing/render.tsx'
import { LogRow } from './LogRow.tsx'
import type { RowGroup } from './protocol.ts'

const aGroup = (of: Partial<RowGroup> = {}): RowGroup => ({
  line: 4,
  position: 5,
  sub: 0,
  rows: [[{ offset: 0, length: 4, text: 'text' }]],
  time: 0,
  type: 0,
  depth: 0,
  ...of,
})

function show(of: Partial<RowGroup>) {
  const nothing = () => undefined
  const { unmount } = render(
    withTexts(
      <LogRow
        group={aGroup(of)}
        y={0}
        isChosen={false}
        time={undefined}
        onNumber={nothing}
        onToggle={nothing}
      />,
    ),
  )
  const row = screen.getByRole('row')
  return { row, number: within(row).getByRole('rowheader'), text: within(row).getByRole('cell'), unmount }
}

describe('a line', () => {
  it('of the error output says so in words and has a mark of its own; of the usual output it says nothing', () => {
    const usual = show({})
    expect(usual.text.textContent).toBe('text')
    expect(usual.row.className).toBe('log-row')
    expect(usual.number.dataset['tooltip']).toBeUndefined()
    usual.unmount()
    const { row, number, text } = show({ type: 1 })
    expect(text.textContent).toBe('Error output (stderr): text')
    expect(row.classList).toContain('log-stderr')
    expect(number.dataset['tooltip']).toBe('Error output (stderr)')
  })

  it('that goes on says it only once', () => {
    expect(show({ type: 1, severity: 'error', sub: 3 }).text.textContent).toBe('text')
  })

  it('has looks for every class that it may have', () => {
    const [source = '', css = ''] = ['LogRow.tsx', 'log.css'].map((name) =>
      readFileSync(join(import.meta.dirname, name), 'utf8'),
    )
    const classes = [...source.matchAll(/['"](log-[a-z-]+)['"]/g)].map(([, name = '']) => name)
    expect(classes).toContain('log-stderr')
    expect(classes.filter((name) => !new RegExp(`\\.${name}(?![\\w-])`).test(css))).toEqual([])
  })
})
