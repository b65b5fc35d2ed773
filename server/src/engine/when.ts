import type { Variables } from './environment.ts'
import { evaluate } from './evaluate.ts'
import { globMatcher } from './globs.ts'
import type { Spend } from './globs.ts'
import type { Constraint, Globs, PathFilter } from './spec.ts'
import type { Metadata, RunOn } from './types.ts'

/** What filters are compared with. */
export interface Circumstances {
  metadata: Metadata
  /** Undefined for a whole workflow, which cannot be filtered by its matrix. */
  axis: Variables | undefined
  /** For `evaluate`. */
  variables: Variables
  spend: Spend
  /** Answers of path filters, by what they say: steps often share one, and changes can be many. */
  pathAnswers: Map<string, boolean>
}

const hasPaths: ReadonlySet<string> = new Set([
  'push',
  'pull_request',
  'pull_request_closed',
  'pull_request_metadata',
])

const isAny = (patterns: readonly string[], text: string, spend: Spend) =>
  patterns.some((pattern) => globMatcher(pattern, spend)(text))

function matchesGlobs({ include, exclude }: Globs, text: string, spend: Spend): boolean {
  if (isAny(exclude, text, spend)) return false
  return include.length === 0 || isAny(include, text, spend)
}

function matchesPath(
  filter: PathFilter,
  { files, message }: { files: readonly string[]; message: string },
  spend: Spend,
) {
  const { include, exclude, ignore_message: ignored, on_empty: onEmpty } = filter
  if (ignored !== '' && message.toLowerCase().includes(ignored.toLowerCase())) return true
  if (files.length === 0) return onEmpty
  const matcher = (pattern: string) => globMatcher(pattern, spend)
  const excluding = exclude.map(matcher)
  if (exclude.length > 0 && files.every((file) => excluding.some((matches) => matches(file)))) return false
  const including = include.map(matcher)
  return include.length === 0 || files.some((file) => including.some((matches) => matches(file)))
}

function fitsChanges(filter: PathFilter, { metadata, spend, pathAnswers }: Circumstances): boolean {
  const { changed_files: files, message } = metadata.curr.commit
  const key = JSON.stringify(filter)
  const known = pathAnswers.get(key)
  if (known !== undefined) return known
  const answer = matchesPath(filter, { files, message }, spend)
  pathAnswers.set(key, answer)
  return answer
}

function matchesMatrix({ include, exclude }: Constraint['matrix'], axis: Variables, spend: Spend): boolean {
  const holds = ([key, pattern]: [string, string]) => globMatcher(pattern, spend)(axis.get(key) ?? '')
  if (exclude.size > 0 && [...exclude].every(holds)) return false
  return [...include].every(holds)
}

/** Whether one constraint holds; `status` takes no part. Throws a generic problem for a bad expression. */
function matches(constraint: Constraint, circumstances: Circumstances): boolean {
  const { metadata, axis, variables, spend } = circumstances
  const { curr, repo, sys } = metadata
  const { event, commit } = curr
  const globs = (key: 'branch' | 'ref' | 'repo' | 'instance' | 'platform' | 'cron', text: string) =>
    matchesGlobs(constraint[key], text, spend)
  return (
    (constraint.event.length === 0 || constraint.event.includes(event)) &&
    (event === 'tag' || globs('branch', commit.branch)) &&
    globs('ref', commit.ref) &&
    globs('repo', `${repo.owner}/${repo.name}`) &&
    globs('instance', sys.host) &&
    globs('platform', sys.platform) &&
    (event !== 'cron' || globs('cron', curr.cron)) &&
    (!hasPaths.has(event) || fitsChanges(constraint.path, circumstances)) &&
    (axis === undefined || matchesMatrix(constraint.matrix, axis, spend)) &&
    (constraint.evaluate === '' ||
      evaluate(constraint.evaluate, variables, { now: curr.created * 1000, spend }))
  )
}

/** Whether something is there at all, and if so, after which outcomes it runs. */
export interface Routing {
  onSuccess: boolean
  onFailure: boolean
  /** Statuses that the matching constraints name. */
  named: RunOn[]
}

/** Undefined if no constraint holds. Without constraints it is there, for success. */
export function route(constraints: readonly Constraint[], circumstances: Circumstances): Routing | undefined {
  if (constraints.length === 0) return { onSuccess: true, onFailure: false, named: [] }
  const matching = constraints.filter((constraint) => matches(constraint, circumstances))
  if (matching.length === 0) return undefined
  const names = (status: RunOn) => matching.some((constraint) => constraint.status.includes(status))
  return {
    onSuccess: names('success') || matching.some((constraint) => constraint.status.length === 0),
    onFailure: names('failure'),
    named: (['success', 'failure'] as const).filter(names),
  }
}

/** Which outcomes of the workflows that it waits for let a workflow run; `runsOn` is the deprecated key. */
export function workflowRunOn(routing: Routing, runsOn: readonly string[]): RunOn[] {
  const all: readonly RunOn[] = ['success', 'failure']
  if (runsOn.length > 0)
    return all.filter((status) => runsOn.includes(status) || routing.named.includes(status))
  return all.filter((status) => (status === 'success' ? routing.onSuccess : routing.onFailure))
}
