import { Cells } from './cells.ts'
import { applySgr } from './sgr.ts'
import type { StyleTable } from './style.ts'

export interface ParsedLine {
  /** What a reader sees: printable characters and tabs only. */
  text: string
  /** Pairs of (offset in `text`, style number), ascending, only where the style changes; empty is all plain. */
  runs: number[]
  /** The style the next line starts with. */
  after: number
}

// C0 except tab, DEL, C1. Built from a string: a control character in a regex literal reads as a mistake.
const control = '\\u0000-\\u0008\\u000A-\\u001F\\u007F-\\u009F'
const hasControl = new RegExp(`[${control}]`)
const nextControl = new RegExp(`[${control}]`, 'g')
/** Parameters, intermediates, final byte of a control sequence (ECMA-48 5.4). */
const sequenceBody = /([0-?]*)([ -/]*)([@-~]?)/y
const shortEscape = /[ -/]*[0-~]?/y

const escape = 0x1b
const carriageReturn = 0x0d

/**
 * Reads one raw log line, without its newline. Honours colours and attributes, `\r` and erase-in-line the way a
 * terminal does; every other control sequence is dropped. A string sequence (OSC, DCS…) without its end loses its
 * introducer only, so that nothing can hide the rest of a line. Time is linear in the length.
 */
export function parseLine(raw: string, before: number, styles: StyleTable): ParsedLine {
  if (!hasControl.test(raw)) return { text: raw, runs: before && raw ? [0, before] : [], after: before }
  const screen = new ScreenLine(before)
  let position = 0
  const end = lengthWithoutReturns(raw)
  nextControl.lastIndex = 0

  while (position < end) {
    nextControl.lastIndex = position
    const found = nextControl.exec(raw)?.index ?? end
    const stop = Math.min(found, end)
    if (stop > position) screen.write(raw.slice(position, stop))
    if (stop >= end) break
    position = obey(raw, stop, screen, styles)
  }
  return { ...screen.read(), after: screen.style }
}

/** A final `\r` belongs to a Windows line end. */
function lengthWithoutReturns(raw: string) {
  let end = raw.length
  while (end > 0 && raw.charCodeAt(end - 1) === carriageReturn) end--
  return end
}

/** Carries out the control at `at` and returns where the text goes on. */
function obey(raw: string, at: number, screen: ScreenLine, styles: StyleTable): number {
  const code = raw.charCodeAt(at)
  if (code === carriageReturn) {
    screen.toStart()
    return at + 1
  }
  if (code === 0x9b) return controlSequence(raw, at + 1, screen, styles)
  if (isStringIntroducer(code)) return afterString(raw, at + 1, screen)
  if (code !== escape) return at + 1

  const following = raw.charCodeAt(at + 1)
  if (following === 0x5b) return controlSequence(raw, at + 2, screen, styles)
  if (following >= 0x40 && following <= 0x5f && isStringIntroducer(following + 0x40))
    return afterString(raw, at + 2, screen)
  shortEscape.lastIndex = at + 1
  return at + 1 + (shortEscape.exec(raw)?.[0].length ?? 0)
}

/** DCS, SOS, OSC, PM and APC, in their one-character form. */
const isStringIntroducer = (code: number) =>
  code === 0x90 || code === 0x98 || code === 0x9d || code === 0x9e || code === 0x9f

const stringEnds = ['\\u0007', '\\u001B\\\\', '\\u009C']
const stringEnd = new RegExp(stringEnds.join('|'), 'g')

function afterString(raw: string, start: number, screen: ScreenLine): number {
  // Looked for once only: a line of a million introducers must not be searched a million times.
  if (screen.hasNoStringEnd) return start
  stringEnd.lastIndex = start
  const end = stringEnd.exec(raw)
  if (end) return end.index + end[0].length
  screen.hasNoStringEnd = true
  return start
}

function controlSequence(raw: string, start: number, screen: ScreenLine, styles: StyleTable): number {
  sequenceBody.lastIndex = start
  const found = sequenceBody.exec(raw)
  if (!found) return start
  const [all, parameters = '', intermediates, final] = found
  const isStandard = !intermediates && !/[<-?]/.test(parameters)
  if (isStandard && final === 'm') screen.style = styles.idOf(applySgr(styles.get(screen.style), parameters))
  if (isStandard && final === 'K') screen.erase(Number(parameters))
  return start + all.length
}

/**
 * The one terminal line that a log line is drawn on. Until something goes back, text is only appended; then every
 * character gets a cell of its own.
 */
class ScreenLine {
  style: number
  hasNoStringEnd = false
  #text = ''
  readonly #runs: number[] = []
  #runStyle = 0
  #cells: Cells | undefined

  constructor(style: number) {
    this.style = style
  }

  write(text: string) {
    if (this.#cells) {
      this.#cells.write(text, this.style)
      return
    }
    if (this.style !== this.#runStyle) {
      this.#runs.push(this.#text.length, this.style)
      this.#runStyle = this.style
    }
    this.#text += text
  }

  toStart() {
    this.#asCells().toStart()
  }

  /** 0 from here to the end, 1 from the start to here, 2 all. */
  erase(part: number) {
    if (this.#cells || (part !== 0 && this.#text !== '')) this.#asCells().erase(part)
  }

  read(): { text: string; runs: number[] } {
    return this.#cells?.read() ?? { text: this.#text, runs: this.#runs }
  }

  #asCells() {
    this.#cells ??= new Cells(this.#text, this.#runs)
    return this.#cells
  }
}
