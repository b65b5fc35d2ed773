import type { Pipeline, PipelineError, Step, Workflow } from '@yaffle/contract/pipelines'

/** A row of `pipelines`; JSON columns are still text. */
export interface PipelineRow {
  id: number
  repo_id: number
  number: number
  author: string
  parent: number
  event: string
  event_reason_json: string
  status: string
  errors_json: string
  created: number
  updated: number
  started: number
  finished: number
  deploy_to: string
  deploy_task: string
  commit: string
  branch: string
  ref: string
  refspec: string
  title: string
  message: string
  timestamp: number
  sender: string
  author_avatar: string
  author_email: string
  forge_url: string
  reviewed_by: string
  reviewed: number
  rerun_count: number
  cancel_info_json: string | null
  changed_files_json: string
  variables_json: string
  globals_json: string
  pr_labels_json: string
  pr_milestone: string
  pr_draft: number
  from_fork: number
  cron: string
  version: string
  release_json: string | null
  tag_title: string
  push_id: string
}

export interface WorkflowRow {
  id: number
  pipeline_id: number
  pid: number
  name: string
  state: string
  error: string
  started: number
  finished: number
  agent_id: number
  platform: string
  environ_json: string
}

export type StepRow = Omit<Step, 'type'> & { type: string }

const texts = (json: string) => (json === '[]' ? [] : (JSON.parse(json) as string[]))
const textMap = (json: string) => (json === '{}' ? {} : (JSON.parse(json) as Record<string, string>))

/** As it is stored: events carry this one. */
export function toRawPipeline(row: PipelineRow): Pipeline {
  const release =
    row.release_json === null ? undefined : (JSON.parse(row.release_json) as Pipeline['release'])
  return {
    id: row.id,
    number: row.number,
    author: row.author,
    parent: row.parent,
    event: row.event,
    event_reason: texts(row.event_reason_json),
    status: row.status,
    errors: JSON.parse(row.errors_json) as PipelineError[],
    created: row.created,
    updated: row.updated,
    started: row.started,
    finished: row.finished,
    deploy_to: row.deploy_to,
    deploy_task: row.deploy_task,
    commit: row.commit,
    branch: row.branch,
    ref: row.ref,
    refspec: row.refspec,
    title: row.title,
    message: row.message,
    timestamp: row.timestamp,
    sender: row.sender,
    author_avatar: row.author_avatar,
    author_email: row.author_email,
    forge_url: row.forge_url,
    reviewed_by: row.reviewed_by,
    reviewed: row.reviewed,
    rerun_count: row.rerun_count,
    cancel_info:
      row.cancel_info_json === null
        ? undefined
        : (JSON.parse(row.cancel_info_json) as Pipeline['cancel_info']),
    workflows: undefined,
    changed_files: texts(row.changed_files_json),
    variables: textMap(row.variables_json),
    pr_labels: texts(row.pr_labels_json),
    pr_milestone: row.pr_milestone,
    pr_draft: row.pr_draft === 1,
    from_fork: row.from_fork === 1,
    is_prerelease: release?.is_prerelease ?? false,
    cron: row.cron,
    version: row.version,
    release,
    tag_title: row.tag_title,
  }
}

type Told = Pick<Pipeline, 'event' | 'message' | 'title' | 'sender' | 'cron' | 'tag_title' | 'release'>

/** As the API tells it: cron, tag and release pipelines get a message of their own (wire 4.6). */
export function tell<Subject extends Told>(pipeline: Subject): Subject {
  switch (pipeline.event) {
    case 'cron':
      return { ...pipeline, message: pipeline.cron, sender: pipeline.cron }
    case 'tag':
      return { ...pipeline, message: `created tag ${pipeline.tag_title}` }
    case 'release': {
      const title = pipeline.release?.title ?? ''
      return { ...pipeline, message: `created release ${title}`, title }
    }
    default:
      return pipeline
  }
}

/** As lists of repositories show their newest one. */
export const toListedPipeline = (row: PipelineRow): Pipeline => tell(toRawPipeline(row))

export const toWorkflow = (row: WorkflowRow, children: Step[]): Workflow => ({
  id: row.id,
  pipeline_id: row.pipeline_id,
  pid: row.pid,
  name: row.name,
  state: row.state,
  error: row.error,
  started: row.started,
  finished: row.finished,
  agent_id: row.agent_id,
  platform: row.platform,
  environ: textMap(row.environ_json),
  children,
})
