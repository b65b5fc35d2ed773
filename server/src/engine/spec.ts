import type { Node } from './yaml/nodes.ts'

/** A workflow file as written, defaults filled in; nothing decided yet. */
export interface WorkflowSpec {
  steps: StepSpec[]
  services: StepSpec[]
  clone: StepSpec[]
  skip_clone: boolean
  when: Constraint[]
  depends_on: Dependency[]
  labels: Map<string, string>
  concurrency: { limit: number; group: string }
  /** Deprecated, but it counts. */
  runs_on: string[]
}

export interface Dependency {
  name: string
  optional: boolean
}

export interface StepSpec {
  name: string
  image: string
  commands: string[]
  entrypoint: string[]
  environment: Map<string, Node>
  settings: Map<string, Node>
  when: Constraint[]
  /** Undefined if the key is absent: its mere presence makes the workflow a graph. */
  depends_on: Dependency[] | undefined
  failure: string
  detach: boolean
  directory: string
  privileged: boolean
  network_mode: string
  dns: string[]
  dns_search: string[]
  extra_hosts: string[]
  volumes: string[]
  devices: string[]
  tmpfs: string[]
  ports: string[]
}

/** One constraint: all that it says must hold. Several are alternatives. */
export interface Constraint {
  event: string[]
  branch: Globs
  ref: Globs
  repo: Globs
  instance: Globs
  platform: Globs
  cron: Globs
  path: PathFilter
  matrix: { include: Map<string, string>; exclude: Map<string, string> }
  evaluate: string
  status: string[]
}

export interface Globs {
  include: string[]
  exclude: string[]
}

export interface PathFilter extends Globs {
  ignore_message: string
  on_empty: boolean
}

/** A step without commands, entry point and environment of its own; `settings` do not decide. */
export const isPlugin = (step: StepSpec): boolean =>
  step.commands.length === 0 && step.entrypoint.length === 0 && step.environment.size === 0
