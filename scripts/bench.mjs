import { becomeWithBrowser } from './lib/withBrowser.mjs'

await becomeWithBrowser('bench/main.ts')
