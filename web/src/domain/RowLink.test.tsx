import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'

import { paths, patterns } from '../paths.ts'
import { renderScreen } from '../testing/render.tsx'
import { RowLink } from './RowLink.tsx'

afterEach(cleanup)

const show = () =>
  renderScreen(
    <RowLink to={paths.pipeline(5, 12)} className="row">
      acme/api
    </RowLink>,
    patterns.repos,
  )
const link = () => screen.findByRole('link', { name: 'acme/api' })

describe('a row that is a link', () => {
  it('has an address of its own, for other tabs and for copying', async () => {
    show()
    expect((await link()).getAttribute('href')).toBe('/repos/5/pipeline/12')
  })

  it('leads there without loading the page anew', async () => {
    const { user, address } = show()
    await user.click(await link())
    expect(await screen.findByText(`Page ${patterns.pipeline}`)).toBeDefined()
    expect(address()).toBe('/repos/5/pipeline/12')
  })

  it('works by keyboard', async () => {
    const { user, address } = show()
    await link()
    await user.tab()
    expect(document.activeElement).toBe(await link())
    await user.keyboard('{Enter}')
    await waitFor(() => expect(address()).toBe('/repos/5/pipeline/12'))
  })

  it.each([{ ctrlKey: true }, { metaKey: true }, { shiftKey: true }, { altKey: true }, { button: 1 }])(
    'leaves %o to the browser',
    async (how) => {
      const { address } = show()
      // Whoever cancels it, cancels what the browser would do; that it may, is what counts.
      const isLeft = fireEvent.click(await link(), { bubbles: true, cancelable: true, ...how })
      expect(isLeft).toBe(true)
      expect(address()).toBe(patterns.repos)
    },
  )
})
