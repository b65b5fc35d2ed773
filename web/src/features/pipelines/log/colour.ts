import {
  bold,
  defaultColour,
  dim,
  inverse,
  italic,
  rgbBase,
  strike,
  underline,
  type Colour,
  type Style,
} from './style.ts'

/** How a style looks, as CSS. Colours of the palette's first sixteen are tokens; the rest are computed. */
export interface Looks {
  color?: string
  backgroundColor?: string
  fontWeight?: string
  fontStyle?: string
  opacity?: string
  textDecorationLine?: string
}

const surface = 'var(--log)'
const text = 'var(--log-text)'
/** The log's surface as numbers, for counting contrast; the same as `--log`. */
const surfaceRgb = 0x12151b
const cache = new Map<string, Looks>()

/** Keeps WCAG AA against the log's surface where the program did not choose a background of its own. */
export function looksOf(style: Style): Looks {
  const key = `${style.fg},${style.bg},${style.flags}`
  const known = cache.get(key)
  if (known) return known
  // A true colour per character would fill the memory.
  if (cache.size > 5000) cache.clear()
  const looks = build(style)
  cache.set(key, looks)
  return looks
}

function build({ fg, bg, flags }: Style): Looks {
  const decoration = [flags & underline && 'underline', flags & strike && 'line-through']
    .filter(Boolean)
    .join(' ')
  return {
    ...(flags & inverse ? swapped(fg, bg) : colours(fg, bg)),
    ...(flags & bold && { fontWeight: '700' }),
    ...(flags & italic && { fontStyle: 'italic' }),
    ...(flags & dim && { opacity: '0.72' }),
    ...(decoration && { textDecorationLine: decoration }),
  }
}

function swapped(fg: Colour, bg: Colour): Looks {
  const color = bg === defaultColour ? surface : onBackground(bg)
  return { color, backgroundColor: fg === defaultColour ? text : plainColour(fg) }
}

function colours(fg: Colour, bg: Colour): Looks {
  if (bg === defaultColour)
    return fg === defaultColour ? {} : { color: fg < 16 ? token(fg) : css(legible(rgbOf(fg))) }
  if (bg >= 16) {
    const color =
      fg === defaultColour ? (luminance(rgbOf(bg)) > 0.18 ? surface : '#ffffff') : onBackground(fg)
    return { color, backgroundColor: css(rgbOf(bg)) }
  }
  // The palette is made for text on dark. As a background it stays bright below dark text and is darkened below light.
  const isDarkText = fg === 0 || fg === 8 || (fg >= 16 && luminance(rgbOf(fg)) < 0.2)
  if (isDarkText) return { color: surface, backgroundColor: token(bg) }
  const color = fg === defaultColour ? '#ffffff' : onBackground(fg)
  return { color, backgroundColor: `color-mix(in srgb, ${token(bg)} 38%, ${surface})` }
}

const token = (index: number) => `var(--ansi-${index})`
const plainColour = (colour: Colour) => (colour < 16 ? token(colour) : css(rgbOf(colour)))
const onBackground = (colour: Colour) => (colour === 0 ? surface : plainColour(colour))
const css = (rgb: number) => `#${rgb.toString(16).padStart(6, '0')}`

const steps = [0, 95, 135, 175, 215, 255]

/** A colour beyond the first sixteen, as 0xRRGGBB: the 6x6x6 cube, the greys, or a true colour. */
export function rgbOf(colour: Colour): number {
  if (colour >= rgbBase) return colour - rgbBase
  if (colour >= 232) return (8 + (colour - 232) * 10) * 0x10101
  const cube = colour - 16
  const channel = (divisor: number) => steps[Math.floor(cube / divisor) % 6] ?? 0
  return channel(36) * 0x10000 + channel(6) * 0x100 + channel(1)
}

const channels = (rgb: number): [number, number, number] => [(rgb >> 16) & 255, (rgb >> 8) & 255, rgb & 255]

/** WCAG 2 relative luminance. */
export function luminance(rgb: number): number {
  const [red, green, blue] = channels(rgb).map((value) => {
    const share = value / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  }) as [number, number, number]
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

const contrast = (rgb: number) => (luminance(rgb) + 0.05) / (luminance(surfaceRgb) + 0.05)

/** The colour itself, or the nearest one towards white that can be read on the log's surface (4.5:1). */
export function legible(rgb: number): number {
  let shown = rgb
  for (let share = 0.1; contrast(shown) < 4.5 && share <= 1; share += 0.1) {
    const [red, green, blue] = channels(rgb).map((value) => Math.round(value + (255 - value) * share)) as [
      number,
      number,
      number,
    ]
    shown = red * 0x10000 + green * 0x100 + blue
  }
  return shown
}
