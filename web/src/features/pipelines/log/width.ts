/** Printable ASCII only: one character is one cell. */
export const isSimple = (text: string) => !/[^\x20-\x7E]/.test(text)

const tabStop = 8
/** How many cells the visible mark of an invisible character takes: `U+202E` and its frame. */
const markCells = 7

/**
 * Characters that change how text reads without being seen: bidirectional controls, zero-width characters, invisible
 * operators, tags, line and paragraph separators. https://trojansource.codes
 */
function isDeceptive(code: number): boolean {
  if (code < 0xad) return false
  return (
    code === 0xad ||
    code === 0x34f ||
    code === 0x61c ||
    code === 0x115f ||
    code === 0x1160 ||
    code === 0x17b4 ||
    code === 0x17b5 ||
    code === 0x3164 ||
    code === 0xffa0 ||
    code === 0x180e ||
    (code >= 0x200b && code <= 0x200f) ||
    (code >= 0x2028 && code <= 0x202e) ||
    (code >= 0x2060 && code <= 0x206f) ||
    code === 0xfeff ||
    (code >= 0xfff9 && code <= 0xfffb) ||
    (code >= 0xe0000 && code <= 0xe007f)
  )
}

const zeroWidthJoiner = 0x200d
const isPictograph = /^\p{Extended_Pictographic}$/u
const isCombining = /^(?:\p{Mn}|\p{Me}|\p{Cf})$/u

/** A joiner between two pictographs makes one picture (a family) and deceives nobody. */
const joinsPictures = (before: string, after: string) =>
  (isPictograph.test(before) || before === '\uFE0F') && isPictograph.test(after)

/** Ranges of East Asian wide and emoji characters, flattened to from, to pairs. Unicode 16, table of data. */
// oxfmt-ignore
const wide = [
  0x1100, 0x115f, 0x231a, 0x231b, 0x2329, 0x232a, 0x23e9, 0x23ec, 0x23f0, 0x23f0, 0x23f3, 0x23f3, 0x25fd, 0x25fe,
  0x2614, 0x2615, 0x2648, 0x2653, 0x267f, 0x267f, 0x2693, 0x2693, 0x26a1, 0x26a1, 0x26aa, 0x26ab, 0x26bd, 0x26be,
  0x26c4, 0x26c5, 0x26ce, 0x26ce, 0x26d4, 0x26d4, 0x26ea, 0x26ea, 0x26f2, 0x26f3, 0x26f5, 0x26f5, 0x26fa, 0x26fa,
  0x26fd, 0x26fd, 0x2705, 0x2705, 0x270a, 0x270b, 0x2728, 0x2728, 0x274c, 0x274c, 0x274e, 0x274e, 0x2753, 0x2755,
  0x2757, 0x2757, 0x2795, 0x2797, 0x27b0, 0x27b0, 0x27bf, 0x27bf, 0x2b1b, 0x2b1c, 0x2b50, 0x2b50, 0x2b55, 0x2b55,
  0x2e80, 0x303e, 0x3041, 0x33ff, 0x3400, 0x4dbf, 0x4e00, 0x9fff, 0xa000, 0xa4cf, 0xa960, 0xa97f, 0xac00, 0xd7a3,
  0xf900, 0xfaff, 0xfe30, 0xfe6f, 0xff00, 0xff60, 0xffe0, 0xffe6, 0x16fe0, 0x18cff, 0x1aff0, 0x1b2ff, 0x1f004, 0x1f004,
  0x1f0cf, 0x1f0cf, 0x1f18e, 0x1f18e, 0x1f191, 0x1f19a, 0x1f200, 0x1f320, 0x1f32d, 0x1f335, 0x1f337, 0x1f37c,
  0x1f37e, 0x1f393, 0x1f3a0, 0x1f3ca, 0x1f3cf, 0x1f3d3, 0x1f3e0, 0x1f3f0, 0x1f3f4, 0x1f3f4, 0x1f3f8, 0x1f43e,
  0x1f440, 0x1f440, 0x1f442, 0x1f4fc, 0x1f4ff, 0x1f53d, 0x1f54b, 0x1f54e, 0x1f550, 0x1f567, 0x1f57a, 0x1f57a,
  0x1f595, 0x1f596, 0x1f5a4, 0x1f5a4, 0x1f5fb, 0x1f64f, 0x1f680, 0x1f6c5, 0x1f6cc, 0x1f6cc, 0x1f6d0, 0x1f6d2,
  0x1f6d5, 0x1f6d7, 0x1f6dc, 0x1f6df, 0x1f6eb, 0x1f6ec, 0x1f6f4, 0x1f6fc, 0x1f7e0, 0x1f7eb, 0x1f7f0, 0x1f7f0,
  0x1f90c, 0x1f93a, 0x1f93c, 0x1f945, 0x1f947, 0x1f9ff, 0x1fa70, 0x1faff, 0x20000, 0x3fffd,
]

function isWide(code: number): boolean {
  if (code < 0x1100) return false
  let low = 0
  let high = wide.length / 2
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((wide[middle * 2 + 1] ?? 0) < code) low = middle + 1
    else high = middle
  }
  return code >= (wide[low * 2] ?? Infinity)
}

export interface Cell {
  character: string
  /** Offset in the line. */
  offset: number
  cells: number
  /** Drawn as its code, because it cannot be seen. */
  isMarked: boolean
}

/** Walks a line character by character. A tab reaches to the next multiple of eight cells. */
export function* cellsOf(text: string): Generator<Cell> {
  let column = 0
  let offset = 0
  let before = ''
  while (offset < text.length) {
    const code = text.codePointAt(offset) ?? 0
    const character = String.fromCodePoint(code)
    const next = offset + character.length
    const isMarked =
      isDeceptive(code) && !(code === zeroWidthJoiner && joinsPictures(before, characterAt(text, next)))
    const cells = isMarked
      ? markCells
      : code === 9
        ? tabStop - (column % tabStop)
        : widthOf(code, character, before)
    yield { character, offset, cells, isMarked }
    column += cells
    before = character
    offset = next
  }
}

function characterAt(text: string, offset: number) {
  const code = text.codePointAt(offset)
  return code === undefined ? '' : String.fromCodePoint(code)
}

function widthOf(code: number, character: string, before: string): number {
  if (code < 0x300) return 1
  if (before === '\u200D' && isPictograph.test(character)) return 0
  if (code >= 0x1f3fb && code <= 0x1f3ff && isPictograph.test(before)) return 0
  if (isWide(code)) return 2
  return isCombining.test(character) ? 0 : 1
}
