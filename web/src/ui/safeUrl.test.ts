// @vitest-environment node
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { safeUrl } from './safeUrl.ts'

describe('safeUrl', () => {
  it.each([
    ['https://forge.test/acme', 'https://forge.test/acme'],
    ['http://forge.test', 'http://forge.test/'],
    ['HTTPS://Forge.Test/A', 'https://forge.test/A'],
  ])('lets %s pass', (address, url) => {
    expect(safeUrl(address)).toBe(url)
  })

  it.each([
    '',
    'forge.test/acme',
    '/acme',
    '//forge.test',
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    'java\nscript:alert(1)',
    ' javascript:alert(1)',
    '\u0001javascript:alert(1)',
    'data:text/html,<script>alert(1)</script>',
    'vbscript:x',
    'file:///etc/passwd',
    'blob:https://forge.test/1',
    'ftp://forge.test',
    'https://',
  ])('refuses %j', (address) => {
    expect(safeUrl(address)).toBeUndefined()
  })

  it('never gives anything but http and https', () => {
    const anything = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc
        .tuple(fc.constantFrom('http', 'https', 'data', 'javascript'), fc.string())
        .map((parts) => parts.join('://')),
      fc.tuple(fc.string(), fc.string()).map((parts) => parts.join(':')),
    )
    fc.assert(
      fc.property(anything, (address) => {
        expect(safeUrl(address) ?? 'https://').toMatch(/^https?:\/\//)
      }),
    )
  })
})
