// @vitest-environment node
import { readFileSync } from 'node:fs'

import fc from 'fast-check'
import { expect, it } from 'vitest'

import { legible, looksOf, luminance, rgbOf } from './colour.ts'
import { bold, defaultColour, inverse, plain, rgbBase, strike, underline } from './style.ts'

const surface = 0x12151b
const contrast = (a: number, b: number) => {
  const [light = 0, dark = 0] = [luminance(a), luminance(b)].sort((x, y) => y - x)
  return (light + 0.05) / (dark + 0.05)
}

it('counts with the surface that the tokens have', () => {
  const tokens = readFileSync(new URL('../../../ui/tokens.css', import.meta.url), 'utf8')
  expect(/--log: #([0-9a-f]{6});/.exec(tokens)?.[1]).toBe(surface.toString(16))
})

it('every colour of a program can be read, and stays what it is where it could be read before', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 0xffffff }), (rgb) => {
      expect(contrast(legible(rgb), surface)).toBeGreaterThanOrEqual(4.5)
      if (contrast(rgb, surface) >= 4.5) expect(legible(rgb)).toBe(rgb)
    }),
  )
})

it.each([
  [16, 0x000000],
  [21, 0x0000ff],
  [196, 0xff0000],
  [208, 0xff8700],
  [231, 0xffffff],
  [232, 0x080808],
  [255, 0xeeeeee],
  [rgbBase + 0x123456, 0x123456],
])('colour %i of the palette is the known one', (colour, rgb) => {
  expect(rgbOf(colour)).toBe(rgb)
})

it.each([
  [plain, {}],
  [{ ...plain, fg: 1 }, { color: 'var(--ansi-1)' }],
  [{ ...plain, flags: bold }, { fontWeight: '700' }],
  [{ ...plain, flags: underline | strike }, { textDecorationLine: 'underline line-through' }],
  [
    { ...plain, flags: inverse },
    { color: 'var(--log)', backgroundColor: 'var(--log-text)' },
  ],
  [
    { fg: 2, bg: defaultColour, flags: inverse },
    { color: 'var(--log)', backgroundColor: 'var(--ansi-2)' },
  ],
  [
    { fg: 0, bg: 2, flags: 0 },
    { color: 'var(--log)', backgroundColor: 'var(--ansi-2)' },
  ],
  [
    { ...plain, bg: 1 },
    { color: '#ffffff', backgroundColor: 'color-mix(in srgb, var(--ansi-1) 38%, var(--log))' },
  ],
  [
    { ...plain, bg: rgbBase + 0xffffff },
    { color: 'var(--log)', backgroundColor: '#ffffff' },
  ],
  [
    { ...plain, bg: rgbBase + 0x000080 },
    { color: '#ffffff', backgroundColor: '#000080' },
  ],
])('a style looks right: %j', (style, looks) => {
  expect(looksOf(style)).toEqual(looks)
})
