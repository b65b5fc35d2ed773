import type { Pipeline, Step } from './entities.ts'
import { newPipeline } from './making.ts'
import { publish, stepsOf, type World } from './world.ts'

/** A pipeline that is over: its workflows and steps agree with its status. */
export function ended(world: World, pipeline: Pipeline, status: string): Pipeline {
  const at = world.now()
  const isOver = status !== 'created'
  const hasRun = ['success', 'failure', 'killed'].includes(status)
  Object.assign(pipeline, { status, created: at - 300, started: hasRun ? at - 290 : 0 })
  if (isOver) pipeline.finished = at - 200
  for (const workflow of pipeline.workflows) {
    workflow.state = status === 'canceled' ? 'skipped' : status
    for (const [index, step] of workflow.children.entries()) {
      step.state = stateAt(index, status)
      if (!['success', 'failure', 'killed'].includes(step.state)) continue
      Object.assign(step, { started: at - 290 + index, finished: at - 280 + index })
      if (step.state === 'failure') step.exit_code = 1
    }
  }
  return pipeline
}

/** The first step went well, the second is what gave the status, the rest never ran. */
function stateAt(index: number, status: string): string {
  if (['success', 'created', 'canceled'].includes(status)) return status
  if (index === 0) return 'success'
  return index === 1 ? status : 'skipped'
}

/** Lines of a step, as its agent sends them; readers get them at once. */
export function writeLog(world: World, { started }: Pipeline, step: Step, ...lines: string[]) {
  const stored = world.logs.get(step.id) ?? []
  world.logs.set(step.id, stored)
  for (const line of lines) {
    const entry = {
      id: world.nextId(),
      step_id: step.id,
      time: Math.max(0, world.now() - (step.started || started || world.now())),
      line: stored.length,
      data: line === '' ? null : Buffer.from(line).toString('base64'),
      type: 0,
    }
    stored.push(entry)
    world.hub.writeLog(entry)
  }
}

/** An agent at work, told by the test what happens when. Each call tells every reader of the event stream. */
export interface Run {
  pipeline: Pipeline
  start(step: string): void
  log(step: string, ...lines: string[]): void
  end(step: string, state?: string): void
  /** The workflow is over: streams of its steps end. */
  finish(state?: string): void
}

/** A push: a new pipeline, seen as `created` and then as `pending`. */
export function push(world: World, repo_id: number, message: string): Run {
  const repo = world.repos.find(({ id }) => id === repo_id)
  if (!repo) throw new Error(`There is no repository ${repo_id}`)
  const pipeline = newPipeline(world, repo, { message, status: 'created' })
  publish(world, pipeline)
  pipeline.status = 'pending'
  // Theirs usually says it twice.
  publish(world, pipeline)
  publish(world, pipeline)
  return taken(world, pipeline)
}

/** An agent takes what waits in the queue. */
export function take(world: World, repo_id: number, number: number): Run {
  const found = world.pipelines.find((one) => one.repo_id === repo_id && one.number === number)
  if (!found) throw new Error(`There is no pipeline ${number}`)
  return taken(world, found)
}

function taken(world: World, pipeline: Pipeline): Run {
  const [workflow] = pipeline.workflows
  if (!workflow) throw new Error('The pipeline has nothing to run')
  const named = (name: string) => {
    const step = stepsOf(pipeline).find((one) => one.name === name)
    if (!step) throw new Error(`There is no step ${name}`)
    return step
  }
  const begin = () => {
    if (workflow.state === 'running') return
    const started = world.now()
    Object.assign(pipeline, { status: 'running', started })
    const agent_id = world.agents[0]?.id ?? 0
    Object.assign(workflow, { state: 'running', started, agent_id, platform: 'linux/amd64' })
    publish(world, pipeline)
  }
  return {
    pipeline,
    start(name) {
      begin()
      Object.assign(named(name), { state: 'running', started: world.now() })
      publish(world, pipeline)
    },
    log: (name, ...lines) => writeLog(world, pipeline, named(name), ...lines),
    end(name, state = 'success') {
      const exit_code = state === 'failure' ? 1 : 0
      Object.assign(named(name), { state, exit_code, finished: world.now() })
      publish(world, pipeline)
    },
    finish(state = 'success') {
      const finished = world.now()
      for (const step of workflow.children) {
        if (step.state === 'running') Object.assign(step, { state, finished })
        if (step.state === 'pending') step.state = 'skipped'
      }
      Object.assign(workflow, { state, finished })
      publish(world, pipeline)
      Object.assign(pipeline, { status: state, finished })
      publish(world, pipeline)
      world.hub.endLogs(workflow.children.map(({ id }) => id))
    },
  }
}
