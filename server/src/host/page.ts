import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

import { createEncodedFile } from './encodedFile.ts'
import { checkRootPath, type PageFiles } from './pageFiles.ts'
import { sendFile, sendText } from './send.ts'

interface PageDeps {
  root: string
  page: PageFiles
  /** Where the operator's `custom.js` and `custom.css` are, if there are any. */
  customFolder: string
  /** Answers what is written to an address that is none of the page's; without it the page itself does. */
  elsewhere?: (request: FastifyRequest, reply: FastifyReply) => FastifyReply
}

const unknown = '404 page not found'
const forAYear = 'public, max-age=31536000'

/**
 * Serves the built page below the instance's prefix: its files, the operator's own style and script, and the page
 * itself for every address that nothing else answers (wire 1.1).
 */
export function mountPage(app: FastifyInstance, { root, page, customFolder, elsewhere }: PageDeps) {
  checkRootPath(root)

  for (const [name, type] of [
    ['custom.js', 'text/javascript; charset=utf-8'],
    ['custom.css', 'text/css; charset=utf-8'],
  ] as const) {
    app.get(`/assets/${name}`, async (request, reply) => {
      const body = await readFile(join(customFolder, name)).catch(ignoreMissing)
      return sendFile(request, reply, createEncodedFile(type, body), 'no-cache')
    })
  }

  app.get('/favicon.svg', (_request, reply) =>
    reply.redirect(`${root}/favicons/favicon-light-default.svg`, 308),
  )

  function answer(request: FastifyRequest, reply: FastifyReply): FastifyReply | Promise<FastifyReply> {
    const path = pathBelow(root, request.url)
    const file = page.files.get(path)
    if (file) return sendFile(request, reply, file, forAYear)
    if (/^\/(?:assets|favicons)(?:\/|$)/.test(path)) return sendText(reply, 404, unknown)
    if (/^\/(?:api\/.+|version|healthz)\/$/.test(path)) return withoutSlash(request, reply)
    if (elsewhere && !['GET', 'HEAD'].includes(request.method)) return elsewhere(request, reply)
    if (/^\/api(?:\/|$)/.test(path)) return sendText(reply, 404, 'Route not found')
    return sendFile(request, reply, page.index, 'no-cache')
  }
  app.all('/', answer)
  app.all('/*', answer)
}

/** With a root path: what lies outside of it. The bare address leads in, the rest does not exist. */
export function mountOutside(app: FastifyInstance, root: string) {
  if (checkRootPath(root) === '') return
  app.get('/', (_request, reply) => reply.redirect(`${root}/`, 302))
  app.all('/*', (_request, reply) => sendText(reply, 404, unknown))
}

/** A slash too many at the end of an address of the API: the method is kept. */
function withoutSlash(request: FastifyRequest, reply: FastifyReply) {
  const [path = '', ...query] = request.url.split('?')
  const status = request.method === 'GET' ? 301 : 307
  return reply.redirect([path.replace(/\/+$/, ''), ...query].join('?'), status)
}

/** `/ci/assets/x.js?v=1` -> `/assets/x.js`. Names are looked up in a map, so dots lead nowhere. */
function pathBelow(root: string, url: string): string {
  const path = url.split('?', 1)[0]?.slice(root.length) ?? ''
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

function ignoreMissing(error: unknown): Buffer {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return Buffer.alloc(0)
  throw error
}
