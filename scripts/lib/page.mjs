import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'

import { alone } from './lock.mjs'
import { root, run, say, seconds, tool, toolEnvironment } from './run.mjs'

const output = join(root, 'web', 'dist')
const stampFile = join(root, '.cache', 'page')
/** What the built page is made of. */
const sources = ['web', 'contract/src', 'package-lock.json']

/** The same as `buildIfStale`, for those who can do nothing without a page: ends the process when it fails. */
export async function ensureBuilt() {
  if (!(await buildIfStale())) process.exit(1)
}

/** Builds the page unless the one in web/dist was made of exactly these sources. Answers whether there is one then. */
export async function buildIfStale() {
  const hash = sourceHash()
  return isBuiltOf(hash) || alone('build', async () => isBuiltOf(hash) || build(hash))
}

function isBuiltOf(hash) {
  return (
    existsSync(join(output, 'index.html')) &&
    existsSync(stampFile) &&
    readFileSync(stampFile, 'utf8') === hash
  )
}

/**
 * Builds in a folder of its own and then puts that in place of web/dist: a running server, or a second build, never meets
 * a half-written page. Answers whether it could be built, after saying why not.
 */
export async function build(hash = sourceHash()) {
  say('Building the page …')
  const scratch = join(root, '.cache', `page-${process.pid}`)
  rmSync(scratch, { recursive: true, force: true })
  const result = await run(
    tool('vite'),
    ['build', '--outDir', scratch, '--emptyOutDir', '--logLevel', 'warn'],
    // Another NODE_ENV would put React's development build in the page.
    { capture: true, cwd: join(root, 'web'), env: toolEnvironment({ NODE_ENV: 'production' }) },
  )
  if (result.output.trim()) say(result.output.trim())
  if (result.code !== 0 || !existsSync(join(scratch, 'index.html'))) {
    rmSync(scratch, { recursive: true, force: true })
    say('The page could not be built (above).')
    return false
  }
  const old = `${scratch}-old`
  if (existsSync(output)) renameSync(output, old)
  renameSync(scratch, output)
  rmSync(old, { recursive: true, force: true })
  writeFileSync(stampFile, hash)
  say(`Built in ${seconds(result.milliseconds)}.`)
  return true
}

function sourceHash() {
  mkdirSync(join(root, '.cache'), { recursive: true })
  const hash = createHash('sha256')
  for (const source of sources) {
    for (const file of filesOf(join(root, source)))
      hash.update(relative(root, file)).update('\0').update(readFileSync(file)).update('\0')
  }
  return hash.digest('hex')
}

/** Every file of a folder, sorted; tests change nothing in the page. */
function filesOf(path) {
  if (!existsSync(path)) return []
  const entries = readEntries(path)
  if (!entries) return [path]
  return entries
    .filter(
      (entry) =>
        !['dist', 'node_modules', 'testing'].includes(entry.name) && !/[.]test[.]tsx?$/.test(entry.name),
    )
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => filesOf(join(path, entry.name)))
}

function readEntries(path) {
  try {
    return readdirSync(path, { withFileTypes: true })
  } catch {
    return undefined
  }
}
