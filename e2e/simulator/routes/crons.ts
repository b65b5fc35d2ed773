import { type Answer, empty, json, nullWhenEmpty, text } from '../answers.ts'
import type { Cron } from '../entities.ts'
import { newPipeline } from '../making.ts'
import { type Call, type Kind, paged, paging, type Route, textOf } from '../route.ts'
import { rawPipeline } from '../shapes.ts'
import { publish } from '../world.ts'

const base = 'api/repos/:repo/cron'
const fields: Record<string, Kind> = {
  name: 'string?',
  schedule: 'string?',
  timezone: 'string?',
  branch: 'string?',
  enabled: 'boolean?',
  variables: 'map?',
}
const descriptor = /^@(?:yearly|annually|monthly|weekly|daily|midnight|hourly|every \S+)$/

/** Wire 3.7. */
export const cronRoutes: Route[] = [
  {
    at: `GET /${base}`,
    access: 'push',
    query: paging,
    run: ({ world, repo, query }) => {
      const mine = world.crons.filter(({ repo_id }) => repo_id === repo!.id)
      const sorted = mine.toSorted((one, other) => (one.name < other.name ? -1 : 1))
      return json(nullWhenEmpty(paged(sorted, query)))
    },
  },
  {
    at: `POST /${base}`,
    access: 'push',
    refusal: 'Error parsing request.',
    body: { ...fields, name: 'string', schedule: 'string' },
    run: create,
  },
  { at: `GET /${base}/:cron`, access: 'push', run: (call) => found(call, (cron) => json(cron)) },
  {
    at: `POST /${base}/:cron`,
    access: 'push',
    run: (call) =>
      found(call, ({ name, branch, variables }) => {
        const { world, repo } = call
        // What a cron makes has neither author nor message as it is stored.
        const pipeline = newPipeline(world, repo!, {
          event: 'cron',
          cron: name,
          author: '',
          branch: branch || repo!.default_branch,
          variables: variables ?? {},
        })
        publish(world, pipeline)
        return json(rawPipeline(pipeline))
      }),
  },
  {
    at: `PATCH /${base}/:cron`,
    access: 'push',
    refusal: 'Error parsing request.',
    body: fields,
    run: (call) => found(call, (cron) => update(call, cron)),
  },
  {
    at: `DELETE /${base}/:cron`,
    access: 'push',
    run: (call) =>
      found(call, (cron) => {
        call.world.crons = call.world.crons.filter((one) => one !== cron)
        return empty(204)
      }),
  },
]

function found(call: Call, then: (cron: Cron) => Answer): Answer {
  const id = call.params['cron'] ?? ''
  if (!/^\d+$/.test(id)) return text(`Error parsing cron id. strconv.ParseInt: parsing "${id}"`, 400)
  const cron = call.world.crons.find((one) => one.id === Number(id) && one.repo_id === call.repo!.id)
  return cron ? then(cron) : empty(404)
}

const isSchedule = (text: string) =>
  descriptor.test(text) || text.replace(/^(?:CRON_)?TZ=\S+ /, '').split(/\s+/).length === 5

function isZone(zone: string): boolean {
  try {
    Intl.DateTimeFormat('en', { timeZone: zone })
    return true
  } catch {
    return false
  }
}

function create({ world, user, repo, body }: Call): Answer {
  const name = textOf(body['name']).trim()
  const schedule = textOf(body['schedule']).trim()
  const timezone = textOf(body['timezone']).trim() || 'UTC'
  const branch = textOf(body['branch'])
  const invalid = (reason: string) => text(`Error inserting cron. validate failed: ${reason}`, 422)
  if (name === '') return invalid('name is required')
  if (schedule === '') return invalid('schedule is required')
  if (!isSchedule(schedule)) return invalid(`can't parse schedule: ${schedule}`)
  if (!isZone(timezone)) return invalid(`can't parse timezone: unknown time zone ${timezone}`)
  if (branch && !world.branches.get(repo!.id)?.includes(branch))
    return text('Error inserting cron. branch not resolved: not found', 400)
  if (world.crons.some((one) => one.repo_id === repo!.id && one.name === name))
    return text('cron with this exists for this repo already', 409)
  const cron: Cron = {
    id: world.nextId(),
    repo_id: repo!.id,
    creator_id: user!.id,
    name,
    schedule,
    timezone,
    branch,
    enabled: body['enabled'] === true,
    variables: (body['variables'] as Record<string, string> | undefined) ?? null,
    next_exec: world.now() + 3600,
    created: world.now(),
  }
  world.crons.push(cron)
  return json(cron)
}

/** Blank texts keep; so a branch cannot be taken away again. */
function update({ world, user, body }: Call, cron: Cron): Answer {
  const schedule = textOf(body['schedule']).trim() || cron.schedule
  if (!isSchedule(schedule)) return text(`Error inserting cron. schedule could not parsed: ${schedule}`, 400)
  const enabled = body['enabled']
  const variables = body['variables'] as Record<string, string> | null | undefined
  return json(
    Object.assign(cron, {
      creator_id: user!.id,
      name: textOf(body['name']).trim() || cron.name,
      schedule,
      timezone: textOf(body['timezone']).trim() || cron.timezone,
      branch: textOf(body['branch']).trim() || cron.branch,
      enabled: typeof enabled === 'boolean' ? enabled : cron.enabled,
      variables: variables ?? cron.variables,
      next_exec: world.now() + 3600,
    }),
  )
}
