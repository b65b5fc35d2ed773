import type { AddressInfo } from 'node:net'

import type { FastifyInstance } from 'fastify'

import type { Config } from '../config.ts'

/** A start that cannot be: one line for a person, no stack. */
export class StartError extends Error {}

export const say = (line: string) => void process.stdout.write(`${line}\n`)

/** Answers with the address as a URL, such as `http://127.0.0.1:8000`. */
export async function listen(app: FastifyInstance, { listen: wanted }: Config): Promise<string> {
  try {
    await app.listen({ host: wanted.host, port: wanted.port })
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    const reason = code === 'EADDRINUSE' ? 'the address is in use' : message
    throw new StartError(`--addr "${wanted.host}:${wanted.port}": ${reason}`)
  }
  const { address, port, family } = app.server.address() as AddressInfo
  const host =
    address === '0.0.0.0' || address === '::' ? 'localhost' : family === 'IPv6' ? `[${address}]` : address
  return `http://${host}:${port}`
}

/** The one block that a start prints. */
export function announce(title: string, rows: [name: string, value: string | undefined][]) {
  const lines = rows.flatMap(([name, value]) => (value ? [`  ${name.padEnd(18)} ${value}`] : []))
  say(['', title, '', ...lines, ''].join('\n'))
}

const longestStopMs = 9_500
/** Ctrl+C under npm arrives twice: from the terminal and handed on. */
const sameSignalMs = 500

/** The first signal stops in good order, a second one at once. */
export function stopOnSignals(stop: (reason: string) => Promise<void>) {
  let since: number | undefined
  const handle = (signal: NodeJS.Signals) => {
    if (since !== undefined) {
      if (performance.now() - since < sameSignalMs) return
      process.exit(1)
    }
    since = performance.now()
    // A step that cannot be ended must not keep the server: the next start repairs what is left.
    setTimeout(() => process.exit(1), longestStopMs).unref()
    stop(`The server was stopped (${signal})`).then(
      () => process.exit(0),
      (error: unknown) => {
        process.stderr.write(`${String(error)}\n`)
        process.exit(1)
      },
    )
  }
  process.on('SIGINT', handle)
  process.on('SIGTERM', handle)
}
