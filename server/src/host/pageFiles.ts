import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { extname, join, sep } from 'node:path'

import { createEncodedFile, type EncodedFile } from './encodedFile.ts'

/** The built page, ready for one root path. */
export interface PageFiles {
  index: EncodedFile
  /** By path below the root path, such as `/assets/main.js`. */
  files: ReadonlyMap<string, EncodedFile>
}

const types: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=UTF-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.json': 'application/json; charset=utf-8',
  '.map': 'application/json; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.wasm': 'application/wasm',
  '.webmanifest': 'application/manifest+json',
  '.woff2': 'font/woff2',
}

/** What the build leaves in the place of the root path (wire 1.3). */
const placeholder = '/BASE_PATH'
/** In the page itself these get the root path in front. */
const unprefixed = /\/(?:web-config[.]js|assets\/custom[.](?:css|js))/g

/** `''` or `/ci`: no slash at the end, nothing that would need escaping where it is put into a page or a script. */
export function checkRootPath(root: string): string {
  if (!/^(?:\/[\w.~-]+)*$/.test(root) || /\/[.]{1,2}(?:\/|$)/.test(root))
    throw new Error(`The root path "${root}" may only have letters, digits and -._~ between its slashes`)
  return root
}

/** Reads a built page once and puts the root path in. Throws where no page was built. */
export function readPageFiles(folder: string, root: string): PageFiles {
  checkRootPath(root)
  const indexFile = join(folder, 'index.html')
  if (!existsSync(indexFile)) throw new Error(`${folder} holds no built page; "npm run build" makes it`)
  const html = readFileSync(indexFile, 'utf8')
    .replaceAll(placeholder, root)
    .replaceAll(unprefixed, (path) => root + path)

  const files = new Map<string, EncodedFile>()
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const file = join(entry.parentPath, entry.name)
    if (!entry.isFile() || file === indexFile) continue
    const path = file.slice(folder.length).split(sep).join('/')
    files.set(path.startsWith('/') ? path : `/${path}`, readOne(file, root))
  }
  return { index: createEncodedFile('text/html; charset=UTF-8', Buffer.from(html)), files }
}

function readOne(file: string, root: string): EncodedFile {
  const type = types[extname(file).toLowerCase()] ?? 'application/octet-stream'
  const bytes = readFileSync(file)
  // Latin 1 keeps every byte as it is, so that pictures come through unharmed too.
  const replaced = Buffer.from(bytes.toString('latin1').replaceAll(placeholder, root), 'latin1')
  return createEncodedFile(type, replaced)
}
