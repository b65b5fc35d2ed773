import type { LogEntry } from '@yaffle/contract/logs'

import type { FoldMark } from './folds.ts'

/** A line as it came, decoded but not yet read for colours. */
export interface RawLine {
  /** From 0. */
  line: number
  /** Seconds since the step started. */
  time: number
  /** 0 stdout, 1 stderr, 2 exit code, 3 metadata, 4 progress. */
  type: number
  raw: string
  /** What it means for folding, where `raw` has lost that: it was put together from what a reader sees. */
  mark?: FoldMark
}

const utf8 = new TextDecoder()
const isAscii = (binary: string) => !/[\u0080-\u00FF]/.test(binary)

/** The text in base64 UTF-8; broken bytes become U+FFFD, broken base64 an empty line. */
function decodeText(data: string): string {
  if (data === '') return ''
  let binary
  try {
    binary = atob(data)
  } catch {
    return ''
  }
  if (isAscii(binary)) return binary
  return utf8.decode(Uint8Array.from(binary, (character) => character.charCodeAt(0)))
}

const whole = (value: unknown) => (Number.isSafeInteger(value) && Number(value) > 0 ? Number(value) : 0)

/**
 * Reads an entry of the wire with the contract's tolerance (absent and null mean zero), without the cost of a schema:
 * a log has hundreds of thousands of them. Undefined when it is no entry at all.
 */
export function readEntry(value: unknown): RawLine | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  const { line, time, type, data } = value as { [Key in keyof LogEntry]?: unknown }
  return {
    line: whole(line),
    time: whole(time),
    type: whole(type),
    raw: typeof data === 'string' ? decodeText(data) : '',
  }
}
