import fc from 'fast-check'
import { expect, it } from 'vitest'

import { textOfBase64 } from './base64.ts'

it('gives back any text', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      const data = Buffer.from(text, 'utf8').toString('base64')
      expect(textOfBase64(data)).toBe(text.replace(/^\ufeff/, ''))
    }),
  )
})

it('answers anything else too', () => {
  expect(textOfBase64('not base64!')).toBe('not base64!')
  expect(textOfBase64('/w==')).toBe('\ufffd')
})
