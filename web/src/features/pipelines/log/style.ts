/** -1 is the default colour, 0 to 255 the palette, `rgbBase + 0xRRGGBB` a true colour. */
export type Colour = number
export const defaultColour: Colour = -1
export const rgbBase = 0x1000000

export const bold = 1
export const dim = 2
export const italic = 4
export const underline = 8
export const inverse = 16
export const strike = 32

export interface Style {
  fg: Colour
  bg: Colour
  /** The sum of `bold`, `dim`, `italic`, `underline`, `inverse` and `strike`. */
  flags: number
}

export const plain: Style = { fg: defaultColour, bg: defaultColour, flags: 0 }

/** Hostile output could name sixteen million colours; beyond this many styles, new ones are shown plain. */
const maxStyles = 65_536

/** Gives each distinct style a small number, 0 being the plain one, so that a line stores numbers only. */
export class StyleTable {
  readonly #styles: Style[] = [plain]
  readonly #ids = new Map<string, number>([[keyOf(plain), 0]])

  idOf(style: Style): number {
    const key = keyOf(style)
    const known = this.#ids.get(key)
    if (known !== undefined) return known
    if (this.#styles.length >= maxStyles) return 0
    this.#ids.set(key, this.#styles.length)
    return this.#styles.push({ ...style }) - 1
  }

  get(id: number): Style {
    return this.#styles[id] ?? plain
  }
}

const keyOf = (style: Style) => `${style.fg},${style.bg},${style.flags}`
