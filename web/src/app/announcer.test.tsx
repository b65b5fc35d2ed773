import { screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'

import { aUser } from '../testing/fixtures.ts'
import { openPage } from './testing/openPage.tsx'

afterEach(() => {
  localStorage.clear()
  vi.unstubAllGlobals()
})

const told = () =>
  [...document.querySelectorAll('[role="status"]')].map(({ textContent }) => textContent).filter(Boolean)

describe('a change of page', () => {
  it('is told once the new page has its name, never by that of the old one, and takes the focus along', async () => {
    const { user, address } = await openPage({ at: '/repos', user: aUser({ admin: true }) })
    await screen.findByRole('heading', { level: 1 })
    const before = document.title
    await user.click(screen.getByRole('link', { name: 'Administration' }))
    await waitFor(() => expect(address()).toBe('/admin'))
    await waitFor(() => expect(told().some((text) => text.includes('Administration'))).toBe(true))
    expect(told()).not.toContain(before)
    expect(document.activeElement?.closest('main')).not.toBeNull()
  })

  it('finds content that can take the focus, in the frame and without it', async () => {
    const sources: Record<string, string> = import.meta.glob('../**/*.tsx', {
      eager: true,
      query: '?raw',
      import: 'default',
    })
    const mains = Object.entries(sources).flatMap(([file, source]) =>
      file.includes('.test.') ? [] : (source.match(/<main\b[^>]*>/g) ?? []).map((tag) => [file, tag]),
    )
    expect(mains.length).toBeGreaterThan(2)
    expect(mains.filter(([, tag]) => !tag?.includes('tabIndex={-1}'))).toEqual([])
  })
})
