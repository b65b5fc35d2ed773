import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

/** The forge's own pages at an origin of its own: the question whether to sign in, and whatever links lead to. */
export async function startForge(): Promise<{ url: string; server: Server }> {
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://forge')
    if (url.pathname === '/login/oauth/authorize') {
      response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(consent(url.searchParams))
    } else if (url.pathname === '/version.json') {
      const type = { 'content-type': 'application/json', 'access-control-allow-origin': '*' }
      response.writeHead(200, type).end('{"latest":"3.18.0","rc":"3.18.0-rc.0","next":"next-abc"}')
    } else {
      response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><title>Forge</title>')
    }
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, server }
}

/** Buttons instead of passwords: who it is, or no. */
function consent(asked: URLSearchParams): string {
  const state = asked.get('state') ?? ''
  const back = (answer: Record<string, string>) =>
    `${asked.get('redirect_uri') ?? ''}?${new URLSearchParams({ ...answer, state })}`.replaceAll('&', '&amp;')
  const link = (name: string, answer: Record<string, string>) =>
    `<p><a href="${back(answer)}">${name}</a></p>`
  return [
    '<!doctype html><html lang="en"><link rel="icon" href="data:,"><title>Forge</title><h1>Forge</h1>',
    ...['ana', 'ben'].map((login) => link(`Go on as ${login}`, { code: `code-of-${login}` })),
    link('Refuse', { error: 'access_denied', error_description: 'The owner said no' }),
  ].join('\n')
}
