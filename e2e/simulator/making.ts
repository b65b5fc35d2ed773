import { createHash } from 'node:crypto'

import type { Pipeline, Repo, Step, Workflow } from './entities.ts'
import { pipelinesOf, type World } from './world.ts'

export type About = Partial<Pipeline> & { workflowsOf?: Record<string, readonly string[]> }

const usual = { build: ['clone', 'test', 'publish'] }

export const isActive = ({ status }: Pipeline) => ['pending', 'running', 'blocked'].includes(status)

/** A pipeline that waits for an agent, at the end of the repository's list. */
export function newPipeline(world: World, repo: Repo, about: About): Pipeline {
  const { workflowsOf = usual, ...given } = about
  const id = world.nextId()
  const at = world.now()
  const number = (pipelinesOf(world, repo.id)[0]?.number ?? 0) + 1
  const branch = given.branch ?? repo.default_branch
  const commit = createHash('sha1').update(`${repo.full_name} ${number}`).digest('hex')
  const pipeline: Pipeline = {
    id,
    number,
    author: 'ana',
    parent: 0,
    event: 'push',
    event_reason: null,
    status: 'pending',
    errors: null,
    created: at,
    updated: at,
    started: 0,
    finished: 0,
    deploy_to: '',
    deploy_task: '',
    commit,
    branch,
    ref: `refs/heads/${branch}`,
    refspec: '',
    rerun_count: 0,
    author_avatar: '',
    author_email: 'ana@example.org',
    forge_url: `${repo.forge_url}/commit/${commit}`,
    reviewed_by: '',
    reviewed: 0,
    cancel_info: {},
    workflows: [],
    changed_files: [],
    variables: {},
    pr_labels: [],
    pr_milestone: '',
    pr_draft: false,
    from_fork: false,
    is_prerelease: false,
    cron: '',
    version: world.version,
    release: {},
    tag_title: '',
    title: '',
    message: '',
    sender: '',
    timestamp: at,
    repo_id: repo.id,
    ...given,
  }
  pipeline.workflows = newWorkflows(world, pipeline, workflowsOf)
  world.pipelines.push(pipeline)
  world.configs.set(`${repo.id} ${number}`, [configOf(workflowsOf)])
  return pipeline
}

/** Workflows come first in the count of pids, then all steps. */
function newWorkflows(world: World, { id, status }: Pipeline, names: Record<string, readonly string[]>) {
  const state = status === 'blocked' ? 'blocked' : 'pending'
  const times = { started: 0, finished: 0, error: '' }
  let pid = Object.keys(names).length
  return Object.entries(names).map(([name, steps], index): Workflow => {
    const children = steps.map((step): Step => {
      const type = step === 'clone' ? 'clone' : 'commands'
      const stepId = world.nextId()
      const about = { id: stepId, uuid: `step-${stepId}`, pipeline_id: id, pid: ++pid, ppid: index + 1 }
      return { ...about, name: step, state, exit_code: 0, type, ...times }
    })
    const about = { id: world.nextId(), pipeline_id: id, pid: index + 1, name, state }
    return { ...about, agent_id: 0, platform: '', environ: {}, children, ...times }
  })
}

const configOf = (workflows: Record<string, readonly string[]>) => {
  const steps = Object.values(workflows).flat()
  const file = `steps:\n${steps.map((name) => `  - name: ${name}\n    image: alpine\n`).join('')}`
  return {
    hash: createHash('sha256').update(file).digest('hex'),
    name: Object.keys(workflows)[0] ?? 'woodpecker',
    data: Buffer.from(file).toString('base64'),
  }
}

/** A copy that waits again (7.2): next number, new workflows; not yet in the list. */
export function rerun(world: World, old: Pipeline): Pipeline {
  const repo = world.repos.find(({ id }) => id === old.repo_id)
  if (!repo) throw new Error('A pipeline without a repository')
  const names = Object.fromEntries(
    old.workflows.map(({ name, children }) => [name, children.map((step) => step.name)]),
  )
  const at = world.now()
  const number = (pipelinesOf(world, repo.id)[0]?.number ?? 0) + 1
  const copy: Pipeline = {
    ...old,
    id: world.nextId(),
    number,
    parent: old.number,
    rerun_count: old.rerun_count + 1,
    status: 'pending',
    errors: null,
    created: at,
    updated: at,
    started: 0,
    finished: 0,
  }
  copy.workflows = newWorkflows(world, copy, names)
  const config = world.configs.get(`${repo.id} ${old.number}`)
  if (config) world.configs.set(`${repo.id} ${number}`, config)
  return copy
}
