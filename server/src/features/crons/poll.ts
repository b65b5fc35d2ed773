import type { Cron } from '@yaffle/contract/crons'

import { parseSchedule } from '../../engine/cron.ts'
import type { RepoRecord } from '../../http/mount.ts'
import type { CronStore } from './crons.store.ts'

interface Deps {
  crons: CronStore
  clock(): number
  repoOf(id: number): RepoRecord | undefined
  run(repo: RepoRecord, cron: Cron): Promise<unknown>
  log: { warn(details: object, message: string): void }
}

const everyMs = 60_000
const never = Number.MAX_SAFE_INTEGER

/** Looks once a minute which jobs are due. Times that were missed meanwhile become one run. */
export function createCronPoll({ crons, clock, repoOf, run, log }: Deps) {
  let timer: NodeJS.Timeout | undefined

  function nextOf({ schedule, timezone }: Cron, now: number): number {
    return parseSchedule(schedule).nextAfter(now, timezone) ?? never
  }

  /** One look. Moving the time on first is the lock: who moved it runs the job. */
  async function look() {
    const now = Math.floor(clock() / 1000)
    for (const cron of crons.due(now)) {
      const repo = repoOf(cron.repo_id)
      if (!repo || !crons.advance(cron, nextOf(cron, now))) continue
      await run(repo, cron).catch((error: unknown) =>
        log.warn({ error, cron: cron.id }, 'A cron job made no pipeline'),
      )
    }
  }

  return {
    look,
    start() {
      timer = setInterval(() => {
        look().catch((error: unknown) => log.warn({ error }, 'Cron jobs could not be read'))
      }, everyMs)
    },
    stop: () => clearInterval(timer),
  }
}
