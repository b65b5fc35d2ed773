import type { Pipeline, pipelineRoutes } from '@yaffle/contract/pipelines'
import type { Perm } from '@yaffle/contract/repos'
import { events, statuses } from '@yaffle/contract/statuses'

import { ForgeError } from '../../forge/driver.ts'
import { toForgeRepo } from '../../forge/forges.ts'
import { badRequest, forbidden, HttpError, notFound } from '../../http/errors.ts'
import type { Handlers, RepoRecord } from '../../http/mount.ts'
import type { UserRecord } from '../../http/users.store.ts'
import { type PipelineRow, tell, toListedPipeline } from './pipelines.rows.ts'
import type { PipelineService, PipelineServiceDeps } from './pipelines.service.ts'
import type { NewPipeline, PipelineStore } from './pipelines.store.ts'

interface Deps {
  store: PipelineStore
  service: PipelineService
  forges: PipelineServiceDeps['forges']
  userOf(id: number): UserRecord | undefined
  version: string
}

/** Query keys of a restart that say what to do; every other one is a variable. A token in the query is none either. */
const reserved = new Set(['event', 'deploy_to', 'deploy_task', 'fork', 'access_token'])

function seconds(time: string | undefined, name: string): number | undefined {
  if (time === undefined || time === '') return undefined
  const at = /^\d{4}-\d\d-\d\d[Tt ]/.test(time) ? Date.parse(time) : Number.NaN
  if (Number.isNaN(at)) throw badRequest(`${name}: not an RFC 3339 time`)
  return at / 1000
}

function oneOf<Known extends string>(known: readonly Known[], value: string, what: string): Known {
  const found = known.find((one) => one === value)
  if (found === undefined)
    throw badRequest(`${what}: "${value.slice(0, 100)}" is not one of ${known.join(', ')}`)
  return found
}

/** What was given to a run is for those who may start one: it may well be a password. */
const shownTo = (perm: Perm, pipeline: Pipeline): Pipeline =>
  tell(perm.push ? pipeline : { ...pipeline, variables: {} })

export function pipelineHandlers({
  store,
  service,
  forges,
  userOf,
  version,
}: Deps): Handlers<typeof pipelineRoutes> {
  function found(repo: RepoRecord, number: number): PipelineRow {
    const row = store.rowOf(repo.id, number)
    if (!row) throw notFound('Pipeline')
    return row
  }

  return {
    list: ({ query }, { repo, perm }) =>
      store
        .list(repo.id, {
          branch: query.branch || undefined,
          events: query.event
            ? query.event.split(',').map((event) => oneOf(events, event.trim(), 'event'))
            : undefined,
          ref: query.ref || undefined,
          status: query.status ? oneOf(statuses, query.status, 'status') : undefined,
          before: seconds(query.before, 'before'),
          after: seconds(query.after, 'after'),
          page: query.page,
          perPage: query.perPage,
        })
        .map((pipeline) => shownTo(perm, pipeline)),

    get({ params, query }, { repo, perm }) {
      if (params.number !== 'latest') return shownTo(perm, store.whole(found(repo, params.number)))
      const row = store.newestPush(repo.id, query.branch || repo.default_branch)
      if (!row) throw notFound('Pipeline')
      return shownTo(perm, store.whole(row))
    },

    config: ({ params }, { repo }) => store.configs(found(repo, params.number).id),

    async create({ body }, { repo, user, reply }) {
      const owner = userOf(repo.user_id)
      if (!owner) throw new HttpError(500, 'The repository has no owner: activate it again')
      const branch = body.branch || repo.default_branch
      const head = await forges
        .driver(repo.forge_id)
        .branchHead(forges.ctxOf(owner), toForgeRepo(repo), branch)
        .catch((error: unknown) => {
          if (error instanceof ForgeError && error.code === 'not_found')
            throw badRequest(`There is no branch "${branch}"`)
          throw error
        })
      const wanted: NewPipeline = {
        repo_id: repo.id,
        version,
        status: 'created',
        event: 'manual',
        branch,
        ref: `refs/heads/${branch}`,
        commit: head.sha,
        message: body.message ? `MANUAL: ${body.message} @ ${branch}` : `MANUAL PIPELINE @ ${branch}`,
        timestamp: head.timestamp ?? 0,
        forge_url: head.url ?? '',
        author: user.login,
        author_email: user.email,
        author_avatar: user.avatar_url,
        sender: user.login,
        variables_json: JSON.stringify(body.variables),
      }
      const pipeline = await service.create(repo, wanted)
      if (!pipeline) reply.header('Pipeline-Filtered', 'true')
      return pipeline && tell(pipeline)
    },

    async restart({ params, query }, { repo }) {
      const row = found(repo, params.number)
      if (query['event'] !== undefined) {
        if (query['event'] !== 'deployment') throw badRequest('event: only "deployment" can be asked for')
        if (!repo.allow_deploy) throw forbidden('This repository does not allow deployments')
      }
      if (row.status === 'blocked') throw badRequest('cannot restart a pipeline with status blocked')
      if (repo.user_id === 0) throw notFound('Owner of the repository')
      const variables = Object.fromEntries(Object.entries(query).filter(([key]) => !reserved.has(key)))
      return tell(
        await service.restart(repo, row, {
          globals_json: JSON.stringify(variables),
          ...(query['deploy_task'] !== undefined && { deploy_task: query['deploy_task'] }),
          ...(query['event'] === 'deployment' && {
            event: 'deployment',
            deploy_to: query['deploy_to'] ?? '',
          }),
        }),
      )
    },

    metadata: ({ params }, { repo }) => service.metadata(repo, found(repo, params.number)),

    async approve({ params }, { repo, user }) {
      const row = found(repo, params.number)
      if (row.status !== 'blocked') throw badRequest(`cannot approve a pipeline with status ${row.status}`)
      const pipeline = await service.approve(repo, row, user.login)
      if (!pipeline) throw badRequest('cannot approve a pipeline that somebody else has just reviewed')
      return tell(pipeline)
    },

    decline({ params }, { repo, user }) {
      const row = found(repo, params.number)
      if (row.status !== 'blocked') throw badRequest(`cannot decline a pipeline with status ${row.status}`)
      return tell(service.decline(row, user.login))
    },

    remove({ params }, { repo }) {
      const row = found(repo, params.number)
      if (!service.remove(row)) throw new HttpError(422, `Cannot delete pipeline with status ${row.status}`)
    },

    cancel({ params }, { repo, user }) {
      const row = found(repo, params.number)
      if (!service.cancel(row.id, { user: user.login }))
        throw badRequest('Cannot cancel a non-running or non-pending or non-blocked pipeline')
    },
  }
}

/** The newest pipeline of a repository, as lists show it. */
export const lastPipelineOf = (store: PipelineStore) => (repo_id: number) => {
  const row = store.newestRow(repo_id)
  return row && toListedPipeline(row)
}
