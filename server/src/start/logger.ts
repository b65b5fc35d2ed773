import { type DestinationStream, type Logger, pino } from 'pino'

import type { LogLevel } from '../config.ts'
import { describeRequest } from '../http/redact.ts'

const levelNames: Record<number, string> = {
  10: 'trace',
  20: 'debug',
  30: 'info',
  40: 'warn',
  50: 'error',
  60: 'fatal',
}

interface Line {
  level: number
  time: number
  msg?: string
  err?: { stack?: string }
  error?: { message?: string }
}

/** One line as a person reads it. */
function readable(json: string): string {
  const { level, time, msg = '', err, error, ...rest } = JSON.parse(json) as Line & Record<string, unknown>
  const at = new Date(time).toTimeString().slice(0, 8)
  const details = Object.keys(rest).length > 0 ? ` ${JSON.stringify(rest)}` : ''
  const problem = err?.stack ?? error?.message
  return `${at} ${levelNames[level] ?? level} ${msg}${details}${problem ? `\n${problem}` : ''}\n`
}

/** JSON lines where a program reads them, text on a terminal; on the error stream, so that it never mixes with answers. */
export function createLogger(level: LogLevel): Logger {
  const output: DestinationStream = {
    write: (line) => void process.stderr.write(process.stderr.isTTY ? readable(line) : line),
  }
  const { err } = pino.stdSerializers
  return pino({ level, base: null, serializers: { err, error: err, req: describeRequest } }, output)
}
