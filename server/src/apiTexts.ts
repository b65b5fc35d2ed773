import type { routeTables } from './routeTables.ts'

type Tables = typeof routeTables

/** What the API document says of each resource, and of each operation in a line. */
export type ApiTexts<Names extends Record<string, object> = Tables> = {
  [Tag in keyof Names]: { about: string; summaries: Record<keyof Names[Tag], string> }
}

const secretsOf = (whose: string) => ({
  about: `Values that steps may use, of ${whose}. A value can be set, never read.`,
  summaries: {
    list: 'List the secrets',
    get: 'Read a secret without its value',
    create: 'Add a secret',
    update: 'Change a secret; what is left out stays',
    remove: 'Delete a secret',
  },
})

const registriesOf = (whose: string) => ({
  about: `Credentials of image registries, of ${whose}. A password can be set, never read.`,
  summaries: {
    list: 'List the registries',
    get: 'Read a registry without its password',
    create: 'Add a registry',
    update: 'Change a registry; what is left empty stays',
    remove: 'Delete a registry',
  },
})

export const apiTexts: ApiTexts = {
  user: {
    about: 'The caller, and for server admins all users.',
    summaries: {
      me: 'Read who is asking',
      token: 'Read the API token of the caller, the same every time',
      resetToken: 'Make a new API token; older ones and every session end',
      list: 'List the users',
      get: 'Read a user',
      create: 'Add a user',
      update: 'Replace what is known of a user',
      remove: 'Delete a user with their organisation and its repositories',
    },
  },
  feed: {
    about: 'Pipelines of many repositories.',
    summaries: {
      list: 'List the newest pipelines of the repositories of the caller',
      active: 'List what is pending or running on the whole server',
    },
  },
  repos: {
    about: 'Repositories of this server and of its forge.',
    summaries: {
      mine: 'List the repositories of the caller; with `all` those of the forge, too',
      lookup: 'Find a repository by its full name, old names included',
      get: 'Read a repository',
      permissions: 'Read what the caller may do with a repository',
      branches: 'List the branches',
      activate: 'Activate a repository of the forge',
      pullRequests: 'List the open pull requests',
      update: 'Change settings; what is left out stays',
      remove: 'Disable a repository; with `remove` erase it',
      repair: 'Read a repository from the forge again and install its hook anew',
      chown: 'Become the one on whose behalf the forge is asked',
      move: 'Follow a repository to another name at the forge',
      all: 'List all repositories of the server',
      repairAll: 'Repair all active repositories',
      refreshMine: 'Read the rights of the caller from the forge again',
    },
  },
  pipelines: {
    about: 'Runs of the workflows of a repository.',
    summaries: {
      list: 'List the pipelines, newest first',
      get: 'Read a pipeline with its workflows and steps; `latest` is the newest push',
      config: 'Read the pipeline files it was made from',
      create: 'Run a branch by hand',
      restart: 'Run a pipeline again, or deploy it',
      metadata: 'Read what the engine is told about a pipeline',
      approve: 'Let a blocked pipeline run',
      decline: 'Refuse a blocked pipeline',
      remove: 'Delete a finished pipeline',
      cancel: 'Stop a pipeline',
    },
  },
  logs: {
    about: 'What steps have written.',
    summaries: {
      get: 'Read the log of a step',
      download: 'Read the log of a step as a text file',
      remove: 'Delete the log of a finished step',
      removeAll: 'Delete the logs of a finished pipeline',
      stream: 'Follow the log of a running step (server-sent events)',
    },
  },
  crons: {
    about: 'Schedules that start pipelines.',
    summaries: {
      list: 'List the cron jobs',
      get: 'Read a cron job',
      create: 'Add a cron job',
      run: 'Run a cron job now',
      update: 'Change a cron job; what is left out stays',
      remove: 'Delete a cron job',
    },
  },
  repo_secrets: secretsOf('a repository'),
  org_secrets: secretsOf('an organisation'),
  global_secrets: secretsOf('the whole server'),
  repo_registries: registriesOf('a repository'),
  org_registries: registriesOf('an organisation'),
  global_registries: registriesOf('the whole server'),
  orgs: {
    about: 'Owners of repositories: organisations of the forge, and users.',
    summaries: {
      get: 'Read an organisation',
      permissions: 'Read what the caller may do with an organisation',
      lookup: 'Find an organisation by its name',
      list: 'List the organisations that are no users',
      remove: 'Delete an organisation with its secrets and repositories',
    },
  },
  org_agents: {
    about: 'Agents that work for one organisation alone.',
    summaries: {
      list: 'List the agents of an organisation',
      create: 'Add an agent; the answer has its token',
      update: 'Rename an agent, or give it no new work',
      remove: 'Delete an agent that does nothing',
    },
  },
  agents: {
    about: 'Programs that run workflows.',
    summaries: {
      list: 'List all agents',
      get: 'Read an agent',
      tasks: 'List what an agent is working on',
      create: 'Add an agent; the answer has its token',
      update: 'Rename an agent, or give it no new work',
      remove: 'Delete an agent that does nothing',
    },
  },
  forges: {
    about: 'Where repositories and people come from. Only server admins see more than id, type and address.',
    summaries: {
      list: 'List the forges',
      get: 'Read a forge',
      create: 'Add a forge',
      update: 'Replace the settings of a forge',
      remove: 'Delete a forge',
    },
  },
  queue: {
    about: 'Workflows that wait for an agent.',
    summaries: {
      info: 'Read what waits and what runs',
      pause: 'Hand out nothing any more',
      resume: 'Hand out work again',
      whenIdle: 'Wait until nothing runs',
    },
  },
  badges: {
    about: 'The state of a repository for other pages and programs.',
    summaries: {
      svg: 'Draw the state of a branch',
      svgByName: 'Draw the state of a branch, by the name of the repository',
      ccXml: 'Read the state for a build monitor',
      ccXmlByName: 'Read the state for a build monitor, by the name of the repository',
    },
  },
  events: {
    about: 'Changes as they happen.',
    summaries: { stream: 'Follow every pipeline the caller may see (server-sent events)' },
  },
  hooks: {
    about: 'Reports of forges.',
    summaries: { receive: 'Take what a forge reports' },
  },
  system: {
    about: 'The server itself.',
    summaries: {
      version: 'Read the version',
      logLevel: 'Read how much the server logs',
      setLogLevel: 'Change how much the server logs, until its next start',
      publicKey: 'Read the key that signs calls to extensions',
      profiles: 'There are no profiles',
      healthz: 'Ask whether the server works',
    },
  },
}
