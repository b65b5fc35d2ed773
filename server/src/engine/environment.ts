import type { Metadata, PipelineFacts } from './types.ts'

/** Names and texts; a Map, because names come from files and may be any text. */
export type Variables = Map<string, string>

/** From 501 changed files on, CI_PIPELINE_FILES is not set: environments have a limited size. */
const maxListedFiles = 500

const isPull = (event: string) => event.startsWith('pull_request')

const sourceBranch = (facts: PipelineFacts) =>
  isPull(facts.event) ? (facts.commit.refspec.split(':')[0] ?? '') : ''
const targetBranch = (facts: PipelineFacts) =>
  isPull(facts.event) ? (facts.commit.refspec.split(':')[1] ?? '') : ''

const tagOf = (ref: string) => (ref.startsWith('refs/tags/') ? ref.slice('refs/tags/'.length) : '')
const pullNumber = (facts: PipelineFacts) =>
  isPull(facts.event) ? (/\d+/.exec(facts.commit.ref)?.[0] ?? '') : ''

function repoVariables({ repo }: Metadata): Record<string, string> {
  const { network, volumes, security } = repo.trusted
  return {
    CI_REPO: `${repo.owner}/${repo.name}`,
    CI_REPO_NAME: repo.name,
    CI_REPO_OWNER: repo.owner,
    CI_REPO_REMOTE_ID: repo.remote_id,
    CI_REPO_URL: repo.forge_url,
    CI_REPO_CLONE_URL: repo.clone_url,
    CI_REPO_CLONE_SSH_URL: repo.clone_url_ssh,
    CI_REPO_DEFAULT_BRANCH: repo.default_branch,
    CI_REPO_PRIVATE: String(repo.private),
    CI_REPO_TRUSTED_NETWORK: String(network),
    CI_REPO_TRUSTED_VOLUMES: String(volumes),
    CI_REPO_TRUSTED_SECURITY: String(security),
    CI_REPO_TRUSTED: String(network && volumes && security),
  }
}

function commitVariables(curr: PipelineFacts): Record<string, string> {
  const { commit } = curr
  const ofPull: Record<string, string> = isPull(curr.event)
    ? {
        CI_COMMIT_SOURCE_BRANCH: sourceBranch(curr),
        CI_COMMIT_TARGET_BRANCH: targetBranch(curr),
        CI_COMMIT_PULL_REQUEST: pullNumber(curr),
        CI_COMMIT_PULL_REQUEST_LABELS: commit.labels.join(','),
        CI_COMMIT_PULL_REQUEST_MILESTONE: commit.milestone,
        CI_COMMIT_PULL_REQUEST_DRAFT: String(commit.draft),
      }
    : {}
  return {
    CI_COMMIT_SHA: commit.sha,
    CI_COMMIT_REF: commit.ref,
    CI_COMMIT_REFSPEC: commit.refspec,
    CI_COMMIT_BRANCH: commit.branch,
    CI_COMMIT_MESSAGE: commit.message,
    CI_COMMIT_TIMESTAMP: String(commit.timestamp),
    CI_COMMIT_AUTHOR: commit.author.name,
    CI_COMMIT_AUTHOR_EMAIL: commit.author.email,
    CI_COMMIT_AUTHOR_AVATAR: curr.avatar,
    CI_COMMIT_TAG: tagOf(commit.ref),
    CI_COMMIT_PRERELEASE: curr.release ? String(curr.release.is_prerelease) : '',
    ...ofPull,
  }
}

function pipelineVariables(curr: PipelineFacts): Record<string, string> {
  const files = curr.commit.changed_files
  return {
    CI_PIPELINE_NUMBER: String(curr.number),
    CI_PIPELINE_PARENT: String(curr.parent),
    CI_PIPELINE_EVENT: curr.event,
    CI_PIPELINE_EVENT_REASON: curr.event_reason.join(','),
    CI_PIPELINE_URL: curr.url,
    CI_PIPELINE_FORGE_URL: curr.forge_url,
    CI_PIPELINE_DEPLOY_TARGET: curr.target,
    CI_PIPELINE_DEPLOY_TASK: curr.task,
    CI_PIPELINE_CREATED: String(curr.created),
    CI_PIPELINE_STARTED: String(curr.started),
    CI_PIPELINE_AUTHOR: curr.author,
    CI_PIPELINE_AVATAR: curr.avatar,
    CI_PIPELINE_RELEASE_TITLE: curr.release?.title ?? '',
    CI_PIPELINE_RELEASE_PRE: curr.release ? String(curr.release.is_prerelease) : '',
    CI_PIPELINE_RERUNS: curr.rerun_count > 0 ? String(curr.rerun_count) : '',
    CI_PIPELINE_FILES: files.length > maxListedFiles ? '' : JSON.stringify(files),
  }
}

