import type { Agent, ForgeRepo, Repo } from './entities.ts'
import type { World } from './world.ts'

/** A repository of the forge that nobody activated: no id, and empty where settings would be. */
export function unknownRepo(world: World, there: ForgeRepo): Repo {
  const full_name = `${there.owner}/${there.name}`
  const page = `${world.forgeUrl}/${full_name}`
  return {
    id: 0,
    forge_id: 1,
    forge_remote_id: there.remote_id,
    org_id: world.orgs.find(({ name }) => name === there.owner)?.id ?? 0,
    owner: there.owner,
    name: there.name,
    full_name,
    avatar_url: '',
    forge_url: page,
    clone_url: `${page}.git`,
    clone_url_ssh: '',
    default_branch: 'main',
    pr_enabled: true,
    timeout: 0,
    visibility: '',
    private: there.private,
    trusted: { network: false, volumes: false, security: false },
    require_approval: '',
    approval_allowed_users: null,
    active: false,
    allow_pr: false,
    allow_deploy: false,
    config_file: '',
    cancel_previous_pipeline_events: null,
    netrc_trusted: null,
    config_extension_endpoint: '',
    config_extension_exclusive: false,
    config_extension_netrc: false,
    registry_extension_endpoint: '',
    registry_extension_netrc: false,
    secret_extension_endpoint: '',
    secret_extension_netrc: false,
  }
}

/** An agent that was registered and has not called yet. */
export function newAgent(
  world: World,
  about: Pick<Agent, 'name' | 'no_schedule' | 'org_id' | 'owner_id'>,
): Agent {
  const at = world.now()
  const id = world.nextId()
  return {
    id,
    created: at,
    updated: at,
    token: `agent-token-${id}`,
    last_contact: 0,
    last_work: 0,
    platform: '',
    backend: '',
    version: '',
    capacity: 0,
    custom_labels: null,
    ...about,
  }
}
