/** Bytes of one log entry at most; a longer line becomes several entries. */
const maxEntryBytes = 1024 * 1024

export interface LineSplitter {
  /** The lines that this chunk completes, without their newline. The chunk may be reused afterwards. */
  push(chunk: Buffer): Buffer[]
  /** The last line, if the output did not end with a newline. */
  end(): Buffer[]
}

const newline = 10

/** Cuts output into log entries at `\n`; carriage returns and escape sequences stay. */
export function createLineSplitter(limit: number = maxEntryBytes): LineSplitter {
  let pending: Buffer[] = []
  let pendingBytes = 0

  const flush = (): Buffer => {
    const [only] = pending
    const line = pending.length === 1 && only ? only : Buffer.concat(pending, pendingBytes)
    pending = []
    pendingBytes = 0
    return line
  }

  /** Keeps a piece of an unfinished line; what exceeds the limit leaves as entries of its own. */
  const keep = (piece: Buffer, lines: Buffer[]) => {
    let rest = piece
    while (pendingBytes + rest.length > limit) {
      const taken = limit - pendingBytes
      if (taken > 0) pending.push(Buffer.from(rest.subarray(0, taken)))
      pendingBytes = limit
      lines.push(flush())
      rest = rest.subarray(taken)
    }
    if (rest.length > 0) {
      pending.push(Buffer.from(rest))
      pendingBytes += rest.length
    }
  }

  return {
    push(chunk) {
      const lines: Buffer[] = []
      let start = 0
      for (let end = chunk.indexOf(newline); end !== -1; end = chunk.indexOf(newline, start)) {
        keep(chunk.subarray(start, end), lines)
        lines.push(flush())
        start = end + 1
      }
      keep(chunk.subarray(start), lines)
      return lines
    },
    end: () => (pendingBytes > 0 ? [flush()] : []),
  }
}
