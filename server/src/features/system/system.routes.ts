import { type LogLevel, logLevels, type systemRoutes } from '@yaffle/contract/system'

import type { Database } from '../../database/database.ts'
import { HttpError } from '../../http/errors.ts'
import type { Handlers } from '../../http/mount.ts'

interface Deps {
  db: Database
  version: string
  publicKey(): string
  /** The logger, whose words for levels differ in two. */
  log: { level: string }
}

type Level = LogLevel['log-level']

const ofLogger = (level: Level) => (level === 'panic' ? 'fatal' : level === 'disabled' ? 'silent' : level)
const ofWire = (level: string): Level =>
  level === 'silent' ? 'disabled' : (logLevels.find((one) => one === level) ?? 'info')

export function systemHandlers({ db, version, publicKey, log }: Deps): Handlers<typeof systemRoutes> {
  const ping = db.get('SELECT 1')
  return {
    version: () => ({ source: '', version }),
    healthz: () => void ping(),
    profiles() {
      throw new HttpError(404, 'This server has no profiles')
    },
    publicKey,
    logLevel: () => ({ 'log-level': ofWire(log.level) }),
    setLogLevel({ body }) {
      log.level = ofLogger(body['log-level'])
      return body
    },
  }
}
