import type { CompiledStep } from '../engine/types.ts'

/** What a step may see of the server's own environment (D15); the rest, secrets above all, stays out. */
const inherited = new Set(
  [
    'PATH LANG LANGUAGE TZ TMPDIR TMP TEMP USER LOGNAME TERM',
    'SSL_CERT_FILE SSL_CERT_DIR NODE_EXTRA_CA_CERTS CURL_CA_BUNDLE REQUESTS_CA_BUNDLE GIT_SSL_CAINFO',
    'http_proxy https_proxy no_proxy all_proxy HTTP_PROXY HTTPS_PROXY NO_PROXY ALL_PROXY',
  ].flatMap((names) => names.split(' ')),
)

/** The local backend sets these itself, or they belong to containers. */
const dropped = new Set([
  'CI_NETRC_MACHINE',
  'CI_NETRC_USERNAME',
  'CI_NETRC_PASSWORD',
  'CI_SCRIPT',
  'HOME',
  'SHELL',
])

/** The environment variable that marks every process of a task, so that none can be lost. */
export const taskMarker = 'YAFFLE_TASK'

/** Linux refuses to start a program with a longer entry. */
const maxEntryBytes = 128 * 1024 - 1

export interface StepFacts {
  step: CompiledStep
  /** Absolute folders. */
  home: string
  workspace: string
  /** What its processes are found by: the task's mark and the step's. */
  marks: [string, string]
  machine: string
  platform: string
  /** Whether something in this workflow has failed so far. */
  hasFailed: boolean
  /** Unix seconds. */
  workflowStarted: number
  stepStarted: number
}

/** Layers 6 and 7 of engine 4.2 around the compiled ones: the whole environment of a step's process. */
export function stepEnvironment(server: NodeJS.ProcessEnv, facts: StepFacts): Record<string, string> {
  const { step, home, workspace, machine, platform } = facts
  const isPlugin = step.type === 'plugin'
  const compiled = Object.entries(step.environment).filter(([name]) => !dropped.has(name))
  const status = facts.hasFailed ? 'failure' : 'success'
  const stamps: Record<string, string> = {
    CI_MACHINE: machine,
    CI_SYSTEM_PLATFORM: platform,
    CI_PIPELINE_STATUS: status,
    CI_PIPELINE_STARTED: String(facts.workflowStarted),
    CI_STEP_STARTED: String(facts.stepStarted),
    CI_STEP_TYPE: step.type,
    CI_STEP_NAME: step.name,
    CI_WORKSPACE: workspace,
    HOME: home,
    USERPROFILE: home,
    ...(isPlugin && {
      DRONE_BUILD_STATUS: status,
      DRONE_BUILD_STARTED: String(facts.workflowStarted),
    }),
    [taskMarker]: [server[taskMarker], ...facts.marks].filter(Boolean).join(':'),
  }
  const all = { ...baseEnvironment(server), ...Object.fromEntries(compiled), ...stamps }
  return Object.fromEntries(Object.entries(all).filter(isPassable))
}

/** The part of the server's environment that steps see. */
function baseEnvironment(server: NodeJS.ProcessEnv): Record<string, string> {
  const base: Record<string, string> = {}
  for (const [name, value] of Object.entries(server))
    if (value !== undefined && (inherited.has(name) || name.startsWith('LC_'))) base[name] = value
  return base
}

/** A CI fact that is too long for the system (a list of changed files) is left out rather than failing the step. */
const isPassable = ([name, value]: [string, string]) =>
  !(name.startsWith('CI_') || name.startsWith('DRONE_')) ||
  Buffer.byteLength(name) + Buffer.byteLength(value) + 2 <= maxEntryBytes
