import { setImmediate as nextTurn } from 'node:timers/promises'

import { createLineSplitter } from '../engine/split.ts'
import type { LogLine } from './types.ts'

export interface LogWriter {
  /** Takes a piece of output as it comes. Resolves when more may come. Rejects when storing fails. */
  write(chunk: Buffer): Promise<void>
  /** A line of our own; an open line before it is ended. */
  note(text: string): void
  /** Stores what is left, also a last line without newline. Throws when storing failed, now or before. */
  end(): void
  /** Aborted when storing fails between two calls. */
  failed: AbortSignal
}

interface LogWriterDeps {
  stepId: number
  /** Number of the first line. */
  firstLine: number
  /** Milliseconds since 1970. */
  clock: () => number
  /** Hides secrets in one line, without changing its number of lines. */
  mask: (line: Buffer) => Buffer
  append: (lines: readonly LogLine[]) => void
  /** Bytes kept; past that one line says so and the rest is thrown away. */
  limitBytes: number
}

const batchLines = 1000
const batchBytes = 1 << 20
const batchMs = 50
/** Counted for each line, so that endless empty lines meet the limit too. */
const lineCost = 16

/**
 * From the bytes a step prints to stored lines, in batches: a thousand lines, a mebibyte, or what came within 50 ms. After each full
 * batch others get their turn, so that a noisy step holds up nothing but itself.
 */
export function createLogWriter({
  stepId,
  firstLine,
  clock,
  mask,
  append,
  limitBytes,
}: LogWriterDeps): LogWriter {
  const splitter = createLineSplitter()
  const started = clock()
  let next = firstLine
  let left = limitBytes
  let waiting: LogLine[] = []
  let waitingBytes = 0
  let timer: NodeJS.Timeout | undefined
  const failed = new AbortController()

  function push(data: Uint8Array) {
    const time = Math.max(0, Math.floor((clock() - started) / 1000))
    waiting.push({ step_id: stepId, line: next++, time, type: 0, data })
    waitingBytes += data.length
  }

  function take(line: Buffer) {
    if (left <= 0) return
    const data = mask(line)
    left -= data.length + lineCost
    push(left > 0 ? data : Buffer.from(`The log ends here: it has grown beyond ${describe(limitBytes)}`))
  }

  function flush() {
    clearTimeout(timer)
    timer = undefined
    const lines = waiting
    waiting = []
    waitingBytes = 0
    if (lines.length > 0) append(lines)
  }

  function flushLater() {
    if (waiting.length === 0) return
    timer ??= setTimeout(() => {
      try {
        flush()
      } catch (error) {
        failed.abort(error)
      }
    }, batchMs)
  }

  return {
    failed: failed.signal,
    async write(chunk) {
      failed.signal.throwIfAborted()
      for (const line of splitter.push(chunk)) {
        take(line)
        if (waiting.length < batchLines && waitingBytes < batchBytes) continue
        flush()
        await nextTurn()
      }
      flushLater()
    },
    note(text) {
      for (const line of splitter.end()) take(line)
      take(Buffer.from(text))
      flushLater()
    },
    end() {
      for (const line of splitter.end()) take(line)
      flush()
      failed.signal.throwIfAborted()
    },
  }
}

function describe(bytes: number): string {
  const mebi = bytes / 2 ** 20
  return mebi >= 1 ? `${Math.round(mebi)} MiB` : `${bytes} bytes`
}
