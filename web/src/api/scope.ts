/** Whose secrets, registries or agents: of one repository, of one organisation (each user owns one), or of everybody. */
export type Scope = { level: 'repo'; repoId: number } | { level: 'org'; orgId: number } | { level: 'global' }
export type Level = Scope['level']

/** The part of a query's key that says whose. */
export const keyOfScope = (scope: Scope): readonly [Level, number] => {
  if (scope.level === 'repo') return ['repo', scope.repoId]
  return scope.level === 'org' ? ['org', scope.orgId] : ['global', 0]
}

/** The call for the level that is meant, with what its route is told about whose. */
export function inScope<Answer>(
  scope: Scope,
  calls: {
    repo: (params: { repo_id: string }) => Answer
    org: (params: { org_id: string }) => Answer
    global: () => Answer
  },
): Answer {
  if (scope.level === 'repo') return calls.repo({ repo_id: String(scope.repoId) })
  return scope.level === 'org' ? calls.org({ org_id: String(scope.orgId) }) : calls.global()
}
