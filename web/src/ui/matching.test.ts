import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { matching } from './matching.ts'

describe('matching', () => {
  it.each([
    ['', ['b', 'a', 'c'], ['b', 'a']],
    ['REL', ['a/rel', 'release', 'main'], ['release', 'a/rel']],
    ['rel', ['release', 'relay', 'rel'], ['rel', 'release']],
    ['v1', ['V1', 'v10', 'v1'], ['v1', 'V1']],
    ['none', ['main'], []],
  ])('of %j finds among %j the first two: %j', (text, options, expected) => {
    expect(matching(options, text, 2)).toEqual(expected)
  })

  it('reaches every option by its whole name, however many there are', () => {
    const names = fc.uniqueArray(fc.string({ minLength: 1, maxLength: 8 }), { minLength: 1, maxLength: 200 })
    fc.assert(
      fc.property(names, fc.nat(), (options, index) => {
        const one = options[index % options.length] ?? ''
        expect(matching(options, one, 1)).toEqual([one])
      }),
    )
  })

  it('finds nothing without the text, each once, and leaves none out', () => {
    const names = fc.uniqueArray(fc.string({ unit: fc.constantFrom('a', 'B', '/'), maxLength: 5 }))
    fc.assert(
      fc.property(
        names,
        fc.string({ unit: fc.constantFrom('A', 'b', '/'), maxLength: 2 }),
        (options, text) => {
          const found = matching(options, text, options.length)
          const fits = options.filter((option) => option.toLowerCase().includes(text.toLowerCase()))
          expect(found.toSorted()).toEqual(fits.toSorted())
        },
      ),
    )
  })
})
