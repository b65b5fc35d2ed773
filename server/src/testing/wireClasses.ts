/** Who may call a route, in the wire's own words (2.6). */
export type Class =
  | 'any'
  | 'user'
  | 'admin'
  | 'repo'
  | 'pull'
  | 'push'
  | 'repo-admin'
  | 'org'
  | 'org-member'
  | 'org-admin'

const scope = (base: string, key: string, read: Class, write: Class): Record<string, Class> => ({
  [`GET ${base}`]: read,
  [`GET ${base}/:${key}`]: read,
  [`POST ${base}`]: write,
  [`PATCH ${base}/:${key}`]: write,
  [`DELETE ${base}/:${key}`]: write,
})

/** The column "Class" of the wire (3.2 to 3.13) by method and path, written down without a look at the contract. */
export const classes: Record<string, Class> = {
  'GET /version': 'any',
  'GET /healthz': 'any',
  'GET /api/signature/public-key': 'any',
  'GET /api/user': 'user',
  'GET /api/user/feed': 'user',
  'GET /api/user/repos': 'user',
  'POST /api/user/repos/refresh': 'user',
  'POST /api/user/token': 'user',
  'DELETE /api/user/token': 'user',

  'GET /api/repos/lookup/*': 'pull',
  'GET /api/repos/:repo_id': 'pull',
  'GET /api/repos/:repo_id/permissions': 'repo',
  'GET /api/repos/:repo_id/branches': 'pull',
  'GET /api/repos/:repo_id/pull_requests': 'pull',
  'POST /api/repos': 'user',
  'PATCH /api/repos/:repo_id': 'repo-admin',
  'DELETE /api/repos/:repo_id': 'repo-admin',
  'POST /api/repos/:repo_id/repair': 'repo-admin',
  'POST /api/repos/:repo_id/chown': 'repo-admin',
  'POST /api/repos/:repo_id/move': 'repo-admin',
  'GET /api/repos': 'admin',
  'POST /api/repos/repair': 'admin',

  'GET /api/repos/:repo_id/pipelines': 'pull',
  'POST /api/repos/:repo_id/pipelines': 'push',
  'GET /api/repos/:repo_id/pipelines/:number': 'pull',
  'GET /api/repos/:repo_id/pipelines/:number/config': 'pull',
  'GET /api/repos/:repo_id/pipelines/:number/metadata': 'push',
  'POST /api/repos/:repo_id/pipelines/:number': 'push',
  'POST /api/repos/:repo_id/pipelines/:number/cancel': 'push',
  'POST /api/repos/:repo_id/pipelines/:number/approve': 'push',
  'POST /api/repos/:repo_id/pipelines/:number/decline': 'push',
  'DELETE /api/repos/:repo_id/pipelines/:number': 'repo-admin',
  'GET /api/repos/:repo_id/logs/:number/:step_id': 'pull',
  'GET /api/repos/:repo_id/logs/:number/:step_id/download': 'pull',
  'DELETE /api/repos/:repo_id/logs/:number/:step_id': 'push',
  'DELETE /api/repos/:repo_id/logs/:number': 'push',

  ...scope('/api/repos/:repo_id/secrets', 'name', 'push', 'push'),
  ...scope('/api/orgs/:org_id/secrets', 'name', 'org-admin', 'org-admin'),
  ...scope('/api/secrets', 'name', 'user', 'admin'),
  ...scope('/api/repos/:repo_id/registries', 'address', 'push', 'push'),
  ...scope('/api/orgs/:org_id/registries', 'address', 'org-admin', 'org-admin'),
  ...scope('/api/registries', 'address', 'user', 'admin'),
  ...scope('/api/repos/:repo_id/cron', 'cron_id', 'push', 'push'),
  'POST /api/repos/:repo_id/cron/:cron_id': 'push',

  'GET /api/orgs': 'admin',
  'GET /api/orgs/lookup/*': 'user',
  'GET /api/orgs/:org_id': 'org-member',
  'GET /api/orgs/:org_id/permissions': 'org',
  'DELETE /api/orgs/:org_id': 'admin',
  'GET /api/orgs/:org_id/agents': 'org-admin',
  'POST /api/orgs/:org_id/agents': 'org-admin',
  'PATCH /api/orgs/:org_id/agents/:agent_id': 'org-admin',
  'DELETE /api/orgs/:org_id/agents/:agent_id': 'org-admin',

  ...scope('/api/agents', 'agent_id', 'admin', 'admin'),
  'GET /api/agents/:agent_id/tasks': 'admin',
  ...scope('/api/forges', 'forge_id', 'any', 'admin'),
  ...scope('/api/users', 'login', 'admin', 'admin'),
  'GET /api/queue/info': 'admin',
  'POST /api/queue/pause': 'admin',
  'POST /api/queue/resume': 'admin',
  'GET /api/queue/norunningpipelines': 'admin',
  'GET /api/pipelines': 'admin',
  'GET /api/log-level': 'admin',
  'POST /api/log-level': 'admin',

  'GET /api/debug/pprof/*': 'admin',
  'POST /api/hook': 'any',

  'GET /api/stream/events': 'any',
  'GET /api/stream/logs/:repo_id/:number/:step_id': 'pull',
  // Stricter than the wire, as security 18 asks.
  'GET /api/badges/:repo_id/status.svg': 'pull',
  'GET /api/badges/:repo_id/cc.xml': 'pull',
  'GET /api/badges/:owner/:name/status.svg': 'pull',
  'GET /api/badges/:owner/:name/cc.xml': 'pull',
}
