import { get } from 'node:http'

/** Readers of several streams that count the messages they get. Started by the bench of the proxy. */
const { URLS = '', READERS = '0' } = process.env
const urls = URLS.split(' ')
const counts = Array.from({ length: Number(READERS) }, () => 0)
let open = 0

for (const reader of counts.keys()) {
  get(urls[reader % urls.length] ?? '', { agent: false }, (response) => {
    open++
    if (open === counts.length) process.send?.({ counts })
    let rest = ''
    response.setEncoding('utf8').on('data', (part: string) => {
      const messages = (rest + part).split('\n\n')
      rest = messages.pop() ?? ''
      counts[reader] = (counts[reader] ?? 0) + messages.filter((one) => one.includes('data:')).length
    })
  })
}

process.on('message', () => void process.send?.({ counts }))
