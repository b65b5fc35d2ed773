import fc from 'fast-check'
import { expect, it } from 'vitest'

import { safeFileName } from './fileName.ts'

it.each([
  ['acme-api-pipeline-5-metadata', 'acme-api-pipeline-5-metadata.json'],
  ['../../etc/passwd', 'etc-passwd.json'],
  ['...', 'file.json'],
  ['a b\u202Egnp', 'a-b-gnp.json'],
])('%j is the file %j', (stem, name) => {
  expect(safeFileName(stem, '.json')).toBe(name)
})

it('is a plain name, whatever it is made from', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 400 }), (stem) => {
      const name = safeFileName(stem, '.json')
      expect(name).toMatch(/^\w[\w.-]*\.json$/)
      expect(name.length).toBeLessThanOrEqual(200)
    }),
  )
})
