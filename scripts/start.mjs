import { join } from 'node:path'

import { ensureInstalled } from './lib/install.mjs'
import { ensureBuilt } from './lib/page.mjs'
import { become, root, runtime, userEnvironment } from './lib/run.mjs'

const args = process.argv.slice(2)
await ensureInstalled()
if (!args.includes('--help')) await ensureBuilt()
// Steps run with the server's PATH: they get the machine's Node and not ours.
await become(runtime().path, [join(root, 'server', 'src', 'main.ts'), ...args], userEnvironment())
