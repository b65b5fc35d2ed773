import type { PipelineSeed } from '../driver.ts'
import { git } from './git.ts'
import { commitOf, isAncestor } from './gitRead.ts'
import { repoPath, setHead, tidy } from './gitRepos.ts'
import type { LocalStore } from './local.store.ts'
import type { LocalRepo } from './localRepos.store.ts'
import { isZero } from './names.ts'
import type { PullChange } from './pullChange.ts'
import type { PushRecord, RefUpdate, Spool } from './pushRecord.ts'
import { pullRef, releaseOf, seedOfPull, seedOfUpdate } from './seeds.ts'

/**
 * Makes the pipelines of a push; the lines it answers with are shown to the one who pushed. The id is the push's own:
 * after a crash the same push may come again under it.
 */
export type OnPush = (
  remoteId: string,
  seeds: PipelineSeed[],
  pushId: string,
) => Promise<readonly string[] | void>

export interface Log {
  warn(details: object, message: string): void
  error(details: object, message: string): void
}

interface Deps {
  store: LocalStore
  spool: Spool
  dataDir: string
  onPush: OnPush
  log: Log
}

export type Pushes = ReturnType<typeof createPushes>

/** Turns written-down pushes into events, of each repository one after the other. */
export function createPushes({ store, spool, dataDir, onPush, log }: Deps) {
  const queues = new Map<string, Promise<unknown>>()
  /** Pushes whose client is still there; their sessions see to them. */
  const active = new Set<string>()
  const tidying = new Map<string, Promise<unknown>>()

  function inTurn<Result>(remoteId: string, work: () => Promise<Result>): Promise<Result> {
    const result = (queues.get(remoteId) ?? Promise.resolve()).then(work)
    const settled = result
      .then(
        () => undefined,
        () => undefined,
      )
      .finally(() => {
        if (queues.get(remoteId) === settled) queues.delete(remoteId)
      })
    queues.set(remoteId, settled)
    return result
  }

  function tidyLater(repo: string) {
    if (tidying.has(repo)) return
    const work = tidy(repo)
      .catch((error: unknown) => log.warn({ error }, 'A repository could not be packed'))
      .finally(() => tidying.delete(repo))
    tidying.set(repo, work)
  }

  async function seedsOf(repo: LocalRepo, record: PushRecord, done: RefUpdate[], merged: PullChange[]) {
    const source = {
      repo: repoPath(dataDir, repo),
      defaultBranch: repo.default_branch,
      actor: record.actor,
      emailOf: (login: string) => store.accounts.byLogin(login)?.email,
    }
    const seeds: PipelineSeed[] = []
    for (const update of done) {
      const seed = await seedOfUpdate(source, update, record.options)
      if (seed) seeds.push(seed)
    }
    for (const change of [...record.pulls, ...merged]) seeds.push(await seedOfPull(source, change))
    return seeds
  }

  /** Open pull requests whose head a pushed branch now has. */
  async function mergedBy(repo: LocalRepo, done: RefUpdate[]): Promise<PullChange[]> {
    const changes: PullChange[] = []
    for (const { ref, after } of done) {
      if (!ref.startsWith('refs/heads/') || isZero(after)) continue
      for (const pull of store.pulls.openFor(repo.remote_id, ref.slice('refs/heads/'.length)))
        if (await isAncestor(repoPath(dataDir, repo), pull.head, after))
          changes.push({
            pull: { ...pull, state: 'merged' },
            before: pull.head,
            event: 'pull_request_closed',
            reasons: ['merged'],
          })
    }
    return changes
  }

  /** The first branch that arrives is the default one, unless the wanted one is there. */
  async function settleDefault(repo: LocalRepo, done: RefUpdate[]): Promise<LocalRepo> {
    const path = repoPath(dataDir, repo)
    if (await commitOf(path, `refs/heads/${repo.default_branch}`)) return repo
    const first = done.find(({ ref, after }) => ref.startsWith('refs/heads/') && !isZero(after))
    if (!first) return repo
    const default_branch = first.ref.slice('refs/heads/'.length)
    await setHead(path, default_branch)
    store.repos.setDefaultBranch(repo.remote_id, default_branch)
    return { ...repo, default_branch }
  }

  async function finish(record: PushRecord, done: RefUpdate[]): Promise<readonly string[]> {
    const known = store.repos.byId(record.remoteId)
    let lines: readonly string[] = []
    if (known) {
      // What another push did to the pull request since must stand.
      if (!record.isApplied) for (const change of record.pulls) await applyPull(known, record, change)
      const repo = await settleDefault(known, done)
      for (const { ref, after } of done) {
        const tag =
          ref.startsWith('refs/tags/') && !isZero(after) ? ref.slice('refs/tags/'.length) : undefined
        const release = tag === undefined ? undefined : releaseOf(tag, record.options)
        if (tag !== undefined && release) store.repos.setRelease(repo.remote_id, tag, release)
      }
      const merged = await mergedBy(repo, done)
      const seeds = await seedsOf(repo, record, done, merged)
      if (seeds.length > 0) lines = (await onPush(repo.remote_id, seeds, record.id)) ?? []
      // Only now: before, a crash would have lost the event of the merge.
      for (const { pull } of merged) store.pulls.setMerged(repo.remote_id, pull.number)
      tidyLater(repoPath(dataDir, repo))
    }
    await spool.remove(record.id)
    return lines
  }

  /** Ref and row; doing it again changes nothing. */
  async function applyPull(repo: LocalRepo, record: PushRecord, { pull }: PullChange) {
    await git(repoPath(dataDir, repo), ['update-ref', pullRef(pull.number), pull.head])
    store.pulls.write(repo.remote_id, pull, Math.floor(record.at / 1000))
  }

  /** Which of the wanted changes are in the repository, when git was not heard saying so. */
  async function foundDone(record: PushRecord): Promise<RefUpdate[]> {
    const repo = store.repos.byId(record.remoteId)
    const done: RefUpdate[] = []
    for (const update of repo ? record.wanted : []) {
      if (!repo || isZero(update.after) || !/^refs\/(heads|tags)\//.test(update.ref)) continue
      const path = repoPath(dataDir, repo)
      const now = await commitOf(path, update.ref)
      const wanted = await commitOf(path, update.after)
      if (now && wanted && (await isAncestor(path, wanted, now))) done.push(update)
    }
    return done
  }

  return {
    active,
    applyPull,
    inTurn,
    /** The answer's lines are for the one who pushed. A rejection leaves the record for the next start. */
    finish: (record: PushRecord) =>
      inTurn(record.remoteId, async () => finish(record, record.done ?? (await foundDone(record)))),

    /**
     * Pushes that an earlier process did not finish. With `isLast`, one of which nothing is to be seen is forgotten:
     * its client was never told that it worked.
     */
    async recover(isLast: boolean): Promise<void> {
      for (const id of await spool.list()) {
        if (active.has(id)) continue
        try {
          const record = await spool.read(id)
          await inTurn(record.remoteId, async () => {
            const done = record.done ?? (await foundDone(record))
            if (isLast || done.length > 0 || record.pulls.length > 0) await finish(record, done)
          })
        } catch (error) {
          log.error({ error, push: id }, 'A push could not be turned into pipelines')
        }
      }
    },

    idle: async () => {
      await Promise.all(queues.values())
      await Promise.all(tidying.values())
    },
  }
}
