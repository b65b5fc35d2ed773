import { join } from 'node:path'

import { ensureInstalled } from './lib/install.mjs'
import { become, root, runtime } from './lib/run.mjs'

await ensureInstalled()
await become(runtime().path, [join(root, 'server', 'src', 'commands', 'main.ts'), ...process.argv.slice(2)])
