import { ensureInstalled } from './lib/install.mjs'
import { build } from './lib/page.mjs'

await ensureInstalled()
process.exitCode = (await build()) ? 0 : 1
