import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

import { alone } from './lock.mjs'
import { root, run, runtime, say, seconds, tool, userEnvironment } from './run.mjs'

const lockFile = join(root, 'package-lock.json')
/** In node_modules, so that it goes when they go. */
const stampFile = join(root, 'node_modules', '.cache', 'yaffle', 'installed.json')

/** Installs what the lock file lists, unless exactly that is there already. Ends the process when it cannot. */
export async function ensureInstalled() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  if (major < 20 || (major === 20 && minor < 19)) {
    say(`Yaffle needs Node.js 20.19 or newer to start its scripts; this is ${process.versions.node}.`)
    process.exit(1)
  }
  const stamp = currentStamp()
  if (readStamp() !== stamp) await alone('install', () => install(stamp))
}

async function install(stamp) {
  const previous = readStamp()
  if (previous === stamp) return undefined
  // Somebody who ran npm install by hand has everything already; but not what another machine's Node installed.
  const isSameMachine = previous === undefined || machineOf(previous) === machineOf(stamp)
  if (isSameMachine && isInstalled()) return writeStamp(stamp)

  const reason =
    previous === undefined ? '' : isSameMachine ? ': the lock file changed' : ': the machine changed'
  say(`Installing packages${reason} …`)
  // The install replaces node_modules, its Node among it: it must run on the machine's own.
  const env = userEnvironment()
  delete env['NODE_ENV']
  const { code, output, milliseconds } = await run(
    'npm',
    ['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error'],
    {
      capture: true,
      env,
    },
  )
  if (code !== 0 || !existsSync(tool('node'))) {
    say(output.trim())
    say('npm ci failed (above). Yaffle needs the package registry for its first start.')
    process.exit(1)
  }
  writeStamp(stamp)
  say(`Installed in ${seconds(milliseconds)}.`)
}

function currentStamp() {
  const lock = createHash('sha256').update(readFileSync(lockFile)).digest('hex')
  return `${lock} ${process.platform}-${process.arch} node ${runtime().major}`
}

function machineOf(stamp) {
  return stamp.slice(stamp.indexOf(' '))
}

function readStamp() {
  return existsSync(stampFile) ? readFileSync(stampFile, 'utf8') : undefined
}

function writeStamp(stamp) {
  mkdirSync(dirname(stampFile), { recursive: true })
  writeFileSync(stampFile, stamp)
}

/** npm's own record of the last complete install agrees with the lock file, development packages included. */
function isInstalled() {
  const record = join(root, 'node_modules', '.package-lock.json')
  if (!existsSync(record) || !existsSync(tool('node'))) return false
  const wanted = JSON.parse(readFileSync(lockFile, 'utf8')).packages
  const present = JSON.parse(readFileSync(record, 'utf8')).packages
  return Object.entries(wanted).every(([path, entry]) => {
    if (!path.startsWith('node_modules/') && !path.includes('/node_modules/')) return true
    const installed = present[path]
    return installed
      ? installed.version === entry.version
      : entry.optional === true || entry.devOptional === true
  })
}
