import { join } from 'node:path'

import { ensureChromium } from './lib/chromium.mjs'
import { ensureInstalled } from './lib/install.mjs'
import { ensureBuilt } from './lib/page.mjs'
import { become, root, runtime, toolEnvironment } from './lib/run.mjs'

await ensureInstalled()
await ensureBuilt()
const browser = await ensureChromium()
if (!browser.found) process.exit(1)
const env = toolEnvironment(browser.path ? { CHROMIUM: browser.path } : {})
await become(runtime().path, [join(root, 'e2e', 'screenshots', 'main.ts'), ...process.argv.slice(2)], env)
