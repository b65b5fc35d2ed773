import { createPublicKey, generateKeyPairSync, verify } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

import { afterEach, describe, expect, it } from 'vitest'

import { callExtension } from './call.ts'
import { ExtensionError } from './error.ts'

const { privateKey } = generateKeyPairSync('ed25519')
const servers: { close(): unknown }[] = []
afterEach(() => {
  for (const server of servers.splice(0)) server.close()
})

interface Seen {
  headers: IncomingMessage['headers']
  body: string
}

/** A real extension that answers one thing to everything. */
async function extension(status: number, answer: string, headers: Record<string, string> = {}) {
  const seen: Seen[] = []
  const server = createServer((request, response) => {
    let body = ''
    request.setEncoding('utf8').on('data', (part: string) => (body += part))
    request.on('end', () => {
      seen.push({ headers: request.headers, body })
      response.writeHead(status, headers).end(answer)
    })
  })
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/ask`, seen }
}

describe('a call to an extension', () => {
  it('is signed so that the extension can tell whose it is', async () => {
    const { url, seen } = await extension(200, '{"ok":true}')
    expect(await callExtension(url, { a: 1 }, privateKey)).toEqual({ ok: true })

    const [{ headers, body } = { headers: {}, body: '' }] = seen
    expect(body).toBe('{"a":1}')
    const params = /^sig1=(.*)$/.exec(String(headers['signature-input']))?.[1] ?? ''
    const signature = /^sig1=:(.*):$/.exec(String(headers['signature']))?.[1] ?? ''
    const base = [
      '"@method": POST',
      `"@target-uri": ${url}`,
      `"content-digest": ${String(headers['content-digest'])}`,
      `"@signature-params": ${params}`,
    ].join('\n')
    const check = (text: string) =>
      verify(null, Buffer.from(text), createPublicKey(privateKey), Buffer.from(signature, 'base64'))
    expect(check(base)).toBe(true)
    expect(check(`${base} `)).toBe(false)
  })

  it('may be answered with nothing', async () => {
    const { url } = await extension(204, '')
    expect(await callExtension(url, {}, privateKey)).toBeUndefined()
  })

  it.each([
    ['an error', 503, 'no'.repeat(500), /answered 503: (?:no){100}$/],
    ['something that is no JSON', 200, '<html>', /no JSON/],
    ['too much', 200, `"${'x'.repeat(6 << 20)}"`, /more than 5 MiB/],
  ])('that is answered with %s says so', async (_what, status, answer, words) => {
    const { url } = await extension(status, answer)
    await expect(callExtension(url, {}, privateKey)).rejects.toThrow(words)
  })

  it.each<[string, (response: ServerResponse) => void, RegExp]>([
    ['not at all', () => {}, /did not answer: no answer within 0[.]3 s$/],
    ['by half', (response) => response.writeHead(200).write('{"a"'), /broke off: no answer within 0[.]3 s$/],
    [
      'by half, and then hangs up',
      (response) => response.writeHead(200).write('{"a"', () => response.destroy()),
      /broke off: /,
    ],
  ])('that is answered %s ends in time and says so', async (_what, answer, words) => {
    const server = createServer((_request, response) => answer(response))
    servers.push({ close: () => server.closeAllConnections() }, server)
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    const call = callExtension(url, {}, privateKey, 300)
    await expect(call).rejects.toThrow(ExtensionError)
    await expect(call).rejects.toThrow(words)
  })

  it('does not follow to another place', async () => {
    const elsewhere = await extension(200, '{}')
    const { url } = await extension(302, '', { location: elsewhere.url })
    await expect(callExtension(url, {}, privateKey)).rejects.toThrow(/did not answer/)
    expect(elsewhere.seen).toEqual([])
  })

  it.each([
    'http://169.254.169.254/latest',
    'http://[fd00:ec2::254]/',
    'http://metadata.google.internal/',
    'nonsense',
  ])('never goes to %s', async (address) => {
    await expect(callExtension(address, {}, privateKey)).rejects.toThrow(/cannot be used/)
  })

  it('to nobody says that nobody answered', async () => {
    const { url } = await extension(200, '{}')
    servers.splice(0).forEach((server) => server.close())
    await expect(callExtension(url, {}, privateKey)).rejects.toThrow(/did not answer: connect ECONNREFUSED/)
  })
})
