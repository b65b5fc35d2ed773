import type { Pipeline, PipelineError } from '@yaffle/contract/pipelines'

import type { Database } from '../../database/database.ts'
import { isGated } from '../../engine/approval.ts'
import { compilePipeline } from '../../engine/compile.ts'
import { workflowName } from '../../engine/discover.ts'
import { metadataDocument } from '../../engine/metadata.ts'
import { hasSkipMarker } from '../../engine/skip.ts'
import type { CompileResult, PipelineFile, Secret } from '../../engine/types.ts'
import { ForgeError } from '../../forge/driver.ts'
import { type Forges, toForgeRepo } from '../../forge/forges.ts'
import type { RepoRecord } from '../../http/mount.ts'
import type { UserRecord } from '../../http/users.store.ts'
import type { CancelReason, Runner } from '../../runner/types.ts'
import { readConfigFiles } from './configFiles.ts'
import { metadataOf, type ServerFacts } from './metadata.ts'
import { type PipelineRow, toRawPipeline } from './pipelines.rows.ts'
import type { NewPipeline, PipelineStore } from './pipelines.store.ts'
import { generic, problemOf } from './problems.ts'

export interface PipelineServiceDeps {
  db: Database
  store: PipelineStore
  forges: Forges
  runner: Runner
  /** Known once the server listens. */
  facts(): ServerFacts
  forgeFacts(forge_id: number): { type: string; url: string }
  userOf(id: number): UserRecord | undefined
  /** Every secret the repository can see, the closest of a name. */
  secretsOf(repo: RepoRecord): Secret[]
  /** Passwords of registries, which no log may show. */
  passwordsOf(repo: RepoRecord): string[]
  extensions: PipelineExtensions
  /** Tells those who watch. */
  publish(pipeline_id: number): void
}

const privilegedPlugins: string[] = []
const trustedClonePlugins = [
  'woodpeckerci/plugin-git',
  'docker.io/woodpeckerci/plugin-git',
  'quay.io/woodpeckerci/plugin-git',
]

const textMap = (json: string) => JSON.parse(json) as Record<string, string>

/** Other programs that add files, secrets and registries to a pipeline. They throw what a person may read. */
export interface PipelineExtensions {
  configs(repo: RepoRecord, pipeline: Pipeline, files: PipelineFile[]): Promise<PipelineFile[]>
  secrets(repo: RepoRecord, pipeline: Pipeline): Promise<Secret[]>
  registries(repo: RepoRecord, pipeline: Pipeline): Promise<{ password: string }[]>
}

interface Visible {
  secrets: Secret[]
  /** What logs hide. */
  masks: string[]
}

export type PipelineService = ReturnType<typeof createPipelineService>

