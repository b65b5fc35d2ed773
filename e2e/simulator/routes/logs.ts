import { type Answer, empty, json, nullWhenEmpty, text } from '../answers.ts'
import { isActive } from '../making.ts'
import type { Call, Route } from '../route.ts'
import { stepsOf } from '../world.ts'

const one = 'api/repos/:repo/logs/:number'
const isOpen = (state: string) => state === 'pending' || state === 'running'

/** Wire 3.4, what is about logs, and the streams of section 5. */
export const logRoutes: Route[] = [
  {
    at: `GET /${one}/:step`,
    access: 'pull',
    run: ({ world, step }) => json(nullWhenEmpty(world.logs.get(step!.id) ?? [])),
  },
  { at: `GET /${one}/:step/download`, access: 'pull', run: download },
  {
    at: `DELETE /${one}/:step`,
    access: 'push',
    run: ({ world, step }) => {
      if (isOpen(step!.state)) return text('Cannot delete logs for a pending or running step', 422)
      world.logs.delete(step!.id)
      return empty(204)
    },
  },
  {
    at: `DELETE /${one}`,
    access: 'push',
    run: ({ world, pipeline }) => {
      if (isActive(pipeline!))
        return text(`Cannot delete logs for pipeline with status ${pipeline!.status}`, 422)
      for (const { id } of stepsOf(pipeline!)) world.logs.delete(id)
      return empty(204)
    },
  },
  { at: 'GET /api/stream/logs/:repo/:streamed/:streamedStep', access: 'pull', run: streamLog },
  {
    at: 'GET /api/stream/events',
    access: 'any',
    run: ({ world, user }) => ({
      status: 200,
      stream: (response) =>
        world.hub.addReader({
          response,
          mayHear: (repo) =>
            !repo.private || (user !== undefined && repo.active && world.perms.has(`${user.id} ${repo.id}`)),
        }),
    }),
  },
]

function download({ world, repo, pipeline, step }: Call): Answer {
  const lines = (world.logs.get(step!.id) ?? []).map(({ data }) =>
    Buffer.from(data ?? '', 'base64').toString(),
  )
  const name = `${repo!.owner}-${repo!.name}-${pipeline!.number}-${step!.name}.log`
  return {
    ...text(lines.join('\n')),
    headers: { 'content-disposition': `attachment; filename=${name.replaceAll(/[<>:"/\\|?*]/g, '-')}` },
  }
}

/** Once it may be read, everything that is wrong is an event (5.2). */
function streamLog({ world, repo, params, request }: Call): Answer {
  const problem = (data: string): Answer => ({
    status: 200,
    stream: (response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' })
      response.end(`: ping\n\nevent: error\ndata: ${data}\n\n`)
    },
  })
  const { streamed = '', streamedStep = '' } = params
  if (!/^\d+$/.test(streamed)) return problem('pipeline number invalid')
  const pipeline = world.pipelines.find(
    ({ number, repo_id }) => repo_id === repo!.id && number === Number(streamed),
  )
  if (!pipeline) return problem('pipeline not found')
  if (!/^\d+$/.test(streamedStep)) return problem('step id invalid')
  const step = stepsOf(pipeline).find(({ id }) => id === Number(streamedStep))
  if (!step) return problem('process not found')
  if (!isOpen(step.state)) return problem('step not running (anymore)')
  const after = Number(request.headers['last-event-id'] ?? 0)
  return {
    status: 200,
    stream: (response) =>
      world.hub.addLogReader(
        response,
        step.id,
        world.logs.get(step.id) ?? [],
        Number.isInteger(after) ? after : 0,
      ),
  }
}
