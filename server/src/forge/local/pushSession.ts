import { commitFacts, commitOf, isAncestor } from './gitRead.ts'
import { repoPath } from './gitRepos.ts'
import type { LocalStore } from './local.store.ts'
import type { LocalRepo } from './localRepos.store.ts'
import { isZero } from './names.ts'
import { planPull } from './pullChange.ts'
import type { Pushes, Log } from './pushes.ts'
import { parsePushOptions } from './pushOptions.ts'
import { type Actor, parseUpdates, type PushRecord, type RefUpdate, type Spool } from './pushRecord.ts'
import { pullRef } from './seeds.ts'

interface Deps {
  store: LocalStore
  spool: Spool
  pushes: Pushes
  dataDir: string
  clock: () => number
  log: Log
}

const prefix = 'refs/for/'
/** The client does not wait longer for its pipelines; they are made all the same. */
const patienceMs = 10_000

export type PushSession = ReturnType<typeof createPushSession>

/** One `git push`, from the first hook to the end of the process that serves it. */
export function createPushSession(deps: Deps, repo: LocalRepo, actor: Actor) {
  const { store, spool, pushes, dataDir } = deps
  const path = repoPath(dataDir, repo)
  let record: PushRecord | undefined
  let isFinished = false

  function finish(current: PushRecord): Promise<readonly string[]> {
    isFinished = true
    return pushes
      .finish(current)
      .catch((error: unknown) => {
        deps.log.error({ error, push: current.id }, 'A push could not be turned into pipelines')
        return [
          'The push is stored, but its pipelines could not be made. They are tried again at the next start.',
        ]
      })
      .finally(() => pushes.active.delete(current.id))
  }

  async function changePull(current: PushRecord, { ref, before, after }: RefUpdate): Promise<string[]> {
    const refuse = (reason: string) => [`ng ${ref} ${reason}`]
    const target = ref.slice(prefix.length)
    const targetHead = await commitOf(path, `refs/heads/${target}`)
    if (!targetHead) return refuse(`there is no branch ${target}`)
    const head = isZero(after) ? undefined : await commitOf(path, after)
    if (head !== after) return refuse('only a commit can become a pull request; close one with -o close')
    const options = parsePushOptions(current.options)
    const change = planPull({
      target,
      head,
      actor: actor.login,
      options,
      subject: (await commitFacts(path, head)).message.split('\n')[0] ?? '',
      known: options.topic ? store.pulls.byTopic(repo.remote_id, options.topic, target) : undefined,
      nextNumber: store.pulls.lastNumber(repo.remote_id) + 1,
      isContained: await isAncestor(path, head, targetHead),
    })
    if (typeof change === 'string') return refuse(change)
    current.pulls.push(change)
    await spool.write(current)
    await pushes.applyPull(repo, current, change)
    current.isApplied = true
    return [
      `ok ${ref}`,
      `option refname ${pullRef(change.pull.number)}`,
      `option old-oid ${change.before ?? before}`,
      `option new-oid ${after}`,
      'option forced-update',
    ]
  }

  return {
    /** Before any ref changes. A text refuses the push. */
    async before(options: string[], lines: string): Promise<string | undefined> {
      const wanted = parseUpdates(lines)
      const { release, isPrerelease } = parsePushOptions(options)
      const hasTag = wanted.some(({ ref, after }) => ref.startsWith('refs/tags/') && !isZero(after))
      if ((release !== undefined || isPrerelease) && !hasTag)
        return 'A release needs a tag: git push origin <tag> -o release=<title>'
      record = {
        id: spool.newId(),
        remoteId: repo.remote_id,
        actor,
        at: deps.clock(),
        options,
        wanted,
        pulls: [],
      }
      pushes.active.add(record.id)
      await spool.write(record)
      return undefined
    },

    /** Git's commands for `refs/for`; answers with the lines of its report. */
    async pulls(lines: readonly string[]): Promise<string[]> {
      const current = record
      if (!current) throw new Error('A push was not written down')
      const report: string[] = []
      for (const update of parseUpdates(lines.join('\n')))
        report.push(...(await pushes.inTurn(repo.remote_id, () => changePull(current, update))))
      return report
    },

    /** After the refs changed; answers with what the one who pushed should read. */
    async after(lines: string): Promise<readonly string[]> {
      if (!record) throw new Error('A push was not written down')
      record.done = parseUpdates(lines)
      await spool.write(record)
      const made = finish(record)
      const { unknown } = parsePushOptions(record.options)
      return [
        ...unknown.map((key) => `The push option ${key} means nothing here`),
        ...record.pulls.map(({ pull, reasons }) => `Pull request ${pull.number}: ${reasons.join(', ')}`),
        ...(await within(made, patienceMs)),
      ]
    },

    /** The process is gone. `isClean`: it ended by itself, so what no hook reported did not happen. */
    async end(isClean: boolean): Promise<void> {
      if (!record || isFinished) return
      if (isClean && record.pulls.length === 0) record.done ??= []
      await finish(record)
    },
  }
}

async function within(work: Promise<readonly string[]>, ms: number): Promise<readonly string[]> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<readonly string[]>((resolve) => {
    timer = setTimeout(resolve, ms, ['The pipelines are still being made'])
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}