/** How a pipeline comes to be, starts, starts again and is stopped (engine 6). */
export function createPipelineService(deps: PipelineServiceDeps) {
  const { db, store, forges, runner, publish } = deps
  const wholeOf = (row: PipelineRow): Pipeline => store.whole(store.row(row.id) ?? row)

  function failed(row: PipelineRow, errors: PipelineError[]): Pipeline {
    store.fail(row.id, errors)
    publish(row.id)
    return wholeOf(row)
  }

  /** What this pipeline can see, the word of extensions first. */
  async function gather(repo: RepoRecord, row: PipelineRow): Promise<Visible> {
    const pipeline = toRawPipeline(row)
    const [given, registries] = await Promise.all([
      deps.extensions.secrets(repo, pipeline),
      deps.extensions.registries(repo, pipeline),
    ])
    const names = new Set(given.map(({ name }) => name.toLowerCase()))
    const secrets = [...given, ...deps.secretsOf(repo).filter(({ name }) => !names.has(name.toLowerCase()))]
    const passwords = [...registries.map(({ password }) => password), ...deps.passwordsOf(repo)]
    return { secrets, masks: [...secrets.map(({ value }) => value), ...passwords] }
  }

  function compile(
    repo: RepoRecord,
    row: PipelineRow,
    files: PipelineFile[],
    { secrets }: Visible,
  ): CompileResult {
    return compilePipeline({
      files,
      metadata: metadataOf(repo, row, store.previous(row), deps.facts(), deps.forgeFacts(repo.forge_id)),
      variables: textMap(row.variables_json),
      globals: textMap(row.globals_json),
      secrets,
      privilegedPlugins,
      trustedClonePlugins: [...trustedClonePlugins, ...repo.netrc_trusted],
    })
  }

  function supersede(repo: RepoRecord, row: PipelineRow) {
    if (!repo.cancel_previous_pipeline_events.includes(row.event)) return
    for (const older of store.superseded(row)) runner.cancel(older.id, { supersededBy: row.number })
  }

  const queue = (repo: RepoRecord, row: PipelineRow, { workflows }: CompileResult, { masks }: Visible) =>
    runner.enqueue(row.id, workflows, {
      repoId: repo.id,
      repoFullName: repo.full_name,
      orgId: repo.org_id,
      timeoutMinutes: repo.timeout,
      masks,
    })

  /** Rows, queue and the older pipelines it replaces: one transaction. */
  const begin = (repo: RepoRecord, row: PipelineRow, compiled: CompileResult, visible: Visible) =>
    db.transaction(() => {
      supersede(repo, row)
      runner.insert(row.id, compiled.workflows, 'created')
      queue(repo, row, compiled, visible)
    })

  /** Whatever goes wrong with a pipeline that was just made: one that stays `created` would be waited for in vain. */
  function broken(row: PipelineRow, error: unknown): never {
    failed(row, [generic('The server failed to make this pipeline; its log tells why.')])
    throw error
  }

  async function readFiles(repo: RepoRecord, row: PipelineRow): Promise<PipelineFile[]> {
    const owner = deps.userOf(repo.user_id)
    if (!owner) throw new ForgeError('reauth_required', 'The repository has no owner: activate it again')
    const driver = forges.driver(repo.forge_id)
    return readConfigFiles(driver, forges.ctxOf(owner), toForgeRepo(repo), row.commit, repo.config_file)
  }

  /** Undefined when no workflow wants to run: then the pipeline never was. */
  async function create(repo: RepoRecord, wanted: NewPipeline): Promise<Pipeline | undefined> {
    const isSkippable = wanted.event === 'push' || wanted.event.startsWith('pull_request')
    if (isSkippable && hasSkipMarker(wanted.message ?? '')) return undefined
    const isBlocked = isGated(repo.require_approval, repo.approval_allowed_users, {
      event: wanted.event,
      author: wanted.author ?? '',
      fromFork: wanted.from_fork === 1,
    })
    const row = db.transaction(() => store.insert({ ...wanted, status: 'created' }))
    return prepare(repo, row, isBlocked).catch((error: unknown) => broken(row, error))
  }

  async function prepare(repo: RepoRecord, row: PipelineRow, isBlocked: boolean) {
    let files: PipelineFile[]
    let visible: Visible
    try {
      const found =
        repo.config_extension_exclusive && repo.config_extension_endpoint ? [] : await readFiles(repo, row)
      files = await deps.extensions.configs(repo, toRawPipeline(row), found)
      visible = await gather(repo, row)
    } catch (error) {
      return failed(row, [problemOf(error)])
    }
    if (files.length === 0) {
      store.remove(row)
      return undefined
    }
    db.transaction(() =>
      store.saveConfigs(
        row,
        files.map(({ path, data }) => ({ name: workflowName(path), data })),
      ),
    )
    const compiled = compile(repo, row, files, visible)
    if (compiled.errors.some(({ is_warning }) => !is_warning)) return failed(row, compiled.errors)
    if (compiled.workflows.length === 0) {
      store.remove(row)
      return undefined
    }
    if (compiled.errors.length > 0) store.warn(row.id, compiled.errors)
    if (isBlocked) {
      db.transaction(() => {
        runner.insert(row.id, compiled.workflows, 'blocked')
        store.block(row.id)
      })
      publish(row.id)
    } else begin(repo, row, compiled, visible)
    return wholeOf(row)
  }

  /** A new pipeline from the stored files of an old one; with errors in them it ends as `error` at once. */
  async function restart(
    repo: RepoRecord,
    old: PipelineRow,
    changes: Partial<NewPipeline>,
  ): Promise<Pipeline> {
    const { id, number, created: _created, updated: _updated, ...kept } = old
    const row = db.transaction(() => {
      const made = store.insert({
        ...kept,
        status: 'created',
        parent: number,
        rerun_count: old.rerun_count + 1,
        version: deps.facts().version,
        started: 0,
        finished: 0,
        errors_json: '[]',
        cancel_info_json: null,
        reviewed_by: '',
        reviewed: 0,
        push_id: '',
        ...changes,
      })
      store.copyConfigs(id, made.id)
      return made
    })
    return beginAgain(repo, row).catch((error: unknown) => broken(row, error))
  }

  async function beginAgain(repo: RepoRecord, row: PipelineRow): Promise<Pipeline> {
    const files = store.configTexts(row.id)
    if (files.length === 0) return failed(row, [generic('pipeline definition not found')])
    let visible: Visible
    try {
      visible = await gather(repo, row)
    } catch (error) {
      return failed(row, [problemOf(error)])
    }
    const compiled = compile(repo, row, files, visible)
    if (compiled.errors.some(({ is_warning }) => !is_warning)) return failed(row, compiled.errors)
    if (compiled.workflows.length === 0)
      return failed(row, [...compiled.errors, generic(`No workflow wants to run for the event ${row.event}`)])
    if (compiled.errors.length > 0) store.warn(row.id, compiled.errors)
    begin(repo, row, compiled, visible)
    return wholeOf(row)
  }

  /** Rebuilt from the stored files with today's secrets, then started like any other. Undefined when somebody was faster. */
  async function approve(
    repo: RepoRecord,
    row: PipelineRow,
    reviewer: string,
  ): Promise<Pipeline | undefined> {
    const visible = await gather(repo, row)
    if (store.row(row.id)?.status !== 'blocked') return undefined
    const compiled = compile(repo, row, store.configTexts(row.id), visible)
    store.review(row.id, reviewer)
    if (compiled.errors.some(({ is_warning }) => !is_warning)) {
      runner.replace(row.id, [])
      return failed(row, compiled.errors)
    }
    db.transaction(() => {
      supersede(repo, row)
      runner.replace(row.id, compiled.workflows)
      queue(repo, row, compiled, visible)
    })
    return wholeOf(row)
  }

  return {
    create,
    restart,
    approve,

    decline(row: PipelineRow, reviewer: string): Pipeline {
      store.decline(row.id, reviewer)
      publish(row.id)
      return wholeOf(row)
    },

    metadata: (repo: RepoRecord, row: PipelineRow) =>
      metadataDocument(
        metadataOf(repo, row, store.previous(row), deps.facts(), deps.forgeFacts(repo.forge_id)),
      ),

    /** False while it is pending, running or blocked. */
    remove(row: PipelineRow): boolean {
      if (['created', 'pending', 'running', 'blocked'].includes(row.status)) return false
      store.remove(row)
      return true
    },

    /** Everything that runs or waits in a repository, before it goes. */
    stopAll(repo_id: number) {
      for (const { id } of store.activeOf(repo_id)) runner.cancel(id, { user: '' })
    },

    /** False when it is not pending, running or blocked. */
    cancel: (id: number, reason: CancelReason) => runner.cancel(id, reason),

    /** Those that a crash left between insertion and queueing, and that nobody has made anew, are errors. */
    repair(halfMade: readonly number[]) {
      for (const id of halfMade)
        if (store.row(id)?.status === 'created')
          store.fail(id, [
            generic('The server was restarted while it made this pipeline. Push or run it again.'),
          ])
    },
  }
}
