export interface ServerEvent {
  /** `message` unless the server named it. */
  event: string
  data: string
  /** The last id seen, '' when there was none. */
  id: string
}

/** Reads `text/event-stream` piece by piece (HTML Living Standard 9.2.6). Comments and unknown fields are skipped. */
export class EventReader {
  #rest = ''
  #event = ''
  #data: string[] = []
  #id = ''

  push(text: string): ServerEvent[] {
    const events: ServerEvent[] = []
    // A `\r` at the very end may be half of a `\r\n`.
    const all = this.#rest + text
    const end = all.endsWith('\r') ? all.length - 1 : all.length
    const lines = all.slice(0, end).split(/\r\n|\n|\r/)
    this.#rest = (lines.pop() ?? '') + all.slice(end)
    for (const line of lines) {
      const event = this.#line(line)
      if (event) events.push(event)
    }
    return events
  }

  #line(line: string): ServerEvent | undefined {
    if (line === '') return this.#dispatch()
    const colon = line.indexOf(':')
    const field = colon < 0 ? line : line.slice(0, colon)
    const value = colon < 0 ? '' : line.slice(colon + 1).replace(/^ /, '')
    if (field === 'data') this.#data.push(value)
    if (field === 'event') this.#event = value
    if (field === 'id' && !value.includes('\0')) this.#id = value
    return undefined
  }

  #dispatch(): ServerEvent | undefined {
    const event = { event: this.#event || 'message', data: this.#data.join('\n'), id: this.#id }
    const hasData = this.#data.length > 0
    this.#event = ''
    this.#data = []
    return hasData ? event : undefined
  }
}
