import { render } from '@testing-library/react'
import { Check, X } from 'lucide-react'
import { describe, expect, it } from 'vitest'

import { Icon, iconNamed } from './Icon.tsx'

describe('icons', () => {
  it('are hidden from screen readers, which hear the words beside them', () => {
    const { container } = render(<Icon icon={Check} />)
    expect(container.querySelector('svg')?.getAttribute('aria-hidden')).toBe('true')
  })

  it('are found by a name that came as data', () => {
    expect(iconNamed({ check: Check, x: X }, 'x')).toBe(X)
  })

  it.each(['y', '', 'toString', '__proto__'])('%j raises "Icon not found"', (name) => {
    expect(() => iconNamed({ check: Check }, name)).toThrow('Icon not found')
  })
})