function previousVariables(prev: PipelineFacts | undefined): Record<string, string> {
  const numbers = {
    CI_PREV_PIPELINE_NUMBER: String(prev?.number ?? 0),
    CI_PREV_PIPELINE_PARENT: String(prev?.parent ?? 0),
    CI_PREV_PIPELINE_CREATED: String(prev?.created ?? 0),
    CI_PREV_PIPELINE_STARTED: String(prev?.started ?? 0),
    CI_PREV_PIPELINE_FINISHED: String(prev?.finished ?? 0),
    CI_PREV_COMMIT_TIMESTAMP: String(prev?.commit.timestamp ?? 0),
  }
  if (!prev) return numbers
  const { commit } = prev
  return {
    ...numbers,
    CI_PREV_PIPELINE_EVENT: prev.event,
    CI_PREV_PIPELINE_EVENT_REASON: prev.event_reason.join(','),
    CI_PREV_PIPELINE_URL: prev.url,
    CI_PREV_PIPELINE_FORGE_URL: prev.forge_url,
    CI_PREV_PIPELINE_DEPLOY_TARGET: prev.target,
    CI_PREV_PIPELINE_DEPLOY_TASK: prev.task,
    CI_PREV_PIPELINE_STATUS: prev.status,
    CI_PREV_PIPELINE_AUTHOR: prev.author,
    CI_PREV_PIPELINE_AVATAR: prev.avatar,
    CI_PREV_COMMIT_SHA: commit.sha,
    CI_PREV_COMMIT_REF: commit.ref,
    CI_PREV_COMMIT_REFSPEC: commit.refspec,
    CI_PREV_COMMIT_MESSAGE: commit.message,
    CI_PREV_COMMIT_BRANCH: commit.branch,
    CI_PREV_COMMIT_AUTHOR: commit.author.name,
    CI_PREV_COMMIT_AUTHOR_EMAIL: commit.author.email,
    CI_PREV_COMMIT_AUTHOR_AVATAR: prev.avatar,
    CI_PREV_COMMIT_URL: prev.forge_url,
    CI_PREV_COMMIT_SOURCE_BRANCH: sourceBranch(prev),
    CI_PREV_COMMIT_TARGET_BRANCH: targetBranch(prev),
  }
}

/** The CI_* variables that are known when a workflow is compiled. Empty ones are not set. */
export function ciVariables(metadata: Metadata, workflow: { name: string; number: number }): Variables {
  const { sys, forge, curr } = metadata
  const all: Record<string, string> = {
    CI: sys.name,
    CI_SYSTEM_NAME: sys.name,
    CI_SYSTEM_URL: sys.url,
    CI_SYSTEM_HOST: sys.host,
    CI_SYSTEM_VERSION: sys.version,
    CI_FORGE_TYPE: forge.type,
    CI_FORGE_URL: forge.url,
    ...repoVariables(metadata),
    ...commitVariables(curr),
    ...pipelineVariables(curr),
    ...previousVariables(metadata.prev),
    CI_WORKFLOW_NAME: workflow.name,
    CI_WORKFLOW_NUMBER: String(workflow.number),
    CI_STEP_NUMBER: '0',
    CI_STEP_URL: curr.url,
  }
  return new Map(Object.entries(all).filter(([, value]) => value !== ''))
}

/** What `${…}` in a file may name: CI_* and the matrix first, then variables of the run, then server-wide ones. */
export const substitutionVariables = (layers: {
  ci: Variables
  axis: Variables
  variables: Variables
  globals: Variables
}): Variables =>
  new Map([...layers.globals, ...layers.axis, ...layers.variables, ...layers.ci, ...ownOf(layers)])

/** An axis may override CI_* unless the run itself has a variable of that name. */
const ownOf = ({ axis, variables }: { axis: Variables; variables: Variables }) =>
  [...axis].filter(([name]) => !variables.has(name))

/** What `evaluate` may name: here nothing overrides CI_*. */
export const expressionVariables = (layers: {
  ci: Variables
  axis: Variables
  variables: Variables
  globals: Variables
}): Variables => new Map([...layers.globals, ...layers.axis, ...layers.variables, ...layers.ci])
