import { becomeWithBrowser } from './lib/withBrowser.mjs'

await becomeWithBrowser('e2e/screenshots/main.ts')
