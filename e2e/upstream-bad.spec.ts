import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, type RequestListener } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { AddressInfo, Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { untrusted } from '../server/src/host/upstream/testing/tls.ts'
import { isAway } from './support/complaints.ts'
import { spawnServer } from './support/server.ts'
import { expect, test } from './support/test.ts'

interface Bad {
  what: string
  server: Server | undefined
  scheme?: 'https'
  /** What the terminal says at the start. */
  terminal: RegExp
  /** What the page says. */
  title: string
  text: RegExp
}

const away = 'The CI server does not answer'
const unfit = 'The CI server does not fit this page'
const script: RequestListener = ({ url }, response) => {
  const isVersion = url?.endsWith('/version')
  response.writeHead(200, {
    'content-type': isVersion ? 'application/json' : 'text/javascript',
    'x-woodpecker-version': '2.8.3',
  })
  response.end(isVersion ? '{"source":"https://example.org/woodpecker","version":"2.8.3"}' : '')
}
const html: RequestListener = (_request, response) =>
  response.writeHead(200, { 'content-type': 'text/html' }).end('<p>Hello')
// Others are told apart by the same words: see the tests of the host and of the page that waits.
const kinds: Bad[] = [
  {
    what: 'down',
    server: undefined,
    terminal: /nobody listens there/,
    title: away,
    text: /cannot be reached/,
  },
  {
    what: 'a website',
    server: createServer(html),
    terminal: /is no Woodpecker server: it answers 200 with something else.*Is its path right/,
    title: unfit,
    text: /not the server it expects/,
  },
  {
    what: 'another version',
    server: createServer(script),
    terminal: /runs version 2\.8\.3; this interface knows Woodpecker 3/,
    title: unfit,
    text: /has a version that this page does not know/,
  },
  {
    what: 'nobody who can be trusted',
    server: createTlsServer(untrusted, html),
    scheme: 'https',
    terminal: /is not trusted.*NODE_EXTRA_CA_CERTS/,
    title: away,
    text: /certificate .* not trusted/,
  },
]

test('a server behind the page that is of no use is told as what it is, in the terminal and on the page, without a storm of questions', async ({
  page,
}) => {
  test.setTimeout(360_000)
  page.on('pageerror', (error) => expect.soft(error.message, 'uncaught').toBe(''))
  page.on('console', (message) => {
    if (message.type() === 'error' && !isAway.test(message.text())) expect.soft(message.text()).toBe('')
  })
  const asked = new Map<string, number>()
  const started = await Promise.all(
    kinds.map(async (kind) => {
      const { server, scheme = 'http' } = kind
      const listening = server ?? createServer()
      listening.on('request', () => asked.set(kind.what, (asked.get(kind.what) ?? 0) + 1))
      await once(listening.listen(0, '127.0.0.1'), 'listening')
      const { port } = listening.address() as AddressInfo
      if (!server) listening.close()
      const front = spawnServer(['--addr', '127.0.0.1:0', '--upstream', `${scheme}://127.0.0.1:${port}/ci`], {
        YAFFLE_VERSION_URL: '',
      })
      await expect.poll(front.output, { timeout: 90_000, message: kind.what }).toMatch(kind.terminal)
      const url = /^\s*Address\s+(\S+)/m.exec(front.output())?.[1] ?? ''
      return { kind, front, url }
    }),
  )
  await page.clock.install()
  for (const { kind, front, url } of started) {
    await test.step(kind.what, async () => {
      asked.clear()
      await page.goto(`${url}/repos`)
      await expect(page.getByRole('heading', { name: kind.title })).toBeVisible()
      await expect(page.getByText(kind.text)).toBeVisible()
      // A look every five seconds, one after the other: each asks for the page's script, and then what went wrong.
      await page.clock.runFor(30_000)
      expect(asked.get(kind.what) ?? 0, 'no storm').toBeLessThan(20)
      await page.goto('about:blank')
    })
    front.child.kill('SIGTERM')
    expect(await front.ended, kind.what).toBe(0)
    kind.server?.close()
  }
})

test('a certificate of a private authority is fine once it is named', async ({ page }) => {
  const server = createTlsServer(untrusted, ({ url }, response) => {
    response.setHeader('content-type', url?.endsWith('.js') ? 'text/javascript' : 'application/json')
    response.end(url?.endsWith('.js') ? 'window.WOODPECKER_USER = null' : '{"version":"3.17.0"}')
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { file, remove } = await certificateFile()
  const upstream = `https://127.0.0.1:${(server.address() as AddressInfo).port}`
  const front = spawnServer(['--addr', '127.0.0.1:0', '--upstream', upstream], {
    NODE_EXTRA_CA_CERTS: file,
    YAFFLE_VERSION_URL: '',
  })
  await expect.poll(front.output, { timeout: 90_000 }).toMatch(/Address\s+\S+/)
  const url = /^\s*Address\s+(\S+)/m.exec(front.output())?.[1] ?? ''
  expect(front.output()).not.toContain('Warning')
  await page.goto(`${url}/login`)
  await expect(page.getByRole('heading', { name: 'Sign in to Yaffle' })).toBeVisible()
  front.child.kill('SIGTERM')
  expect(await front.ended).toBe(0)
  server.closeAllConnections()
  server.close()
  await remove()
})

async function certificateFile() {
  const folder = await mkdtemp(join(tmpdir(), 'yaffle-ca-'))
  const file = join(folder, 'ca.pem')
  await writeFile(file, untrusted.cert)
  return { file, remove: () => rm(folder, { recursive: true }) }
}
