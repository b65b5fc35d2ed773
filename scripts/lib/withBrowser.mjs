import { join } from 'node:path'

import { ensureChromium } from './chromium.mjs'
import { ensureInstalled } from './install.mjs'
import { ensureBuilt } from './page.mjs'
import { become, root, runtime, toolEnvironment } from './run.mjs'

/** Becomes a TypeScript program of the repository that needs packages, the built page and a browser. */
export async function becomeWithBrowser(file) {
  await ensureInstalled()
  await ensureBuilt()
  const browser = await ensureChromium()
  if (!browser.found) process.exit(1)
  const env = toolEnvironment(browser.path ? { CHROMIUM: browser.path } : {})
  await become(runtime().path, [join(root, file), ...process.argv.slice(2)], env)
}
