/** A server that hears of a push and never gets done with it: to be killed. Its argument is the data folder. */
import { startLocalServer } from './localServer.ts'

const server = await startLocalServer({
  dataDir: process.argv[2] ?? '',
  onPush() {
    process.stdout.write('push received\n')
    return new Promise(() => {})
  },
})
process.stdout.write(`${server.address}\n`)
