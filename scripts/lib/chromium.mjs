import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

import { run, say, tool } from './run.mjs'

const names = ['chromium', 'chromium-browser', 'google-chrome']

/** A Chromium that is there and starts: the file CHROMIUM names, else one on the PATH. Undefined when there is none. */
export function findChromium() {
  const named = process.env['CHROMIUM']
  const onPath = (process.env['PATH'] ?? '')
    .split(delimiter)
    .flatMap((folder) => names.map((name) => join(folder, name)))
  return [...(named ? [named] : []), ...onPath].find((file) => existsSync(file) && doesStart(file))
}

/**
 * The browser for the tests, installed when there is none: Debian's package where that is allowed, else Playwright's
 * download. Resolves with `{ found: true, path }` (`path` undefined: Playwright's own) or `{ found: false }` after saying why.
 */
export async function ensureChromium() {
  const named = process.env['CHROMIUM']
  if (named && !existsSync(named)) {
    say(`CHROMIUM is set to ${named}, and there is no such file.`)
    return { found: false }
  }
  const present = findChromium() ?? (await installPackage())
  if (present) return { found: true, path: present }

  say("Downloading Playwright's Chromium …")
  const { code, output } = await run(tool('playwright'), ['install', 'chromium'], { capture: true })
  if (code === 0) return { found: true, path: undefined }
  say(output.trim())
  say(
    'There is no Chromium for the browser tests, and none could be installed: install one, or set CHROMIUM to its file.',
  )
  return { found: false }
}

async function installPackage() {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return undefined
  say("Installing Debian's Chromium …")
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  await run('apt-get', ['update', '-qq'], { capture: true, env })
  await run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'chromium'], {
    capture: true,
    env,
  })
  return findChromium()
}

/** A file alone proves little: on some systems it is a stub that only tells how to install the real one. */
function doesStart(file) {
  try {
    return /\d/.test(
      execFileSync(file, ['--version'], {
        encoding: 'utf8',
        stdio: ['ignore', 'pipe', 'ignore'],
        timeout: 20_000,
      }),
    )
  } catch {
    return false
  }
}
