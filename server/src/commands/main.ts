import { run } from './run.ts'

// A reader such as `head` may have seen enough.
process.stdout.on('error', () => {})

process.exitCode = await run(process.argv.slice(2), {
  environment: process.env,
  input: () => process.stdin,
  print: (text) => void process.stdout.write(text),
  complain: (text) => void process.stderr.write(text),
})
