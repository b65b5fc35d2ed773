import { createServer, type RequestListener } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { AddressInfo, Server } from 'node:net'

import { afterEach, describe, expect, it } from 'vitest'

import { probe } from './problem.ts'
import { untrusted } from './testing/tls.ts'

const servers: Server[] = []
afterEach(() => {
  for (const server of servers.splice(0)) server.close()
})

async function started(server: Server, scheme = 'http'): Promise<URL> {
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return new URL(`${scheme}://127.0.0.1:${(server.address() as AddressInfo).port}/ci`)
}
const answering = (listener: RequestListener) => started(createServer(listener))
const json =
  (body: string, status = 200): RequestListener =>
  (_request, response) =>
    void response.writeHead(status, { 'content-type': 'application/json' }).end(body)

describe('a server to sit in front of', () => {
  it('is fine when it is a Woodpecker 3', async () => {
    const paths: (string | undefined)[] = []
    const url = await answering((request, response) => {
      paths.push(request.url)
      json('{"source":"","version":"3.17.0"}')(request, response)
    })
    expect(await probe(url)).toBeUndefined()
    expect(paths).toEqual(['/ci/version'])
  })

  it.each<[string, RequestListener, string, RegExp]>([
    [
      'of another version',
      json('{"source":"https://example.org/woodpecker","version":"2.8.1"}'),
      'version',
      /2\.8\.1/,
    ],
    ['that is another product', json('{"name":"other"}'), 'not-woodpecker', /no version/],
    [
      'that answers with a page',
      (_q, s) => void s.writeHead(200, { 'content-type': 'text/html' }).end('<p>'),
      'not-woodpecker',
      /something else/,
    ],
    ['that fails', json('{}', 503), 'error', /503/],
    [
      'that leads in circles',
      (_q, s) => void s.writeHead(302, { location: '/round' }).end(),
      'redirects',
      /never answers/,
    ],
    [
      'that closes half-way',
      (_q, s) => void s.writeHead(200, { 'content-length': '10' }).write('{', () => s.destroy()),
      'unreachable',
      /cannot be reached/,
    ],
  ])('%s is told apart', async (_what, listener, code, words) => {
    const problem = await probe(await answering(listener))
    expect(problem?.code).toBe(code)
    expect(problem?.message).toMatch(words)
  })

  it('that says nothing is told as slow, and not waited for', async () => {
    const problem = await probe(await answering(() => undefined))
    expect(problem).toMatchObject({ code: 'slow', message: expect.stringContaining('in time') })
  })

  it('that is not there is told as such', async () => {
    const url = await answering(json('{}'))
    servers.splice(0).forEach((server) => server.close())
    expect(await probe(url)).toMatchObject({
      code: 'unreachable',
      message: expect.stringContaining('nobody listens'),
    })
  })

  it('with a certificate of its own making says what to do', async () => {
    const url = await started(createTlsServer(untrusted, json('{}')), 'https')
    expect(await probe(url)).toMatchObject({
      code: 'certificate',
      message: expect.stringContaining('NODE_EXTRA_CA_CERTS'),
    })
  })
})
