export type FoldMark = { kind: 'command' | 'open'; title: string } | { kind: 'close' }

export interface Fold {
  kind: 'command' | 'open'
  title: string
  /** Index of the line that stays visible. */
  head: number
  /** Index after the last line of the body; Infinity while it is still growing. */
  end: number
  /** Seconds since the step started. */
  startTime: number
  /** Undefined while it is still growing. */
  endTime: number | undefined
  parent: Fold | undefined
  isClosed: boolean
}

/** Deeper groups are ordinary lines: nobody reads them as groups, and a hostile log may open millions. */
const maxDepth = 8

const openers = [
  /^::group::(.*)$/,
  /^##\[group\](.*)$/,
  /^##teamcity\[blockOpened .{0,200}?\bname='((?:[^'|]|\|.){0,200})'/,
]
const closers = /^(?:::endgroup::|##\[endgroup\]|##teamcity\[blockClosed )/
/** These write their marker, return to the start of the line and erase it; the title follows. */
const hiddenMarker = /(?:^|[\rKm])(?:section|travis_fold)[_:](start|end):([^\r]{1,200})\r/

/**
 * What a line means for folding. `raw` still has its control characters (some tools hide the marker behind `\r`);
 * `text` is what a reader sees.
 */
export function foldMarkOf(raw: string, text: string): FoldMark | undefined {
  const first = text.charCodeAt(0)
  if (first === 0x2b)
    return text.startsWith('+ ') ? { kind: 'command', title: text.slice(2).trim() } : undefined
  if (first === 0x3a || first === 0x23) return visibleMark(text)
  if (!raw.includes('\r')) return undefined
  const hidden = hiddenMarker.exec(raw)
  if (!hidden) return undefined
  if (hidden[1] === 'end') return { kind: 'close' }
  const name = (hidden[2] ?? '').replace(/^\d+:/, '').replace(/\[.*$/, '')
  return { kind: 'open', title: text.trim() || name }
}

function visibleMark(text: string): FoldMark | undefined {
  if (closers.test(text)) return { kind: 'close' }
  for (const opener of openers) {
    const title = opener.exec(text)?.[1]
    if (title !== undefined) return { kind: 'open', title: title.trim() }
  }
  return undefined
}

/**
 * The folds of a log, built line by line: a command reaches to the next one, a group to its end marker, and either may
 * stand in the other. Indexes are positions in the store.
 */
export class Folds {
  readonly all: Fold[] = []
  readonly #startsClosed: boolean
  readonly #byHead = new Map<number, Fold>()
  #stack: Fold[] = []

  /** `startsClosed`: how each fold is when its head comes. */
  constructor(startsClosed = false) {
    this.#startsClosed = startsClosed
  }

  /** Takes in the next line and says whether it is folded away. */
  add(index: number, mark: FoldMark | undefined, time: number): boolean {
    if (mark && mark.kind !== 'close') return this.#start(index, mark, time)
    const isHidden = this.#stack.some((fold) => fold.isClosed)
    if (mark) this.#close(index, time)
    return isHidden
  }

  /** Nothing more will come. */
  finish(count: number, time: number) {
    for (const fold of this.#stack) end(fold, count, time)
    this.#stack = []
  }

  headedBy(index: number): Fold | undefined {
    return this.#byHead.get(index)
  }

  /** The innermost fold whose body the line is in. */
  around(index: number): Fold | undefined {
    let low = 0
    let high = this.all.length
    while (low < high) {
      const middle = (low + high) >>> 1
      if ((this.all[middle]?.head ?? 0) < index) low = middle + 1
      else high = middle
    }
    let fold = this.all[low - 1]
    while (fold && fold.end <= index) fold = fold.parent
    return fold
  }

  /** The closed folds that hide a line. */
  hiding(index: number): Fold[] {
    const closed: Fold[] = []
    for (let fold = this.around(index); fold; fold = fold.parent) if (fold.isClosed) closed.push(fold)
    return closed
  }

  #start(index: number, mark: { kind: 'command' | 'open'; title: string }, time: number): boolean {
    if (mark.kind === 'command' && this.#stack.at(-1)?.kind === 'command') this.#pop(index, time)
    const isHidden = this.#stack.some((fold) => fold.isClosed)
    if (this.#stack.length >= maxDepth) return isHidden
    const fold: Fold = {
      ...mark,
      head: index,
      end: Infinity,
      startTime: time,
      endTime: undefined,
      parent: this.#stack.at(-1),
      isClosed: this.#startsClosed,
    }
    this.all.push(fold)
    this.#byHead.set(index, fold)
    this.#stack.push(fold)
    return isHidden
  }

  #close(index: number, time: number) {
    const at = this.#stack.findLastIndex((fold) => fold.kind === 'open')
    if (at < 0) return
    while (this.#stack.length > at) this.#pop(index + 1, time)
  }

  #pop(endIndex: number, time: number) {
    const fold = this.#stack.pop()
    if (fold) end(fold, endIndex, time)
  }
}

function end(fold: Fold, index: number, time: number) {
  fold.end = index
  fold.endTime = time
}

/** A fold without a body cannot be folded. `count` is the number of lines so far. */
export const bodyLength = (fold: Fold, count: number) => Math.min(fold.end, count) - fold.head - 1
