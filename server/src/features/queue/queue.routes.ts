import type { queueRoutes } from '@yaffle/contract/queue'

import type { Handlers } from '../../http/mount.ts'
import type { Runner } from '../../runner/types.ts'

export const queueHandlers = (runner: Runner): Handlers<typeof queueRoutes> => ({
  info: () => runner.queueInfo(),
  pause: () => runner.pause(),
  resume: () => runner.resume(),
  whenIdle: () => runner.whenIdle(),
})
