/** Git's packet lines: four hexadecimal digits of length, themselves counted, then the bytes; 0000 ends a section. */
const flush = '0000'
const largest = 65_516

export function packet(text: string): string {
  const length = Buffer.byteLength(text) + 4
  if (length > largest) throw new Error('The text is too long for a packet')
  return length.toString(16).padStart(4, '0') + text
}

/** A section of lines, ended by a flush. */
export const section = (lines: readonly string[]) => lines.map((line) => packet(`${line}\n`)).join('') + flush

/** Takes bytes as they come; `take` gives the lines of the first whole section, undefined while it is not whole. */
export function createSectionReader(mostBytes: number) {
  let waiting = Buffer.alloc(0)
  let lines: string[] = []
  return {
    add(bytes: Buffer) {
      if (waiting.length + bytes.length > mostBytes) throw new Error('The packets are too long')
      waiting = Buffer.concat([waiting, bytes])
    },
    take(): string[] | undefined {
      for (;;) {
        const head = waiting.subarray(0, 4).toString('latin1')
        if (head.length < 4) return undefined
        if (!/^[0-9a-f]{4}$/.test(head)) throw new Error('These are no packets')
        const length = parseInt(head, 16)
        if (length === 0) {
          waiting = waiting.subarray(4)
          const whole = lines
          lines = []
          return whole
        }
        if (length < 4) throw new Error('These are no packets')
        if (waiting.length < length) return undefined
        lines.push(waiting.subarray(4, length).toString('utf8').replace(/\n$/, ''))
        waiting = waiting.subarray(length)
      }
    },
  }
}
