import type { KeyObject } from 'node:crypto'

import { encoderOf } from '@yaffle/contract/encode'
import { Pipeline } from '@yaffle/contract/pipelines'
import { Repo } from '@yaffle/contract/repos'
import * as z from 'zod/mini'

import type { PipelineFile, Secret } from '../../../engine/types.ts'
import type { Netrc } from '../../../forge/driver.ts'
import type { RepoRecord } from '../../../http/mount.ts'
import { callExtension } from './call.ts'
import { ExtensionError } from './error.ts'

const Configs = z.object({
  configs: z.array(z.object({ name: z.string().check(z.minLength(1)), data: z.string() })),
})
const Secrets = z.array(
  z.object({
    name: z.string().check(z.minLength(1)),
    value: z.string(),
    events: z.nullish(z.array(z.string())),
    images: z.nullish(z.array(z.string())),
  }),
)
const Registries = z.array(z.object({ address: z.string(), username: z.string(), password: z.string() }))

interface Deps {
  key(): KeyObject
  /** Credentials of the repository, for extensions that were given them. */
  netrcOf(repo: RepoRecord): Netrc | undefined
  /** Every event: what a secret without events of its own is for. */
  allEvents: readonly string[]
}

const encodeRepo = encoderOf(Repo)
const encodePipeline = encoderOf(Pipeline)

/** The three kinds of extension a repository may have: other programs that add files, secrets or registries to a pipeline. */
export function createExtensions({ key, netrcOf, allEvents }: Deps) {
  async function ask<Schema extends z.ZodMiniType>(
    schema: Schema,
    endpoint: string,
    isNetrcSent: boolean,
    repo: RepoRecord,
    pipeline: Pipeline,
    more: object = {},
  ): Promise<z.output<Schema> | undefined> {
    const netrc = isNetrcSent ? netrcOf(repo) : undefined
    const body = {
      repo: encodeRepo(repo),
      pipeline: encodePipeline(pipeline),
      ...(netrc && { netrc }),
      ...more,
    }
    const answer = await callExtension(endpoint, body, key())
    if (answer === undefined) return undefined
    const checked = schema.safeParse(answer)
    if (!checked.success)
      throw new ExtensionError(`The extension ${endpoint} answered in a form that is not known`)
    return checked.data
  }

  return {
    /** The files to use in the place of `files`; the same ones when the extension has nothing to say. */
    async configs(repo: RepoRecord, pipeline: Pipeline, files: PipelineFile[]): Promise<PipelineFile[]> {
      if (!repo.config_extension_endpoint) return files
      const current = files.map(({ path, data }) => ({ name: path, data }))
      const answer = await ask(
        Configs,
        repo.config_extension_endpoint,
        repo.config_extension_netrc,
        repo,
        pipeline,
        {
          configuration: current,
        },
      )
      return answer ? answer.configs.map(({ name, data }) => ({ path: name, data })) : files
    },

    /** These come before all others of the same name. */
    async secrets(repo: RepoRecord, pipeline: Pipeline): Promise<Secret[]> {
      if (!repo.secret_extension_endpoint) return []
      const answer = await ask(
        Secrets,
        repo.secret_extension_endpoint,
        repo.secret_extension_netrc,
        repo,
        pipeline,
      )
      return (answer ?? []).map(({ name, value, events, images }) => ({
        name,
        value,
        events: events?.length ? events : [...allEvents],
        images: images ?? [],
      }))
    },

    async registries(repo: RepoRecord, pipeline: Pipeline): Promise<z.output<typeof Registries>> {
      if (!repo.registry_extension_endpoint) return []
      const { registry_extension_endpoint: endpoint, registry_extension_netrc: isNetrcSent } = repo
      return (await ask(Registries, endpoint, isNetrcSent, repo, pipeline)) ?? []
    },
  }
}
