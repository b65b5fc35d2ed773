import { render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'

import { WithTexts } from '../testing/WithTexts.tsx'
import { UpstreamAway } from './UpstreamAway.tsx'

it.each([
  ['unreachable', /does not answer/, /cannot be reached/],
  ['slow', /does not answer/, /takes too long/],
  ['certificate', /does not answer/, /certificate .* not trusted/],
  ['redirects', /does not answer/, /from one address to the next/],
  ['error', /does not answer/, /reports an error/],
  ['version', /does not fit/, /has a version that this page does not know/],
  ['not-woodpecker', /does not fit/, /is not the server it expects/],
])('a server that is of no use is told as what it is: %s', (code, title, words) => {
  render(
    <WithTexts>
      <UpstreamAway code={code} />
    </WithTexts>,
  )
  expect(screen.getByRole('heading').textContent).toMatch(title)
  expect(screen.getByText(words)).toBeTruthy()
})
