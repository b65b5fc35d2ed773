import { get } from 'node:http'

/** Five hundred readers of the event stream that count what they get. Started by the API bench. */
const { URL: url = '', TOKENS = '', READERS = '0' } = process.env
const tokens = TOKENS.split(',')
const counts = Array.from({ length: Number(READERS) }, () => 0)
let open = 0

for (const reader of counts.keys()) {
  const headers = { authorization: `Bearer ${tokens[reader % tokens.length] ?? ''}` }
  get(`${url}/api/stream/events`, { headers, agent: false }, (response) => {
    let last = 0
    open++
    if (open === counts.length) process.send?.({ type: 'ready', counts })
    response.on('data', (part: Buffer) => {
      // A message ends with an empty line; pings begin with a colon and are not counted.
      for (const byte of part) {
        if (byte === 10 && last === 10) counts[reader] = (counts[reader] ?? 0) + 1
        last = byte
      }
    })
  })
}

process.on('message', () => {
  // The first ping of each reader ends with an empty line, too.
  process.send?.({ type: 'counts', counts: counts.map((count) => count - 1) })
})
