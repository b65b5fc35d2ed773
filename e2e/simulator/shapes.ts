import { omitting, without } from './answers.ts'
import type { Forge, Pipeline, Registry, Repo, Secret, Step, User, Workflow } from './entities.ts'

/** Rows as they go over the wire (its section 4): who is left out when empty, who is null, who is never told. */
export const repoShape = (repo: Repo) =>
  omitting(repo, ['id', 'forge_id', 'avatar_url', 'forge_url', 'clone_url', 'default_branch', 'timeout'])

const stepShape = (step: Step) => omitting(step, ['error', 'started', 'finished', 'type'])

const workflowShape = (workflow: Workflow) =>
  omitting({ ...workflow, children: workflow.children.map(stepShape) as Step[] }, [
    'error',
    'started',
    'finished',
    'agent_id',
    'platform',
    'environ',
    'children',
  ])

const omittedOfPipeline = [
  'cancel_info',
  'workflows',
  'changed_files',
  'variables',
  'pr_labels',
  'pr_milestone',
  'pr_draft',
  'from_fork',
  'is_prerelease',
  'cron',
  'release',
] as const

/** As stored: in events, and in the answers to a cron's run and to hooks. */
export function rawPipeline(pipeline: Pipeline) {
  const workflows = pipeline.workflows.map(workflowShape)
  return omitting(
    { ...without(pipeline, 'repo_id', 'is_prerelease'), workflows },
    omittedOfPipeline.filter((key) => key !== 'is_prerelease'),
  )
}

/** With the texts that old clients expect. */
export function pipelineShape(pipeline: Pipeline, { isWhole = false } = {}) {
  const workflows = isWhole ? pipeline.workflows.map(workflowShape) : []
  return omitting({ ...without(pipeline, 'repo_id'), ...rewritten(pipeline), workflows }, omittedOfPipeline)
}

function rewritten({ event, cron, tag_title, release }: Pipeline): Partial<Pipeline> {
  if (event === 'cron') return { message: cron, sender: cron }
  if (event === 'tag') return { message: `created tag ${tag_title}` }
  const { title = '' } = release
  return event === 'release' ? { message: `created release ${title}`, title } : {}
}

/** Only `repo_id` is sure to be there. A cron's item has neither message nor name. */
export function feedShape(pipeline: Pipeline, full_name: string, { isRaw = false } = {}) {
  const { message, title } = { ...pipeline, ...(!isRaw && pipeline.event !== 'cron' && rewritten(pipeline)) }
  const { repo_id, id, number, event, status, created, started, finished, commit, branch, ref, refspec } =
    pipeline
  const { author, author_avatar, author_email, release, tag_title } = pipeline
  const rest = { full_name, id, number, event, status, created, started, finished, commit, branch, ref }
  const more = { refspec, title, message, author, author_avatar, author_email, release, tag_title }
  const all = { ...rest, ...more }
  return { repo_id, ...omitting(all, Object.keys(all) as (keyof typeof all)[]) }
}

export const secretShape = (secret: Secret) => ({
  ...without(secret, 'value'),
  events: secret.events.toSorted(),
})
export const registryShape = (registry: Registry) => ({ ...registry, password: '' })

export function userShape(user: User, { isListed = false } = {}) {
  const told = { ...without(user, 'hash'), admin_env: isListed && user.admin_env }
  return omitting(told, ['forge_id', 'admin', 'admin_env'])
}

export function forgeShape(row: Forge, isAdmin: boolean) {
  const forge = without(row, 'oauth_client_secret')
  const { id, type, url } = forge
  if (!isAdmin) return { id, type, url }
  return omitting(forge, ['client', 'skip_verify', 'oauth_host', 'orgs', 'additional_options'])
}
