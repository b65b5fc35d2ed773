import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

import type { FastifyInstance } from 'fastify'

import { createEncodedFile, type EncodedFile } from './encodedFile.ts'
import { sendFile, sendText } from './send.ts'

const folder = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'))

/** Swagger's page writes styles and markup by itself, so its own addresses have a looser policy than the rest; nothing from elsewhere. */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

const page = `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Yaffle API</title><link rel="stylesheet" href="swagger-ui.css"></head>
<body><div id="swagger-ui"></div><script src="swagger-ui-bundle.js"></script><script src="start.js"></script></body></html>`

const start = `SwaggerUIBundle({ url: 'doc.json', dom_id: '#swagger-ui', validatorUrl: null, deepLinking: true })`

/** API documentation at `/swagger/index.html`, from our own origin alone. `document` is made when it is first asked for. */
export function mountSwagger(app: FastifyInstance, root: string, document: () => object) {
  const files = new Map<string, EncodedFile>()
  const make: Record<string, () => EncodedFile> = {
    'index.html': () => createEncodedFile('text/html; charset=utf-8', Buffer.from(page)),
    'start.js': () => createEncodedFile('text/javascript; charset=utf-8', Buffer.from(start)),
    'doc.json': () =>
      createEncodedFile('application/json; charset=utf-8', Buffer.from(JSON.stringify(document()))),
    'swagger-ui.css': () =>
      createEncodedFile('text/css; charset=utf-8', readFileSync(join(folder, 'swagger-ui.css'))),
    'swagger-ui-bundle.js': () =>
      createEncodedFile('text/javascript; charset=utf-8', readFileSync(join(folder, 'swagger-ui-bundle.js'))),
  }

  app.get('/swagger', (_request, reply) => reply.redirect(`${root}/swagger/index.html`, 302))
  app.get<{ Params: { '*': string } }>('/swagger/*', async (request, reply) => {
    const name = request.params['*'] || 'index.html'
    const file = files.get(name) ?? make[name]?.()
    if (!file) return sendText(reply, 404, 'There is no such file')
    files.set(name, file)
    return sendFile(request, reply.header('content-security-policy', policy), file, 'no-cache')
  })
}
