import { existsSync, readFileSync } from 'node:fs'
import { extname, join } from 'node:path'

import { type Answer, redirect, text } from './answers.ts'
import type { User } from './entities.ts'
import { csrfToken } from './identity.ts'
import { userShape } from './shapes.ts'
import type { World } from './world.ts'

const ownPage =
  '<!doctype html><html><head><title>Woodpecker</title><script src="/web-config.js"></script></head><body></body></html>'

/** Another extension gets an empty type, and `nosniff` beside it makes such a file useless (1.3). */
const types: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
}
const literals = ['/web-config.js', '/assets/custom.css', '/assets/custom.js']

/** Plain assignments, texts without any escaping (1.2). */
export function webConfig(world: World, root: string, user: User | undefined): Answer {
  const lines = [
    `window.WOODPECKER_USER = ${user ? JSON.stringify(userShape(user)) : 'null'};`,
    `window.WOODPECKER_CSRF = "${user ? csrfToken(user) : ''}";`,
    `window.WOODPECKER_VERSION = "${world.version}";`,
    `window.WOODPECKER_ROOT_PATH = "${root}";`,
    'window.WOODPECKER_ENABLE_SWAGGER = true;',
    `window.WOODPECKER_SKIP_VERSION_CHECK = ${world.isVersionCheckSkipped};`,
    `window.WOODPECKER_USER_REGISTERED_AGENTS = ${world.areUserAgents};`,
    'window.WOODPECKER_MAX_PIPELINE_LOG_LINE_COUNT = 5000;',
    'window.WOODPECKER_DEFAULT_CONFIG_PATHS = null;',
  ]
  return { status: 200, type: 'text/javascript; charset=utf-8', body: `\n${lines.join('\n')}\n` }
}

/**
 * What is not of the API, from a built page's folder as such a server hosts it: the placeholder and three addresses
 * replaced byte by byte, few types, and the page itself for everything that is unknown.
 */
export function hosted(folder: string | undefined, root: string, path: string, rawUrl: string): Answer {
  if (/\/assets\/custom\.(?:js|css)$/.test(rawUrl))
    return { status: 200, type: types[extname(rawUrl)] ?? '', body: '' }
  if (path === '/favicon.svg') return redirect(`${root}/favicons/favicon-light-default.svg`, [], 308)
  if (path.startsWith('/assets/') || path.startsWith('/favicons/')) return asset(folder, root, path)
  return index(folder, root)
}

function asset(folder: string | undefined, root: string, path: string): Answer {
  const file = folder && join(folder, path)
  if (!file?.startsWith(folder ?? '') || !existsSync(file)) return text('404 page not found', 404)
  return {
    status: 200,
    type: types[extname(path)] ?? '',
    body: replaced(readFileSync(file), root),
    headers: { 'cache-control': 'public, max-age=31536000' },
  }
}

const replaced = (bytes: Buffer, root: string) =>
  Buffer.from(bytes.toString('latin1').replaceAll('/BASE_PATH', root), 'latin1')

export function index(folder: string | undefined, root: string): Answer {
  const page = folder ? replaced(readFileSync(join(folder, 'index.html')), root).toString('latin1') : ownPage
  const body = literals.reduce((html, literal) => html.replaceAll(literal, root + literal), page)
  return {
    status: 200,
    type: 'text/html; charset=UTF-8',
    body: Buffer.from(body, 'latin1'),
    headers: { 'cache-control': 'no-cache' },
  }
}
