import { readdirSync, readFileSync } from 'node:fs'
import { join, sep } from 'node:path'

import type { FastifyInstance } from 'fastify'
import MarkdownIt from 'markdown-it'

import { sendText } from './send.ts'

const stylesheet = readFileSync(new URL('docs.css', import.meta.url))
const escaped = (text: string) => text.replaceAll(/[<>&"]/g, (character) => `&#${character.charCodeAt(0)};`)

/** The project's documentation as pages, for a server without a way to the internet. `folder` holds Markdown and pictures. */
export function mountDocs(app: FastifyInstance, folder: string, root: string) {
  const markdown = new MarkdownIt({ html: false, linkify: false })
  const pages = new Map<string, string>()
  const pictures = new Map<string, Buffer>()
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue
    const file = join(entry.parentPath, entry.name)
    const name = file
      .slice(folder.length + 1)
      .split(sep)
      .join('/')
    if (name.endsWith('.md')) pages.set(name, file)
    if (name.endsWith('.png')) pictures.set(name, readFileSync(file))
  }

  function page(file: string): string {
    const text = readFileSync(file, 'utf8')
    const title = escaped(/^# (.+)$/m.exec(text)?.[1] ?? 'Documentation')
    return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${title} · Yaffle</title><link rel="stylesheet" href="${root}/docs/docs.css"></head>
<body><nav><a href="${root}/">Yaffle</a> · <a href="${root}/docs/">Documentation</a></nav>
<main>${markdown.render(text)}</main></body></html>`
  }

  app.get('/docs', (_request, reply) => reply.redirect(`${root}/docs/`, 308))
  app.get('/docs/docs.css', (_request, reply) => reply.type('text/css; charset=utf-8').send(stylesheet))
  app.get<{ Params: { '*': string } }>('/docs/*', (request, reply) => {
    const name = request.params['*'] || 'README.md'
    const picture = pictures.get(name)
    if (picture) return reply.type('image/png').send(picture)
    const file = pages.get(name)
    return file
      ? reply.type('text/html; charset=utf-8').send(page(file))
      : sendText(reply, 404, 'There is no such page')
  })
}
