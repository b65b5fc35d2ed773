import type { Variables } from './environment.ts'

/** Names that plugins written for an older system read, and what they are called here. */
const aliases: readonly (readonly [string, string])[] = [
  ['DRONE_BRANCH', 'CI_COMMIT_BRANCH'],
  ['DRONE_PULL_REQUEST', 'CI_COMMIT_PULL_REQUEST'],
  ['DRONE_TAG', 'CI_COMMIT_TAG'],
  ['DRONE_SOURCE_BRANCH', 'CI_COMMIT_SOURCE_BRANCH'],
  ['DRONE_TARGET_BRANCH', 'CI_COMMIT_TARGET_BRANCH'],
  ['DRONE_BUILD_NUMBER', 'CI_PIPELINE_NUMBER'],
  ['DRONE_BUILD_PARENT', 'CI_PIPELINE_PARENT'],
  ['DRONE_BUILD_EVENT', 'CI_PIPELINE_EVENT'],
  ['DRONE_BUILD_LINK', 'CI_PIPELINE_URL'],
  ['DRONE_BUILD_CREATED', 'CI_PIPELINE_CREATED'],
  ['DRONE_BUILD_STARTED', 'CI_PIPELINE_STARTED'],
  ['DRONE_DEPLOY_TO', 'CI_PIPELINE_DEPLOY_TARGET'],
  ['DRONE_COMMIT', 'CI_COMMIT_SHA'],
  ['DRONE_COMMIT_SHA', 'CI_COMMIT_SHA'],
  ['DRONE_COMMIT_BEFORE', 'CI_PREV_COMMIT_SHA'],
  ['DRONE_COMMIT_REF', 'CI_COMMIT_REF'],
  ['DRONE_COMMIT_BRANCH', 'CI_COMMIT_BRANCH'],
  ['DRONE_COMMIT_LINK', 'CI_PIPELINE_FORGE_URL'],
  ['DRONE_COMMIT_MESSAGE', 'CI_COMMIT_MESSAGE'],
  ['DRONE_COMMIT_AUTHOR', 'CI_COMMIT_AUTHOR'],
  ['DRONE_COMMIT_AUTHOR_NAME', 'CI_COMMIT_AUTHOR'],
  ['DRONE_COMMIT_AUTHOR_EMAIL', 'CI_COMMIT_AUTHOR_EMAIL'],
  ['DRONE_COMMIT_AUTHOR_AVATAR', 'CI_COMMIT_AUTHOR_AVATAR'],
  ['DRONE_REPO', 'CI_REPO'],
  ['DRONE_REPO_OWNER', 'CI_REPO_OWNER'],
  ['DRONE_REPO_NAME', 'CI_REPO_NAME'],
  ['DRONE_REPO_LINK', 'CI_REPO_URL'],
  ['DRONE_REPO_BRANCH', 'CI_REPO_DEFAULT_BRANCH'],
  ['DRONE_REPO_PRIVATE', 'CI_REPO_PRIVATE'],
  ['DRONE_REMOTE_URL', 'CI_REPO_CLONE_URL'],
  ['DRONE_GIT_HTTP_URL', 'CI_REPO_CLONE_URL'],
  ['DRONE_SYSTEM_HOST', 'CI_SYSTEM_HOST'],
  ['DRONE_STEP_NUMBER', 'CI_STEP_NUMBER'],
]

/** The older names for what is set in a plugin's environment. */
export function droneVariables(environment: Variables): Variables {
  const all: Variables = new Map()
  for (const [alias, name] of aliases) {
    const value = environment.get(name)
    if (value !== undefined) all.set(alias, value)
  }
  all.set('DRONE_BUILD_STATUS', 'success')
  // Some plugins turn it into a number, and fail on an empty text.
  all.set('PULLREQUEST_DRONE_PULL_REQUEST', environment.get('CI_COMMIT_PULL_REQUEST') ?? '0')
  return all
}
