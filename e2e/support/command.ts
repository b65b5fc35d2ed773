import { execFile } from 'node:child_process'
import { resolve } from 'node:path'

const main = resolve(import.meta.dirname, '../../server/src/commands/main.ts')

/** `npm run yaffle -- …` on a data folder, beside a running server. Resolves with what it printed; rejects when it complains. */
export function yaffle(dataDir: string, args: readonly string[], input = ''): Promise<string> {
  return new Promise((done, fail) => {
    const child = execFile(process.execPath, [main, ...args, '--data', dataDir], (error, out, complaint) => {
      if (error) fail(new Error(`yaffle ${args.join(' ')}: ${complaint || error.message}`))
      else done(out.trim())
    })
    child.stdin?.end(input)
  })
}
