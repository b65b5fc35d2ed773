-- Times are Unix seconds, 0 for "not yet". Booleans are 0 or 1. Columns named *_json hold JSON, *_enc sealed bytes.

CREATE TABLE forges (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  type TEXT NOT NULL,
  url TEXT NOT NULL,
  client TEXT NOT NULL DEFAULT '',
  client_secret_enc BLOB,
  skip_verify INTEGER NOT NULL DEFAULT 0,
  oauth_host TEXT NOT NULL DEFAULT '',
  orgs_json TEXT NOT NULL DEFAULT '[]',
  options_json TEXT NOT NULL DEFAULT '{}',
  options_secret_enc BLOB
) STRICT;

CREATE TABLE orgs (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  forge_id INTEGER NOT NULL,
  name TEXT NOT NULL COLLATE NOCASE,
  is_user INTEGER NOT NULL DEFAULT 0,
  private INTEGER NOT NULL DEFAULT 0,
  UNIQUE (forge_id, name)
) STRICT;

CREATE TABLE users (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  forge_id INTEGER NOT NULL,
  forge_remote_id TEXT NOT NULL,
  login TEXT NOT NULL,
  email TEXT NOT NULL DEFAULT '',
  avatar_url TEXT NOT NULL DEFAULT '',
  admin INTEGER NOT NULL DEFAULT 0,
  org_id INTEGER NOT NULL DEFAULT 0,
  -- Key of the user's tokens; changing it kills every session and API token.
  hash TEXT NOT NULL,
  created INTEGER NOT NULL,
  UNIQUE (forge_id, login)
) STRICT;
CREATE UNIQUE INDEX users_remote ON users (forge_id, forge_remote_id) WHERE forge_remote_id NOT IN ('', '0');

CREATE TABLE repos (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  forge_id INTEGER NOT NULL,
  forge_remote_id TEXT NOT NULL,
  org_id INTEGER NOT NULL,
  -- The user on whose behalf the forge is asked; 0 while the repository is disabled.
  user_id INTEGER NOT NULL DEFAULT 0,
  owner TEXT NOT NULL,
  name TEXT NOT NULL,
  full_name TEXT NOT NULL COLLATE NOCASE,
  avatar_url TEXT NOT NULL DEFAULT '',
  forge_url TEXT NOT NULL DEFAULT '',
  clone_url TEXT NOT NULL DEFAULT '',
  clone_url_ssh TEXT NOT NULL DEFAULT '',
  default_branch TEXT NOT NULL DEFAULT '',
  pr_enabled INTEGER NOT NULL DEFAULT 0,
  timeout INTEGER NOT NULL DEFAULT 60,
  visibility TEXT NOT NULL,
  private INTEGER NOT NULL DEFAULT 0,
  trusted_network INTEGER NOT NULL DEFAULT 0,
  trusted_volumes INTEGER NOT NULL DEFAULT 0,
  trusted_security INTEGER NOT NULL DEFAULT 0,
  require_approval TEXT NOT NULL DEFAULT 'forks',
  approval_allowed_users_json TEXT NOT NULL DEFAULT '[]',
  active INTEGER NOT NULL DEFAULT 0,
  allow_pr INTEGER NOT NULL DEFAULT 1,
  allow_deploy INTEGER NOT NULL DEFAULT 0,
  config_file TEXT NOT NULL DEFAULT '',
  cancel_previous_pipeline_events_json TEXT NOT NULL DEFAULT '["push","pull_request"]',
  netrc_trusted_json TEXT NOT NULL DEFAULT '[]',
  config_extension_endpoint TEXT NOT NULL DEFAULT '',
  config_extension_exclusive INTEGER NOT NULL DEFAULT 0,
  config_extension_netrc INTEGER NOT NULL DEFAULT 0,
  registry_extension_endpoint TEXT NOT NULL DEFAULT '',
  registry_extension_netrc INTEGER NOT NULL DEFAULT 0,
  secret_extension_endpoint TEXT NOT NULL DEFAULT '',
  secret_extension_netrc INTEGER NOT NULL DEFAULT 0,
  hook_id TEXT NOT NULL DEFAULT '',
  hook_secret_enc BLOB,
  UNIQUE (forge_id, forge_remote_id),
  UNIQUE (forge_id, full_name)
) STRICT;
CREATE INDEX repos_org ON repos (org_id);

