import type { Database } from '../../database/database.ts'
import type { ForgeRepo } from '../../forge/driver.ts'
import type { RepoRecord } from '../../http/mount.ts'

export interface RepoRow {
  id: number
  forge_id: number
  forge_remote_id: string
  org_id: number
  user_id: number
  owner: string
  name: string
  full_name: string
  avatar_url: string
  forge_url: string
  clone_url: string
  clone_url_ssh: string
  default_branch: string
  pr_enabled: number
  timeout: number
  visibility: string
  private: number
  trusted_network: number
  trusted_volumes: number
  trusted_security: number
  require_approval: string
  approval_allowed_users_json: string
  active: number
  allow_pr: number
  allow_deploy: number
  config_file: string
  cancel_previous_pipeline_events_json: string
  netrc_trusted_json: string
  config_extension_endpoint: string
  config_extension_exclusive: number
  config_extension_netrc: number
  registry_extension_endpoint: string
  registry_extension_netrc: number
  secret_extension_endpoint: string
  secret_extension_netrc: number
}

const texts = (json: string) => (json === '[]' ? [] : (JSON.parse(json) as string[]))

export const toRepo = (row: RepoRow): RepoRecord => ({
  id: row.id,
  forge_id: row.forge_id,
  forge_remote_id: row.forge_remote_id,
  org_id: row.org_id,
  user_id: row.user_id,
  owner: row.owner,
  name: row.name,
  full_name: row.full_name,
  avatar_url: row.avatar_url,
  forge_url: row.forge_url,
  clone_url: row.clone_url,
  clone_url_ssh: row.clone_url_ssh,
  default_branch: row.default_branch,
  pr_enabled: row.pr_enabled === 1,
  timeout: row.timeout,
  visibility: row.visibility,
  private: row.private === 1,
  trusted: {
    network: row.trusted_network === 1,
    volumes: row.trusted_volumes === 1,
    security: row.trusted_security === 1,
  },
  require_approval: row.require_approval,
  approval_allowed_users: texts(row.approval_allowed_users_json),
  active: row.active === 1,
  allow_pr: row.allow_pr === 1,
  allow_deploy: row.allow_deploy === 1,
  config_file: row.config_file,
  cancel_previous_pipeline_events: texts(row.cancel_previous_pipeline_events_json),
  netrc_trusted: texts(row.netrc_trusted_json),
  config_extension_endpoint: row.config_extension_endpoint,
  config_extension_exclusive: row.config_extension_exclusive === 1,
  config_extension_netrc: row.config_extension_netrc === 1,
  registry_extension_endpoint: row.registry_extension_endpoint,
  registry_extension_netrc: row.registry_extension_netrc === 1,
  secret_extension_endpoint: row.secret_extension_endpoint,
  secret_extension_netrc: row.secret_extension_netrc === 1,
  has_forge_name_conflict: false,
  has_no_forge_repo: false,
})

const bit = (value: boolean) => (value ? 1 : 0)

const settingsOf = (repo: RepoRecord) => ({
  id: repo.id,
  config_file: repo.config_file,
  timeout: repo.timeout,
  require_approval: repo.require_approval,
  approval_allowed_users_json: JSON.stringify(repo.approval_allowed_users),
  visibility: repo.visibility,
  allow_pr: bit(repo.allow_pr),
  allow_deploy: bit(repo.allow_deploy),
  cancel_previous_pipeline_events_json: JSON.stringify(repo.cancel_previous_pipeline_events),
  netrc_trusted_json: JSON.stringify(repo.netrc_trusted),
  trusted_network: bit(repo.trusted.network),
  trusted_volumes: bit(repo.trusted.volumes),
  trusted_security: bit(repo.trusted.security),
  config_extension_endpoint: repo.config_extension_endpoint,
  config_extension_exclusive: bit(repo.config_extension_exclusive),
  config_extension_netrc: bit(repo.config_extension_netrc),
  registry_extension_endpoint: repo.registry_extension_endpoint,
  registry_extension_netrc: bit(repo.registry_extension_netrc),
  secret_extension_endpoint: repo.secret_extension_endpoint,
  secret_extension_netrc: bit(repo.secret_extension_netrc),
})

export type RepoStore = ReturnType<typeof createRepoStore>

