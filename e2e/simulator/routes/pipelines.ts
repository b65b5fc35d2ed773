import { type Answer, empty, json, text } from '../answers.ts'
import { isActive, newPipeline, rerun } from '../making.ts'
import { type Call, paged, paging, type Route, textOf } from '../route.ts'
import { pipelineShape } from '../shapes.ts'
import { pipelinesOf, publish, stepsOf } from '../world.ts'
import { metadata } from './metadata.ts'

const statuses = 'created pending running success failure error killed canceled skipped blocked declined'
const events =
  'push pull_request pull_request_closed pull_request_metadata tag release deployment cron manual'
const isDate = (value: string | null) =>
  value === null || /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/.test(value)
const one = 'api/repos/:repo/pipelines/:number'

/** Wire 3.4, what is about pipelines. */
export const pipelineRoutes: Route[] = [
  {
    at: 'GET /api/repos/:repo/pipelines',
    access: 'pull',
    query: [...paging, 'branch', 'event', 'ref', 'status', 'before', 'after'],
    run: list,
  },
  {
    at: 'POST /api/repos/:repo/pipelines',
    access: 'push',
    body: { branch: 'string', variables: 'map?', message: 'string?' },
    isAnyType: true,
    run: create,
  },
  {
    at: 'GET /api/repos/:repo/pipelines/latest',
    access: 'pull',
    query: ['branch'],
    run: ({ world, repo, query }) => {
      const branch = query.get('branch') ?? repo!.default_branch
      const found = pipelinesOf(world, repo!.id).find(
        (pipeline) => pipeline.branch === branch && pipeline.event === 'push',
      )
      return found ? json(pipelineShape(found, { isWhole: true })) : empty(404)
    },
  },
  {
    at: `GET /${one}`,
    access: 'pull',
    run: ({ pipeline }) => json(pipelineShape(pipeline!, { isWhole: true })),
  },
  {
    at: `GET /${one}/config`,
    access: 'pull',
    run: ({ world, repo, pipeline }) => json(world.configs.get(`${repo!.id} ${pipeline!.number}`) ?? []),
  },
  { at: `GET /${one}/metadata`, access: 'push', run: (call) => json(metadata(call)) },
  // Restart and deploy: every other key becomes a variable of the pipeline (7.2).
  { at: `POST /${one}`, access: 'push', query: ['*'], run: restart },
  { at: `POST /${one}/cancel`, access: 'push', run: cancel },
  {
    at: `POST /${one}/approve`,
    access: 'push',
    run: ({ world, user, pipeline }) => {
      if (pipeline!.status !== 'blocked')
        return text(`cannot approve a pipeline with status ${pipeline!.status}`, 400)
      const { workflows } = rerun(world, pipeline!)
      Object.assign(pipeline!, { workflows, status: 'pending' }, reviewed(world.now(), user!.login))
      publish(world, pipeline!)
      return json(pipelineShape(pipeline!, { isWhole: true }))
    },
  },
  {
    at: `POST /${one}/decline`,
    access: 'push',
    run: ({ world, user, pipeline }) => {
      if (pipeline!.status !== 'blocked') return empty(500)
      for (const row of [...pipeline!.workflows, ...stepsOf(pipeline!)]) row.state = 'declined'
      Object.assign(pipeline!, { status: 'declined' }, reviewed(world.now(), user!.login))
      publish(world, pipeline!)
      return json(pipelineShape(pipeline!, { isWhole: true }))
    },
  },
  {
    at: `DELETE /${one}`,
    access: 'repo-admin',
    run: ({ world, pipeline }) => {
      if (isActive(pipeline!)) return text(`Cannot delete pipeline with status ${pipeline!.status}`, 422)
      world.pipelines = world.pipelines.filter((other) => other !== pipeline)
      return empty(204)
    },
  },
]

const reviewed = (at: number, login: string) => ({ reviewed: at, reviewed_by: login })

