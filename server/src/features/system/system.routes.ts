import type { systemRoutes } from '@yaffle/contract/system'

import type { Database } from '../../database/database.ts'
import type { Handlers } from '../../http/mount.ts'

export function systemHandlers(db: Database, version: string): Handlers<typeof systemRoutes> {
  const ping = db.get('SELECT 1')
  return {
    version: () => ({ source: '', version }),
    healthz: () => void ping(),
  }
}
