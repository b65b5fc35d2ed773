/** Whose secrets, registries or agents: of one repository, of one organisation (each user owns one), or of everybody. */
export type Scope = { level: 'repo'; repoId: number } | { level: 'org'; orgId: number } | { level: 'global' }
export type Level = Scope['level']

/** The part of a query's key that says whose. */
export const keyOfScope = (scope: Scope): readonly [Level, number] => {
  if (scope.level === 'repo') return ['repo', scope.repoId]
  return scope.level === 'org' ? ['org', scope.orgId] : ['global', 0]
}
