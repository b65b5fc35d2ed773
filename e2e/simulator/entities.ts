/** Rows of the simulated server: the wire's field names, with what the server knows beside them. */
export interface User {
  id: number
  forge_id: number
  forge_remote_id: string
  login: string
  email: string
  avatar_url: string
  admin: boolean
  admin_env: boolean
  org_id: number
  /** Signs every token of the user; a new one kills them all. */
  hash: string
}

export interface Perm {
  pull: boolean
  push: boolean
  admin: boolean
  synced: number
  created: number
  updated: number
}

export interface Repo {
  id: number
  forge_id: number
  forge_remote_id: string
  org_id: number
  owner: string
  name: string
  full_name: string
  avatar_url: string
  forge_url: string
  clone_url: string
  clone_url_ssh: string
  default_branch: string
  pr_enabled: boolean
  timeout: number
  visibility: string
  private: boolean
  trusted: { network: boolean; volumes: boolean; security: boolean }
  require_approval: string
  approval_allowed_users: string[] | null
  active: boolean
  allow_pr: boolean
  allow_deploy: boolean
  config_file: string
  cancel_previous_pipeline_events: string[] | null
  netrc_trusted: string[] | null
  config_extension_endpoint: string
  config_extension_exclusive: boolean
  config_extension_netrc: boolean
  registry_extension_endpoint: string
  registry_extension_netrc: boolean
  secret_extension_endpoint: string
  secret_extension_netrc: boolean
}

export interface Step {
  id: number
  uuid: string
  pipeline_id: number
  pid: number
  ppid: number
  name: string
  state: string
  error: string
  exit_code: number
  started: number
  finished: number
  type: string
}

export interface Workflow {
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
  environ: Record<string, string>
  children: Step[]
}

export interface PipelineError {
  type: string
  message: string
  is_warning: boolean
  data: unknown
}

export interface Pipeline {
  id: number
  number: number
  author: string
  parent: number
  event: string
  event_reason: string[] | null
  status: string
  errors: PipelineError[] | null
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
  rerun_count: number
  author_avatar: string
  author_email: string
  forge_url: string
  reviewed_by: string
  reviewed: number
  cancel_info: Record<string, unknown>
  workflows: Workflow[]
  changed_files: string[]
  variables: Record<string, string>
  pr_labels: string[]
  pr_milestone: string
  pr_draft: boolean
  from_fork: boolean
  is_prerelease: boolean
  cron: string
  version: string
  release: { title?: string; is_prerelease?: boolean }
  tag_title: string
  title: string
  message: string
  sender: string
  timestamp: number
  repo_id: number
}

export interface LogEntry {
  id: number
  step_id: number
  time: number
  line: number
  data: string | null
  type: number
}

export interface Secret {
  id: number
  org_id: number
  repo_id: number
  name: string
  value: string
  images: string[] | null
  events: string[]
  note: string
}

export interface Registry {
  id: number
  org_id: number
  repo_id: number
  address: string
  username: string
  password: string
  readonly: boolean
}

export interface Cron {
  id: number
  repo_id: number
  creator_id: number
  name: string
  schedule: string
  timezone: string
  branch: string
  enabled: boolean
  variables: Record<string, string> | null
  next_exec: number
  created: number
}

export interface Agent {
  id: number
  created: number
  updated: number
  name: string
  owner_id: number
  org_id: number
  token: string
  last_contact: number
  last_work: number
  platform: string
  backend: string
  version: string
  capacity: number
  no_schedule: boolean
  custom_labels: Record<string, string> | null
}

export interface Forge {
  id: number
  type: string
  url: string
  client: string
  oauth_client_secret: string
  skip_verify: boolean
  oauth_host: string
  orgs: string[]
  additional_options: Record<string, unknown>
}

export interface Org {
  id: number
  forge_id: number
  name: string
  is_user: boolean
}

/** What the forge has: every repository, whether the server knows it or not. */
export interface ForgeRepo {
  remote_id: string
  owner: string
  name: string
  private: boolean
  admin: string[]
}
