import type { PipelineSeed } from '../driver.ts'
import { GitError } from './git.ts'
import { commitFacts, commitOf, filesBetween, filesOfCommit, filesOfCommits, mergeBase } from './gitRead.ts'
import { isZero } from './names.ts'
import type { PullChange } from './pullChange.ts'
import type { Pull } from './pulls.store.ts'
import { parsePushOptions } from './pushOptions.ts'
import type { Actor, RefUpdate } from './pushRecord.ts'

interface Source {
  /** Path of the bare repository. */
  repo: string
  defaultBranch: string
  actor: Actor
  emailOf: (login: string) => string | undefined
}

/** The pipelines that one changed ref asks for (engine 6.1); none for deleted ones and for refs of no meaning. */
export async function seedOfUpdate(
  source: Source,
  update: RefUpdate,
  optionLines: readonly string[],
): Promise<PipelineSeed | undefined> {
  if (isZero(update.after)) return undefined
  if (update.ref.startsWith('refs/heads/')) return pushSeed(source, update)
  if (update.ref.startsWith('refs/tags/')) return tagSeed(source, update, optionLines)
  return undefined
}

async function pushSeed(source: Source, update: RefUpdate): Promise<PipelineSeed> {
  const { repo, actor } = source
  const facts = await commitFacts(repo, update.after)
  const changedFiles = await unlessTooMuch(() => pushedFiles(source, update))
  return {
    ...by(actor, actor.email || facts.email),
    event: 'push',
    eventReason: [],
    branch: update.ref.slice('refs/heads/'.length),
    ref: update.ref,
    commit: facts.sha,
    message: facts.message,
    timestamp: facts.timestamp,
    ...(changedFiles && { changedFiles }),
    range: { ...(!isZero(update.before) && { before: update.before }), after: update.after },
  }
}

/** Of a new branch: what it adds to the default branch, or if that is nothing the files of its newest commit. */
async function pushedFiles(
  { repo, defaultBranch }: Source,
  { ref, before, after }: RefUpdate,
): Promise<string[]> {
  if (!isZero(before)) return filesOfCommits(repo, before, after)
  const main = `refs/heads/${defaultBranch}`
  const mainHead = ref === main ? undefined : await commitOf(repo, main)
  const base = mainHead && (await mergeBase(repo, mainHead, after))
  return base && base !== after ? filesOfCommits(repo, base, after) : filesOfCommit(repo, after)
}

async function tagSeed(
  { repo, actor, defaultBranch }: Source,
  { ref, after }: RefUpdate,
  optionLines: readonly string[],
): Promise<PipelineSeed | undefined> {
  // A tag may also name a file or a folder: nothing to run.
  const commit = await commitOf(repo, after)
  if (!commit) return undefined
  const facts = await commitFacts(repo, commit)
  const tag = ref.slice('refs/tags/'.length)
  const common = {
    ...by(actor, actor.email || facts.email),
    eventReason: [],
    ref,
    commit,
    message: '',
    timestamp: facts.timestamp,
    tag,
  }
  const release = releaseOf(tag, optionLines)
  return release
    ? { ...common, event: 'release', branch: defaultBranch, release }
    : { ...common, event: 'tag', branch: '' }
}

/** What the push options make of a tag. */
export function releaseOf(tag: string, optionLines: readonly string[]): PipelineSeed['release'] {
  const { release, isPrerelease } = parsePushOptions(optionLines)
  return release !== undefined || isPrerelease ? { title: release || tag, isPrerelease } : undefined
}

/** The pipeline of a pull request that was made, changed or closed. */
export async function seedOfPull(
  source: Source,
  { pull, event, reasons, before }: PullChange,
): Promise<PipelineSeed> {
  const { repo, actor } = source
  const facts = await commitFacts(repo, pull.head)
  const email = source.emailOf(pull.author)
  const changedFiles = await unlessTooMuch(() => pullFiles(repo, pull))
  return {
    ...by({ login: pull.author }, email || facts.email),
    sender: actor.login,
    event,
    eventReason: reasons,
    branch: pull.target_branch,
    ref: pullRef(pull.number),
    refspec: `${pull.topic}:${pull.target_branch}`,
    commit: pull.head,
    message: pull.title,
    title: pull.title,
    timestamp: facts.timestamp,
    pr: {
      number: String(pull.number),
      labels: pull.labels,
      ...(pull.milestone && { milestone: pull.milestone }),
      draft: false,
      sourceBranch: pull.topic,
      targetBranch: pull.target_branch,
    },
    ...(changedFiles && { changedFiles }),
    range: { ...(before && { before }), after: pull.head },
  }
}

export const pullRef = (number: number) => `refs/pull/${number}/head`

async function pullFiles(repo: string, pull: Pull): Promise<string[]> {
  const target = await commitOf(repo, `refs/heads/${pull.target_branch}`)
  const base = target && (await mergeBase(repo, target, pull.head))
  // Merged or unrelated: then the head alone has to do.
  return base && base !== pull.head ? filesBetween(repo, base, pull.head) : filesOfCommit(repo, pull.head)
}

/** There are no pages of a commit in this forge, so there is no address of one. */
const by = ({ login }: { login: string }, email: string) => ({
  author: login,
  ...(email && { authorEmail: email }),
  sender: login,
  forgeUrl: '',
  fromFork: false,
})

/** A list of files past git's limits of time and size is unknown, which is allowed; a push without a pipeline is not. */
async function unlessTooMuch(read: () => Promise<string[]>): Promise<string[] | undefined> {
  try {
    return await read()
  } catch (error) {
    if (error instanceof GitError) return undefined
    throw error
  }
}
