import { empty, json, without } from '../answers.ts'
import type { Pipeline, Workflow } from '../entities.ts'
import type { Route } from '../route.ts'
import type { World } from '../world.ts'

/** Wire 3.12 and 4.18. */
export const queueRoutes: Route[] = [
  {
    at: 'GET /api/queue/info',
    access: 'admin',
    run: ({ world }) => {
      const pending = tasks(world, 'pending')
      const running = tasks(world, 'running')
      const free = world.agents.filter(({ last_contact, no_schedule }) => last_contact > 0 && !no_schedule)
      const info = {
        pending,
        waiting_on_deps: [],
        running,
        stats: {
          worker_count: Math.max(0, free.length - running.length),
          pending_count: pending.length,
          waiting_on_deps_count: 0,
          running_count: running.length,
        },
        paused: world.isPaused,
      }
      // Indented, as theirs.
      return { ...json({}), body: JSON.stringify(info, undefined, 4) }
    },
  },
  { at: 'POST /api/queue/pause', access: 'admin', run: ({ world }) => paused(world, true) },
  { at: 'POST /api/queue/resume', access: 'admin', run: ({ world }) => paused(world, false) },
  { at: 'GET /api/queue/norunningpipelines', access: 'admin', run: () => empty(204) },
]

function paused(world: World, isPaused: boolean) {
  Object.assign(world, { isPaused })
  return empty(204)
}

function tasks(world: World, state: string) {
  return world.pipelines
    .filter(({ status }) => status === 'pending' || status === 'running')
    .flatMap((pipeline) =>
      pipeline.workflows
        .filter((workflow) => workflow.state === state)
        .map((one) => task(world, pipeline, one)),
    )
}

/** Ids are texts; maps and lists that nobody filled are null. */
function task(world: World, pipeline: Pipeline, { id, pid, name, agent_id }: Workflow) {
  const repo = world.repos.find((one) => one.id === pipeline.repo_id)
  return {
    id: String(id),
    pid,
    name,
    labels: { repo: repo?.full_name ?? '', 'org-id': String(repo?.org_id ?? 0), platform: 'linux/amd64' },
    dependencies: null,
    run_on: null,
    dep_status: null,
    agent_id,
    pipeline_id: pipeline.id,
    repo_id: pipeline.repo_id,
    concurrency_limit: 0,
    concurrency_group: '',
    created: pipeline.created,
    pipeline_number: pipeline.number,
    agent_name: world.agents.find((one) => one.id === agent_id)?.name ?? '',
  }
}

/** What an agent has in work: without the two fields that only the queue has. */
export const runningOn = (world: World, agent_id: number) =>
  tasks(world, 'running')
    .filter((one) => one.agent_id === agent_id)
    .map((one) => without(one, 'pipeline_number', 'agent_name'))
