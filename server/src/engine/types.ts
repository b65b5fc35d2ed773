import type { PipelineError } from '@yaffle/contract/pipelines'

/** A pipeline file as it stands in the repository at the pipeline's commit. */
export interface PipelineFile {
  /** Path in the repository, or the stored name on a restart; `workflowName` makes the workflow's name of it. */
  path: string
  data: string
}

export interface Trusted {
  network: boolean
  volumes: boolean
  security: boolean
}

export interface CommitFacts {
  sha: string
  ref: string
  refspec: string
  /** Of pull requests: the target branch. */
  branch: string
  message: string
  /** Unix seconds. */
  timestamp: number
  author: { name: string; email: string }
  changed_files: string[]
  labels: string[]
  milestone: string
  draft: boolean
}

export interface PipelineFacts {
  number: number
  created: number
  started: number
  finished: number
  status: string
  event: string
  event_reason: string[]
  forge_url: string
  /** Deployment target and task. */
  target: string
  task: string
  parent: number
  rerun_count: number
  cron: string
  release: { title: string; is_prerelease: boolean } | undefined
  author: string
  avatar: string
  /** The page of the pipeline in this interface. */
  url: string
  commit: CommitFacts
}

/** The facts that CI_* variables, filters and substitution come from (spec: engine 4). */
export interface Metadata {
  repo: {
    id: number
    name: string
    owner: string
    org_id: number
    remote_id: string
    forge_url: string
    clone_url: string
    clone_url_ssh: string
    private: boolean
    default_branch: string
    trusted: Trusted
  }
  curr: PipelineFacts
  /** The newest older pipeline of the same branch. */
  prev: PipelineFacts | undefined
  sys: {
    name: string
    host: string
    url: string
    /** `os/arch` in Go's naming, e.g. `linux/amd64`. */
    platform: string
    version: string
  }
  forge: { type: string; url: string }
}

/** A secret that the pipeline's repository can see; `events` and `images` limit its use. */
export interface Secret {
  name: string
  value: string
  images: string[]
  events: string[]
}

export interface CompileInput {
  /** In build order. */
  files: PipelineFile[]
  metadata: Metadata
  /** Of a manual run or a cron job. */
  variables: Record<string, string>
  /** Server-wide environment and the query of a restart; never override CI_*. */
  globals: Record<string, string>
  /** Merged by precedence already: one of a name. */
  secrets: Secret[]
  /** Plugin images that may run privileged, and clone images that may get credentials. */
  privilegedPlugins: string[]
  trustedClonePlugins: string[]
}

/** What compiling says. With an error that is no warning there are no workflows; without errors none means "filtered". */
export interface CompileResult {
  errors: PipelineError[]
  workflows: CompiledWorkflow[]
}

export type RunOn = 'success' | 'failure'

/** One workflow of one matrix axis. Plain data: it is stored with its task. */
export interface CompiledWorkflow {
  pid: number
  name: string
  /** Matrix values, empty without a matrix. */
  environ: Record<string, string>
  labels: Record<string, string>
  /** Pids of the workflows it waits for. */
  dependsOn: number[]
  /** Which outcomes of those let it run. */
  runOn: RunOn[]
  concurrency: { limit: number; group: string }
  /** Stages run one after another, the steps of a stage together. */
  stages: CompiledStep[][]
}

export interface CompiledStep {
  pid: number
  name: string
  type: 'clone' | 'service' | 'plugin' | 'commands'
  image: string
  commands: string[]
  /** Layers 1 to 5 of engine 4.2, secrets included; the runner adds the run-time stamps. */
  environment: Record<string, string>
  /** Below the workspace; '' is the workspace itself. */
  directory: string
  /** `fail`, `ignore` or `cancel`; any other text colours nothing. */
  failure: string
  detach: boolean
  /** Runs while nothing has failed; runs once something has. */
  onSuccess: boolean
  onFailure: boolean
  /** Of the built-in clone: `depth`, `tags`, `branch` and so on. Empty for every other step. */
  settings: Record<string, string>
}