function list({ world, repo, query }: Call): Answer {
  const wanted = query.get('event')?.split(',') ?? []
  const status = query.get('status')
  const isKnown =
    wanted.every((event) => events.split(' ').includes(event)) &&
    (status === null || statuses.split(' ').includes(status)) &&
    isDate(query.get('before')) &&
    isDate(query.get('after'))
  if (!isKnown) return empty(400)
  const time = (name: string) => (query.has(name) ? Date.parse(query.get(name) ?? '') / 1000 : undefined)
  const [before, after] = [time('before'), time('after')]
  const found = pipelinesOf(world, repo!.id).filter(
    (pipeline) =>
      (wanted.length === 0 || wanted.includes(pipeline.event)) &&
      (status === null || pipeline.status === status) &&
      (query.get('branch') ?? pipeline.branch) === pipeline.branch &&
      pipeline.ref.includes(query.get('ref') ?? '') &&
      (before === undefined || pipeline.created < before) &&
      (after === undefined || pipeline.created > after),
  )
  return json(paged(found, query).map((pipeline) => pipelineShape(pipeline)))
}

function create({ world, user, repo, body }: Call): Answer {
  const branch = textOf(body['branch'])
  if (!world.branches.get(repo!.id)?.includes(branch)) return empty(500)
  // Nothing on that branch wants to be started by hand.
  if (branch === 'nothing-manual') return empty(204, { 'pipeline-filtered': 'true' })
  const message = textOf(body['message'])
  const pipeline = newPipeline(world, repo!, {
    event: 'manual',
    branch,
    author: user!.login,
    message: message ? `MANUAL: ${message} @ ${branch}` : `MANUAL PIPELINE @ ${branch}`,
    variables: (body['variables'] as Record<string, string> | undefined) ?? {},
  })
  publish(world, pipeline)
  return json(pipelineShape(pipeline, { isWhole: true }))
}

function restart({ world, repo, pipeline, query }: Call): Answer {
  const event = query.get('event')
  if (event !== null && event !== 'deployment') return empty(400)
  if (event === 'deployment' && !repo!.allow_deploy) return empty(403)
  if (pipeline!.status === 'blocked') return text('cannot restart a pipeline with status blocked', 400)
  if (!repo!.active) return empty(404)
  const made = rerun(world, pipeline!)
  world.pipelines.push(made)
  const reserved = new Set(['event', 'deploy_to', 'fork'])
  const variables = [...query.entries()].filter(([name]) => !reserved.has(name))
  Object.assign(made, {
    variables: { ...made.variables, ...Object.fromEntries(variables) },
    ...(event && { event, deploy_to: query.get('deploy_to') ?? '' }),
    ...(query.has('deploy_task') && { deploy_task: query.get('deploy_task') }),
  })
  publish(world, made)
  return json(pipelineShape(made, { isWhole: true }))
}

/** What ran is killed once its agent reports, which is a moment after the answer. */
function cancel({ world, user, pipeline }: Call): Answer {
  if (!isActive(pipeline!))
    return text('Cannot cancel a non-running or non-pending or non-blocked pipeline', 400)
  const isUntouched = pipeline!.workflows.every(({ state }) => state !== 'running')
  const at = world.now()
  Object.assign(pipeline!, {
    status: isUntouched ? 'canceled' : 'killed',
    finished: at,
    cancel_info: { canceled_by_user: user!.login },
  })
  for (const workflow of pipeline!.workflows)
    if (['pending', 'blocked'].includes(workflow.state)) workflow.state = 'skipped'
  for (const step of stepsOf(pipeline!))
    if (['pending', 'blocked'].includes(step.state)) step.state = 'canceled'
  publish(world, pipeline!)
  setImmediate(() => {
    const running = [...pipeline!.workflows, ...stepsOf(pipeline!)].filter(({ state }) => state === 'running')
    for (const row of running) Object.assign(row, { state: 'killed', finished: world.now() })
    publish(world, pipeline!)
    world.hub.endLogs(stepsOf(pipeline!).map(({ id }) => id))
  })
  return empty(204)
}
