import type { World } from './world.ts'

/** One screen as somebody meets it. */
export interface ScreenRow {
  name: string
  /** Of `patterns` in `web/src/paths.ts`, and for settings the page in it: `repoSettings/crons`. Not for what has no route. */
  route?: string
  path: (world: World) => string
  /** Shown once its data is there. */
  ready: RegExp
  isVisitor?: boolean
}

const repo =
  (rest = '') =>
  (world: World) =>
    `/repos/${world.repo}${rest}`
const pipeline =
  (which: 'good' | 'failed' | 'broken' | 'blocked' | 'declined' | 'running', rest = '') =>
  (world: World) =>
    `/repos/${world.repo}/pipeline/${world[which]}${rest}`

/** Every screen of the product; `a11y.spec.ts` fails for a route that has none here. */
export const screenRows: ScreenRow[] = [
  { name: 'sign in', route: 'login', path: () => '/login', ready: /welcome|sign in to/i, isVisitor: true },
  {
    name: 'sign in refused',
    path: () => '/login?error=access_denied&error_description=No%20thanks',
    ready: /refused/,
    isVisitor: true,
  },
  { name: 'repositories', route: 'repos', path: () => '/repos', ready: /payments/ },
  { name: 'no repository found', path: () => '/repos?q=zzzz', ready: /zzzz/ },
  { name: 'add repository', route: 'addRepo', path: () => '/repos/add', ready: /not-yet-enabled/ },
  { name: 'activity', route: 'repo', path: repo(), ready: /refunds/ },
  {
    name: 'activity, filtered',
    path: repo('?status=failure&q=zzzz&branch=main&after=2020-02-01&before=2020-01-01'),
    ready: /no pipeline matches/i,
  },
  { name: 'branches', route: 'branches', path: repo('/branches'), ready: /retry-uploads/ },
  { name: 'branch', route: 'branch', path: repo('/branches/main'), ready: /refunds/ },
  { name: 'pull requests', route: 'pullRequests', path: repo('/pull-requests'), ready: /Retry uploads/ },
  {
    name: 'pull request',
    route: 'pullRequest',
    path: (world) => repo(`/pull-requests/${world.pullRequest}`)(world),
    ready: /Retry/,
  },
  { name: 'manual run', route: 'manual', path: repo('/manual'), ready: /additional variables/i },
  { name: 'pipeline', route: 'pipeline', path: pipeline('good'), ready: /node-24/ },
  { name: 'failed pipeline', path: pipeline('failed'), ready: /publish/ },
  {
    name: 'log',
    route: 'step',
    path: (world) => pipeline('failed', `/${world.failedStep}#L122-L123`)(world),
    ready: /code=503/,
  },
  {
    name: 'step that did not run',
    path: (world) => pipeline('failed', `/${world.skippedStep}`)(world),
    ready: /skipped|not run/i,
  },
  {
    name: 'running pipeline',
    path: (world) => pipeline('running', `/${world.runningStep}`)(world),
    ready: /for a long time/,
  },
  { name: 'blocked pipeline', path: pipeline('blocked'), ready: /approve/i },
  { name: 'declined pipeline', path: pipeline('declined'), ready: /declined/i },
  { name: 'pipeline that could not be read', path: pipeline('broken'), ready: /errors/i },
  { name: 'timeline', route: 'timeline', path: pipeline('failed', '/timeline'), ready: /thin lines/i },
  {
    name: 'changed files',
    route: 'changedFiles',
    path: pipeline('good', '/changed-files'),
    ready: /upload\.ts/,
  },
  { name: 'configuration', route: 'config', path: pipeline('good', '/config'), ready: /depends_on|matrix/ },
  { name: 'errors', route: 'errors', path: pipeline('broken', '/errors'), ready: /flow sequence/i },
  { name: 'debug', route: 'debug', path: pipeline('good', '/debug'), ready: /download metadata/i },
  { name: 'unknown pipeline', path: repo('/pipeline/99999'), ready: /pipeline/i },
  { name: 'general', route: 'repoSettings', path: repo('/settings'), ready: /time limit/i },
  { name: 'secrets', route: 'repoSettings/secrets', path: repo('/settings/secrets'), ready: /deploy_key/ },
  { name: 'new secret', path: repo('/settings/secrets?form=new'), ready: /only for these images/i },
  {
    name: 'edited secret',
    path: repo('/settings/secrets?form=edit:store_password'),
    ready: /only for these images/i,
  },
  { name: 'import of secrets', path: repo('/settings/secrets?form=import'), ready: /content of/i },
  {
    name: 'registries',
    route: 'repoSettings/registries',
    path: repo('/settings/registries'),
    ready: /registry\.internal/,
  },
  { name: 'new registry', path: repo('/settings/registries?form=new'), ready: /password/i },
  { name: 'crons', route: 'repoSettings/crons', path: repo('/settings/crons'), ready: /nightly/ },
  { name: 'edited cron', path: repo('/settings/crons?form=edit:1'), ready: /next runs/i },
  { name: 'badge', route: 'repoSettings/badge', path: repo('/settings/badge'), ready: /markdown/i },
  { name: 'actions', route: 'repoSettings/actions', path: repo('/settings/actions'), ready: /repair/i },
  {
    name: 'extensions',
    route: 'repoSettings/extensions',
    path: repo('/settings/extensions'),
    ready: /public key/i,
  },
  { name: 'organisation', route: 'org', path: ({ org }) => `/orgs/${org}`, ready: /payments/ },
  {
    name: 'organisation settings',
    route: 'orgSettings',
    path: ({ org }) => `/orgs/${org}/settings`,
    ready: /store_password/,
  },
  {
    name: 'secrets of an organisation',
    route: 'orgSettings/secrets',
    path: ({ org }) => `/orgs/${org}/settings/secrets`,
    ready: /store_password/,
  },
  {
    name: 'registries of an organisation',
    route: 'orgSettings/registries',
    path: ({ org }) => `/orgs/${org}/settings/registries`,
    ready: /registry\.internal/,
  },
  {
    name: 'agents of an organisation',
    route: 'orgSettings/agents',
    path: ({ org }) => `/orgs/${org}/settings/agents`,
    ready: /basement/,
  },
  { name: 'account', route: 'user', path: () => '/user', ready: /language/i },
  {
    name: 'secrets of a person',
    route: 'user/secrets',
    path: () => '/user/secrets',
    ready: /store_password/,
  },
  {
    name: 'registries of a person',
    route: 'user/registries',
    path: () => '/user/registries',
    ready: /registry\.internal/,
  },
  { name: 'command line', route: 'user/cli-and-api', path: () => '/user/cli-and-api', ready: /token/i },
  { name: 'agents of a person', route: 'user/agents', path: () => '/user/agents', ready: /basement/ },
  {
    name: 'command line sign-in',
    route: 'cliAuth',
    path: () => '/cli/auth?port=45678',
    ready: /command line|cli/i,
  },
  { name: 'administration', route: 'admin', path: () => '/admin', ready: /version/i },
  {
    name: 'secrets of the server',
    route: 'admin/secrets',
    path: () => '/admin/secrets',
    ready: /store_password/,
  },
  {
    name: 'registries of the server',
    route: 'admin/registries',
    path: () => '/admin/registries',
    ready: /registry\.internal/,
  },
  { name: 'all repositories', route: 'admin/repos', path: () => '/admin/repos', ready: /payments/ },
  { name: 'users', route: 'admin/users', path: () => '/admin/users', ready: /ben@/ },
  { name: 'new user', path: () => '/admin/users?form=new', ready: /administrator/i },
  { name: 'organisations', route: 'admin/orgs', path: () => '/admin/orgs', ready: /platform-engineering/ },
  { name: 'agents', route: 'admin/agents', path: () => '/admin/agents', ready: /basement/ },
  { name: 'edited agent', path: () => '/admin/agents?form=edit:1', ready: /last contact/i },
  { name: 'queue', route: 'admin/queue', path: () => '/admin/queue', ready: /waiting for others/i },
  { name: 'forges', route: 'admin/forges', path: () => '/admin/forges', ready: /forge\.example/ },
  { name: 'forge', route: 'adminForge', path: ({ forge }) => `/admin/forges/${forge}`, ready: /gitea/i },
  { name: 'new forge', path: () => '/admin/forges/create', ready: /type|kind/i },
  { name: 'nothing here', path: () => '/no/such/page/at/all', ready: /not found/i },
  { name: 'no such repository', path: () => '/repos/99999', ready: /no such repository/i },
]

/** Sent on at once, so that nobody ever sees a screen of theirs. */
export const routesWithoutScreen = ['home']
