import { ensureChromium } from './lib/chromium.mjs'
import { ensureInstalled } from './lib/install.mjs'
import { ensureBuilt } from './lib/page.mjs'
import { runBrowserTests } from './lib/suites.mjs'

await ensureInstalled()
await ensureBuilt()
const browser = await ensureChromium()
if (!browser.found) process.exit(1)
const { passed, failed } = await runBrowserTests({ chromium: browser.path, args: process.argv.slice(2) })
process.exitCode = failed > 0 ? 1 : 0
process.stdout.write(`${passed} passed, ${failed} failed\n`)