export function createRepoStore(db: Database) {
  const byId = db.get<RepoRow>('SELECT * FROM repos WHERE id = :id')
  const byName = db.get<RepoRow>('SELECT * FROM repos WHERE full_name = :full_name')
  const byRedirection = db.get<RepoRow>(
    'SELECT repos.* FROM redirections JOIN repos ON repos.id = repo_id WHERE redirections.full_name = :full_name',
  )
  const byRemote = db.get<RepoRow>(
    'SELECT * FROM repos WHERE forge_id = :forge_id AND forge_remote_id = :remote',
  )
  const ofForge = db.all<RepoRow>('SELECT * FROM repos WHERE forge_id = :forge_id ORDER BY full_name')
  const ownedBy = db.all<RepoRow>(
    `SELECT repos.* FROM repos JOIN perms ON perms.repo_id = repos.id
     WHERE perms.user_id = :user_id AND repos.forge_id = :forge_id ORDER BY repos.full_name`,
  )
  const insert = db.get<{ id: number }>(
    `INSERT INTO repos (forge_id, forge_remote_id, org_id, user_id, owner, name, full_name, avatar_url, forge_url, clone_url,
       clone_url_ssh, default_branch, pr_enabled, timeout, visibility, private, active)
     VALUES (:forge_id, :remote, :org_id, :user_id, :owner, :name, :full_name, :avatar_url, :forge_url, :clone_url,
       :clone_url_ssh, :default_branch, :pr_enabled, :timeout, :visibility, :private, 1)
     RETURNING id`,
  )
  const refresh = db.run(
    `UPDATE repos SET owner = :owner, name = :name, full_name = :full_name, avatar_url = :avatar_url, forge_url = :forge_url,
       clone_url = :clone_url, clone_url_ssh = :clone_url_ssh, default_branch = :default_branch, pr_enabled = :pr_enabled
     WHERE id = :id`,
  )
  const reactivate = db.run(
    'UPDATE repos SET active = 1, user_id = :user_id, org_id = :org_id WHERE id = :id',
  )
  const setHook = db.run('UPDATE repos SET hook_id = :hook_id WHERE id = :id')

  const page = db.all<RepoRow>(
    'SELECT * FROM repos WHERE (:active = 0 OR active = 1) ORDER BY full_name LIMIT :limit OFFSET :offset',
  )
  const active = db.all<RepoRow>('SELECT * FROM repos WHERE active = 1 ORDER BY id')
  const ofOrg = db.all<RepoRow>('SELECT * FROM repos WHERE org_id = :org_id ORDER BY id')
  const setOwner = db.run('UPDATE repos SET user_id = :user_id WHERE id = :id')
  const disable = db.run('UPDATE repos SET active = 0, user_id = 0 WHERE id = :id')
  const erase = db.run('DELETE FROM repos WHERE id = :id')
  const dropSecrets = db.run('DELETE FROM secrets WHERE repo_id = :id')
  const dropRegistries = db.run('DELETE FROM registries WHERE repo_id = :id')
  const redirect = db.run('INSERT OR REPLACE INTO redirections (full_name, repo_id) VALUES (:full_name, :id)')
  const setIdentity = db.run('UPDATE repos SET forge_remote_id = :remote, org_id = :org_id WHERE id = :id')
  const save = db.run(
    `UPDATE repos SET config_file = :config_file, timeout = :timeout, require_approval = :require_approval,
       approval_allowed_users_json = :approval_allowed_users_json, visibility = :visibility, allow_pr = :allow_pr,
       allow_deploy = :allow_deploy, cancel_previous_pipeline_events_json = :cancel_previous_pipeline_events_json,
       netrc_trusted_json = :netrc_trusted_json, trusted_network = :trusted_network, trusted_volumes = :trusted_volumes,
       trusted_security = :trusted_security, config_extension_endpoint = :config_extension_endpoint,
       config_extension_exclusive = :config_extension_exclusive, config_extension_netrc = :config_extension_netrc,
       registry_extension_endpoint = :registry_extension_endpoint, registry_extension_netrc = :registry_extension_netrc,
       secret_extension_endpoint = :secret_extension_endpoint, secret_extension_netrc = :secret_extension_netrc
     WHERE id = :id`,
  )

  const forgeFields = (repo: ForgeRepo) => ({
    owner: repo.owner,
    name: repo.name,
    full_name: repo.fullName,
    avatar_url: repo.avatarUrl ?? '',
    forge_url: repo.url,
    clone_url: repo.cloneUrl,
    clone_url_ssh: repo.sshUrl ?? '',
    default_branch: repo.defaultBranch ?? '',
    pr_enabled: repo.prEnabled ? 1 : 0,
  })
  const found = (row: RepoRow | undefined) => row && toRepo(row)

  return {
    get: (id: number) => found(byId({ id })),
    /** Also by a name it once had. */
    lookup: (full_name: string) => found(byName({ full_name }) ?? byRedirection({ full_name })),
    byName: (full_name: string) => found(byName({ full_name })),
    byRemoteId: (forge_id: number, remote: string) => found(byRemote({ forge_id, remote })),
    listOfForge: (forge_id: number) => ofForge({ forge_id }).map(toRepo),
    /** Active or not, all that the user has a stored right on. */
    listKnownTo: (user_id: number, forge_id: number) => ownedBy({ user_id, forge_id }).map(toRepo),

    /** A repository activated for the first time; answers with its id. */
    insert(
      repo: ForgeRepo,
      rest: { forge_id: number; org_id: number; user_id: number; timeout: number },
    ): number {
      const row = insert({
        ...forgeFields(repo),
        ...rest,
        remote: repo.remoteId,
        visibility: repo.visibility,
        private: repo.visibility === 'private' ? 1 : 0,
      })
      if (!row) throw new Error('The repository was not stored')
      return row.id
    },
    /** Takes over names, addresses and default branch as the forge has them now. */
    refresh: (id: number, repo: ForgeRepo) => void refresh({ id, ...forgeFields(repo) }),
    reactivate: (id: number, user_id: number, org_id: number) => void reactivate({ id, user_id, org_id }),
    setIdentity: (id: number, remote: string, org_id: number) => void setIdentity({ id, remote, org_id }),
    redirect: (full_name: string, id: number) => void redirect({ full_name, id }),
    setOwner: (id: number, user_id: number) => void setOwner({ id, user_id }),
    disable: (id: number) => void disable({ id }),
    /** With pipelines, logs, secrets, registries and everything else of it. */
    erase: (id: number) =>
      db.transaction(() => {
        dropSecrets({ id })
        dropRegistries({ id })
        erase({ id })
      }),
    list: (number: number, perPage: number, isActiveOnly: boolean) =>
      page({ active: isActiveOnly ? 1 : 0, limit: perPage, offset: (number - 1) * perPage }).map(toRepo),
    listActive: () => active().map(toRepo),
    listOfOrg: (org_id: number) => ofOrg({ org_id }).map(toRepo),
    /** The settings that a person may change. */
    save: (repo: RepoRecord) => void save(settingsOf(repo)),
    setHook: (id: number, hook_id: string) => void setHook({ id, hook_id }),
  }
}