CREATE TABLE redirections (
  full_name TEXT PRIMARY KEY,
  repo_id INTEGER NOT NULL REFERENCES repos (id) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;

CREATE TABLE perms (
  user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  repo_id INTEGER NOT NULL REFERENCES repos (id) ON DELETE CASCADE,
  pull INTEGER NOT NULL,
  push INTEGER NOT NULL,
  admin INTEGER NOT NULL,
  synced INTEGER NOT NULL,
  created INTEGER NOT NULL,
  updated INTEGER NOT NULL,
  PRIMARY KEY (user_id, repo_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX perms_repo ON perms (repo_id);

CREATE TABLE pipelines (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  repo_id INTEGER NOT NULL REFERENCES repos (id) ON DELETE CASCADE,
  number INTEGER NOT NULL,
  author TEXT NOT NULL DEFAULT '',
  parent INTEGER NOT NULL DEFAULT 0,
  event TEXT NOT NULL,
  event_reason_json TEXT NOT NULL DEFAULT '[]',
  status TEXT NOT NULL,
  errors_json TEXT NOT NULL DEFAULT '[]',
  created INTEGER NOT NULL,
  updated INTEGER NOT NULL,
  started INTEGER NOT NULL DEFAULT 0,
  finished INTEGER NOT NULL DEFAULT 0,
  deploy_to TEXT NOT NULL DEFAULT '',
  deploy_task TEXT NOT NULL DEFAULT '',
  "commit" TEXT NOT NULL DEFAULT '',
  branch TEXT NOT NULL DEFAULT '',
  ref TEXT NOT NULL DEFAULT '',
  refspec TEXT NOT NULL DEFAULT '',
  title TEXT NOT NULL DEFAULT '',
  message TEXT NOT NULL DEFAULT '',
  timestamp INTEGER NOT NULL DEFAULT 0,
  sender TEXT NOT NULL DEFAULT '',
  author_avatar TEXT NOT NULL DEFAULT '',
  author_email TEXT NOT NULL DEFAULT '',
  forge_url TEXT NOT NULL DEFAULT '',
  reviewed_by TEXT NOT NULL DEFAULT '',
  reviewed INTEGER NOT NULL DEFAULT 0,
  rerun_count INTEGER NOT NULL DEFAULT 0,
  cancel_info_json TEXT,
  changed_files_json TEXT NOT NULL DEFAULT '[]',
  -- Given by hand or by a cron job, and those of a restart's query.
  variables_json TEXT NOT NULL DEFAULT '{}',
  globals_json TEXT NOT NULL DEFAULT '{}',
  pr_labels_json TEXT NOT NULL DEFAULT '[]',
  pr_milestone TEXT NOT NULL DEFAULT '',
  pr_draft INTEGER NOT NULL DEFAULT 0,
  from_fork INTEGER NOT NULL DEFAULT 0,
  cron TEXT NOT NULL DEFAULT '',
  version TEXT NOT NULL DEFAULT '',
  release_json TEXT,
  tag_title TEXT NOT NULL DEFAULT '',
  -- The push that made it: one that arrives again after a crash makes no second pipeline.
  push_id TEXT NOT NULL DEFAULT '',
  UNIQUE (repo_id, number)
) STRICT;
CREATE INDEX pipelines_push ON pipelines (repo_id, push_id) WHERE push_id <> '';
CREATE INDEX pipelines_created ON pipelines (created DESC, id DESC);
CREATE INDEX pipelines_branch ON pipelines (repo_id, branch, event, number DESC);
CREATE INDEX pipelines_active ON pipelines (status) WHERE status IN ('created', 'pending', 'running', 'blocked');

CREATE TABLE configs (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  repo_id INTEGER NOT NULL REFERENCES repos (id) ON DELETE CASCADE,
  hash TEXT NOT NULL,
  name TEXT NOT NULL,
  data BLOB NOT NULL,
  UNIQUE (repo_id, hash, name)
) STRICT;

CREATE TABLE pipeline_configs (
  pipeline_id INTEGER NOT NULL REFERENCES pipelines (id) ON DELETE CASCADE,
  config_id INTEGER NOT NULL REFERENCES configs (id),
  position INTEGER NOT NULL,
  PRIMARY KEY (pipeline_id, config_id, position)
) STRICT, WITHOUT ROWID;
CREATE INDEX pipeline_configs_config ON pipeline_configs (config_id);

CREATE TABLE workflows (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  pipeline_id INTEGER NOT NULL REFERENCES pipelines (id) ON DELETE CASCADE,
  pid INTEGER NOT NULL,
  name TEXT NOT NULL,
  state TEXT NOT NULL,
  error TEXT NOT NULL DEFAULT '',
  started INTEGER NOT NULL DEFAULT 0,
  finished INTEGER NOT NULL DEFAULT 0,
  agent_id INTEGER NOT NULL DEFAULT 0,
  platform TEXT NOT NULL DEFAULT '',
  environ_json TEXT NOT NULL DEFAULT '{}',
  UNIQUE (pipeline_id, pid)
) STRICT;
CREATE INDEX workflows_active ON workflows (state) WHERE state IN ('pending', 'running');

CREATE TABLE steps (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  uuid TEXT NOT NULL UNIQUE,
  pipeline_id INTEGER NOT NULL REFERENCES pipelines (id) ON DELETE CASCADE,
  pid INTEGER NOT NULL,
  ppid INTEGER NOT NULL,
  name TEXT NOT NULL,
  state TEXT NOT NULL,
  error TEXT NOT NULL DEFAULT '',
  exit_code INTEGER NOT NULL DEFAULT 0,
  started INTEGER NOT NULL DEFAULT 0,
  finished INTEGER NOT NULL DEFAULT 0,
  type TEXT NOT NULL DEFAULT '',
  -- What a failure means (`fail`, `ignore`, `cancel`); services and detached steps are stored as `ignore`.
  failure TEXT NOT NULL DEFAULT 'fail',
  UNIQUE (pipeline_id, pid)
) STRICT;

CREATE TABLE log_entries (
  step_id INTEGER NOT NULL REFERENCES steps (id) ON DELETE CASCADE,
  line INTEGER NOT NULL,
  time INTEGER NOT NULL,
  type INTEGER NOT NULL DEFAULT 0,
  data BLOB NOT NULL,
  PRIMARY KEY (step_id, line)
) STRICT, WITHOUT ROWID;

-- A queued or running workflow. The payload holds environment and secrets, so it is sealed.
CREATE TABLE tasks (
  workflow_id INTEGER PRIMARY KEY REFERENCES workflows (id) ON DELETE CASCADE,
  pipeline_id INTEGER NOT NULL,
  repo_id INTEGER NOT NULL,
  pid INTEGER NOT NULL,
  name TEXT NOT NULL,
  labels_json TEXT NOT NULL DEFAULT '{}',
  depends_on_json TEXT NOT NULL DEFAULT '[]',
  run_on_json TEXT NOT NULL DEFAULT '["success"]',
  dep_status_json TEXT NOT NULL DEFAULT '{}',
  concurrency_limit INTEGER NOT NULL DEFAULT 0,
  concurrency_group TEXT NOT NULL DEFAULT '',
  agent_id INTEGER NOT NULL DEFAULT 0,
  created INTEGER NOT NULL,
  -- Process groups and folder of a running task, for the repair after a crash.
  groups_json TEXT NOT NULL DEFAULT '[]',
  folder TEXT NOT NULL DEFAULT '',
  payload_enc BLOB NOT NULL
) STRICT;

CREATE TABLE agents (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  created INTEGER NOT NULL,
  updated INTEGER NOT NULL,
  name TEXT NOT NULL DEFAULT '',
  owner_id INTEGER NOT NULL DEFAULT -1,
  org_id INTEGER NOT NULL DEFAULT -1,
  token TEXT NOT NULL,
  last_contact INTEGER NOT NULL DEFAULT 0,
  last_work INTEGER NOT NULL DEFAULT 0,
  platform TEXT NOT NULL DEFAULT '',
  backend TEXT NOT NULL DEFAULT '',
  version TEXT NOT NULL DEFAULT '',
  capacity INTEGER NOT NULL DEFAULT 0,
  no_schedule INTEGER NOT NULL DEFAULT 0,
  custom_labels_json TEXT NOT NULL DEFAULT '{}'
) STRICT;

-- Scopes: repository (repo_id), organisation (org_id), global (both 0).
CREATE TABLE secrets (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  org_id INTEGER NOT NULL DEFAULT 0,
  repo_id INTEGER NOT NULL DEFAULT 0,
  name TEXT NOT NULL,
  value_enc BLOB NOT NULL,
  images_json TEXT NOT NULL DEFAULT '[]',
  events_json TEXT NOT NULL,
  note TEXT NOT NULL DEFAULT '',
  UNIQUE (org_id, repo_id, name)
) STRICT;

CREATE TABLE registries (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  org_id INTEGER NOT NULL DEFAULT 0,
  repo_id INTEGER NOT NULL DEFAULT 0,
  address TEXT NOT NULL,
  username TEXT NOT NULL,
  password_enc BLOB NOT NULL,
  UNIQUE (org_id, repo_id, address)
) STRICT;

CREATE TABLE crons (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  repo_id INTEGER NOT NULL REFERENCES repos (id) ON DELETE CASCADE,
  creator_id INTEGER NOT NULL,
  name TEXT NOT NULL,
  schedule TEXT NOT NULL,
  timezone TEXT NOT NULL DEFAULT 'UTC',
  branch TEXT NOT NULL DEFAULT '',
  enabled INTEGER NOT NULL,
  variables_json TEXT NOT NULL DEFAULT '{}',
  next_exec INTEGER NOT NULL DEFAULT 0,
  created INTEGER NOT NULL,
  UNIQUE (repo_id, name)
) STRICT;

-- The local forge's own records. `remote_id` is what the rest of the product knows them by.
CREATE TABLE local_accounts (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  login TEXT NOT NULL UNIQUE COLLATE NOCASE,
  email TEXT NOT NULL DEFAULT '',
  password_hash TEXT NOT NULL,
  admin INTEGER NOT NULL DEFAULT 0,
  created INTEGER NOT NULL
) STRICT;

CREATE TABLE local_repos (
  remote_id TEXT PRIMARY KEY,
  owner TEXT NOT NULL COLLATE NOCASE,
  name TEXT NOT NULL COLLATE NOCASE,
  default_branch TEXT NOT NULL,
  visibility TEXT NOT NULL,
  created INTEGER NOT NULL,
  UNIQUE (owner, name)
) STRICT, WITHOUT ROWID;

CREATE TABLE local_grants (
  remote_id TEXT NOT NULL REFERENCES local_repos (remote_id) ON DELETE CASCADE,
  account_id INTEGER NOT NULL REFERENCES local_accounts (id) ON DELETE CASCADE,
  level TEXT NOT NULL,
  PRIMARY KEY (remote_id, account_id)
) STRICT, WITHOUT ROWID;

CREATE TABLE local_members (
  org TEXT NOT NULL COLLATE NOCASE,
  account_id INTEGER NOT NULL REFERENCES local_accounts (id) ON DELETE CASCADE,
  level TEXT NOT NULL,
  PRIMARY KEY (org, account_id)
) STRICT, WITHOUT ROWID;

CREATE TABLE local_pulls (
  remote_id TEXT NOT NULL REFERENCES local_repos (remote_id) ON DELETE CASCADE,
  number INTEGER NOT NULL,
  topic TEXT NOT NULL,
  source_branch TEXT NOT NULL,
  target_branch TEXT NOT NULL,
  title TEXT NOT NULL,
  description TEXT NOT NULL DEFAULT '',
  author TEXT NOT NULL,
  head TEXT NOT NULL,
  state TEXT NOT NULL,
  labels_json TEXT NOT NULL DEFAULT '[]',
  milestone TEXT NOT NULL DEFAULT '',
  created INTEGER NOT NULL,
  PRIMARY KEY (remote_id, number)
) STRICT, WITHOUT ROWID;

CREATE TABLE local_releases (
  remote_id TEXT NOT NULL REFERENCES local_repos (remote_id) ON DELETE CASCADE,
  tag TEXT NOT NULL,
  title TEXT NOT NULL,
  is_prerelease INTEGER NOT NULL,
  PRIMARY KEY (remote_id, tag)
) STRICT, WITHOUT ROWID;

-- Server-wide values: the key that signs states, the version that wrote the database last.
CREATE TABLE settings (
  name TEXT PRIMARY KEY,
  value TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- Ways in that are used once: OAuth states and codes, the sign-in link printed at start. Only a hash is kept.
CREATE TABLE one_time (
  hash TEXT PRIMARY KEY,
  purpose TEXT NOT NULL,
  data_json TEXT NOT NULL,
  expires INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
