import type { Cron, CronInput, cronRoutes } from '@yaffle/contract/crons'
import type { Pipeline } from '@yaffle/contract/pipelines'
import type * as z from 'zod/mini'

import { badRequest, conflict, HttpError, notFound } from '../../http/errors.ts'
import type { Handlers, RepoRecord } from '../../http/mount.ts'
import type { CronStore } from './crons.store.ts'
import { nextRun, onCreate, onUpdate } from './schedule.ts'

interface Deps {
  crons: CronStore
  clock(): number
  /** Throws when the forge has no such branch. */
  checkBranch(repo: RepoRecord, branch: string): Promise<void>
  /** Undefined when no workflow wants to run. */
  run(repo: RepoRecord, cron: Cron): Promise<Pipeline | undefined>
}

const taken = () => conflict('cron with this exists for this repo already')

export function cronHandlers({ crons, clock, checkBranch, run }: Deps): Handlers<typeof cronRoutes> {
  const seconds = () => Math.floor(clock() / 1000)
  const known = (repo: RepoRecord, id: number): Cron => {
    const cron = crons.get(repo.id, id)
    if (!cron) throw notFound('Cron')
    return cron
  }
  const resolve = (repo: RepoRecord, branch: string, action: string) =>
    checkBranch(repo, branch).catch((error: unknown) => {
      const reason = error instanceof Error ? error.message : 'unknown error'
      throw badRequest(`Error ${action} cron. branch not resolved: ${reason}`)
    })

  function required(input: z.output<typeof CronInput>) {
    const fields = {
      ...input,
      name: input.name.trim(),
      schedule: input.schedule.trim(),
      timezone: input.timezone.trim() || 'UTC',
    }
    const missing = (['name', 'schedule'] as const).find((key) => fields[key] === '')
    if (missing) throw new HttpError(422, `Error inserting cron. validate failed: ${missing} is required`)
    return fields
  }

  return {
    list: ({ params, query }) => crons.list(params.repo_id, query.page, query.perPage),

    get: ({ params }, { repo }) => known(repo, params.cron_id),

    async create({ body }, { repo, user }) {
      const fields = required(body)
      const next_exec = nextRun(fields.schedule, fields.timezone, seconds(), onCreate)
      if (fields.branch) await resolve(repo, fields.branch, 'inserting')
      const cron = crons.insert(repo.id, { ...fields, next_exec, creator_id: user.id })
      if (!cron) throw taken()
      return cron
    },

    run: ({ params }, { repo }) => run(repo, known(repo, params.cron_id)),

    async update({ params, body }, { repo, user }) {
      const old = known(repo, params.cron_id)
      const name = body.name?.trim() || old.name
      const schedule = body.schedule?.trim() || old.schedule
      const timezone = body.timezone?.trim() || old.timezone
      const branch = body.branch || old.branch
      const enabled = body.enabled ?? old.enabled
      const isPlannedAnew = schedule !== old.schedule || timezone !== old.timezone || body.enabled === true
      const next_exec = isPlannedAnew ? nextRun(schedule, timezone, seconds(), onUpdate) : old.next_exec
      if (branch && branch !== old.branch) await resolve(repo, branch, 'updating')
      const rival = crons.byName(repo.id, name)
      if (rival && rival.id !== old.id) throw taken()
      const variables = body.variables ?? old.variables
      const cron = crons.update(repo.id, old.id, {
        name,
        schedule,
        timezone,
        branch,
        enabled,
        variables,
        next_exec,
        creator_id: user.id,
      })
      if (!cron) throw notFound('Cron')
      return cron
    },

    remove({ params }, { repo }) {
      if (!crons.remove(repo.id, params.cron_id)) throw notFound('Cron')
    },
  }
}
