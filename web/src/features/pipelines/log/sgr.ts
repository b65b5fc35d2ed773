import {
  bold,
  defaultColour,
  dim,
  inverse,
  italic,
  plain,
  rgbBase,
  strike,
  underline,
  type Colour,
  type Style,
} from './style.ts'

const setFlags: Record<number, number> = {
  1: bold,
  2: dim,
  3: italic,
  4: underline,
  7: inverse,
  9: strike,
  21: underline,
}
const clearFlags: Record<number, number> = {
  22: bold | dim,
  23: italic,
  24: underline,
  27: inverse,
  29: strike,
}

/**
 * The style after a "select graphic rendition" sequence. `parameters` is what stands between `ESC[` and `m`, in the
 * `;` as well as the `:` notation (ECMA-48, ISO 8613-6). Unknown numbers are skipped, also blink and conceal: a log
 * hides nothing.
 */
export function applySgr(before: Style, parameters: string): Style {
  let { fg, bg, flags } = before
  const groups = parameters.split(';')

  for (let index = 0; index < groups.length; index++) {
    const parts = (groups[index] ?? '').split(':').map(Number)
    const code = parts[0] ?? 0
    if (code === 0) ({ fg, bg, flags } = plain)
    else if (code === 4 && parts[1] === 0) flags &= ~underline
    else if (setFlags[code]) flags |= setFlags[code]
    else if (clearFlags[code]) flags &= ~clearFlags[code]
    else if (code >= 30 && code <= 37) fg = code - 30
    else if (code >= 90 && code <= 97) fg = code - 82
    else if (code >= 40 && code <= 47) bg = code - 40
    else if (code >= 100 && code <= 107) bg = code - 92
    else if (code === 39) fg = defaultColour
    else if (code === 49) bg = defaultColour
    else if (code === 38 || code === 48) {
      const { colour, used } = extendedColour(parts, groups, index)
      index += used
      if (colour === undefined) continue
      if (code === 38) fg = colour
      else bg = colour
    }
  }
  return { fg, bg, flags }
}

/** `38;5;n`, `38;2;r;g;b`, `38:5:n`, `38:2:r:g:b` and `38:2:space:r:g:b`; `used` counts the further `;` groups taken. */
function extendedColour(parts: number[], groups: string[], index: number): { colour?: Colour; used: number } {
  if (parts.length > 1) {
    const rgb = parts.length > 5 ? parts.slice(3, 6) : parts.slice(2, 5)
    const colour = parts[1] === 5 ? paletteColour(parts[2]) : parts[1] === 2 ? trueColour(rgb) : undefined
    return { ...(colour !== undefined && { colour }), used: 0 }
  }
  const following = groups.slice(index + 1, index + 5).map(Number)
  if (following[0] === 5) {
    const colour = paletteColour(following[1])
    return { ...(colour !== undefined && { colour }), used: Math.min(2, following.length) }
  }
  if (following[0] === 2) {
    const colour = trueColour(following.slice(1))
    return { ...(colour !== undefined && { colour }), used: Math.min(4, following.length) }
  }
  return { used: 0 }
}

const isByte = (value: number | undefined): value is number =>
  value !== undefined && Number.isInteger(value) && value >= 0 && value <= 255

const paletteColour = (value: number | undefined) => (isByte(value) ? value : undefined)

function trueColour([red, green, blue]: number[]): Colour | undefined {
  if (!isByte(red) || !isByte(green) || !isByte(blue)) return undefined
  return rgbBase + red * 65_536 + green * 256 + blue
}

/** The sequence that switches from plain to this style, '' for the plain one. The way back for a coloured download. */
export function sgrOf({ fg, bg, flags }: Style): string {
  const codes: number[] = []
  if (flags & bold) codes.push(1)
  if (flags & dim) codes.push(2)
  if (flags & italic) codes.push(3)
  if (flags & underline) codes.push(4)
  if (flags & inverse) codes.push(7)
  if (flags & strike) codes.push(9)
  codes.push(...colourCodes(fg, 30), ...colourCodes(bg, 40))
  return codes.length > 0 ? `\u001B[${codes.join(';')}m` : ''
}

function colourCodes(colour: Colour, base: number): number[] {
  if (colour === defaultColour) return []
  if (colour >= rgbBase) return [base + 8, 2, (colour >> 16) & 255, (colour >> 8) & 255, colour & 255]
  if (colour < 8) return [base + colour]
  return colour < 16 ? [base + 52 + colour] : [base + 8, 5, colour]
}
