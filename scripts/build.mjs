import { ensureInstalled } from './lib/install.mjs'
import { build } from './lib/page.mjs'

await ensureInstalled()
await build()
