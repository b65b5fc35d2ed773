import { type Ctx, type ForgeDriver, ForgeError, type ForgeRepo, type Page } from '../driver.ts'
import { visibleRepo } from './asker.ts'
import type { GitOptions } from './git.ts'
import { branchNames, commitFacts, commitOf, filesOfCommit, listFolder, readBlob } from './gitRead.ts'
import { repoPath } from './gitRepos.ts'
import type { LocalStore } from './local.store.ts'

type Content = Pick<
  ForgeDriver,
  'branches' | 'branchHead' | 'pullRequests' | 'readFile' | 'listDir' | 'enrich'
>

interface Place extends GitOptions {
  remoteId: string
  path: string
}

/** What is in a repository, for those who may read it. */
export function createContent({ store, dataDir }: { store: LocalStore; dataDir: string }): Content {
  async function placeOf(ctx: Ctx, { remoteId }: ForgeRepo): Promise<Place> {
    const { repo } = await visibleRepo(store, ctx, (id) => store.repos.byId(remoteId, id))
    return { remoteId, path: repoPath(dataDir, repo), signal: ctx.signal }
  }

  return {
    async branches(ctx, forgeRepo, { page, perPage }) {
      const { path, ...options } = await placeOf(ctx, forgeRepo)
      const names = await branchNames(path, options)
      return pageOf(names.slice((page - 1) * perPage, page * perPage + 1), page, perPage)
    },

    async branchHead(ctx, forgeRepo, branch) {
      const { path, ...options } = await placeOf(ctx, forgeRepo)
      const commit = await commitOf(path, `refs/heads/${branch}`)
      if (!commit) throw new ForgeError('not_found', 'There is no such branch')
      const { sha, message, timestamp } = await commitFacts(path, commit, options)
      return { sha, message, timestamp }
    },

    async pullRequests(ctx, forgeRepo, { page, perPage }) {
      const { remoteId } = await placeOf(ctx, forgeRepo)
      const pulls = store.pulls.open(remoteId, perPage + 1, (page - 1) * perPage)
      return pageOf(
        pulls.map(({ number, title }) => ({ number: String(number), title })),
        page,
        perPage,
      )
    },

    async readFile(ctx, forgeRepo, sha, path, maxBytes) {
      const { path: repo, ...options } = await placeOf(ctx, forgeRepo)
      const bytes = await readBlob(repo, sha, trimmed(path), maxBytes, options)
      if (!bytes) throw new ForgeError('not_found', 'There is no such file')
      return bytes
    },

    async listDir(ctx, forgeRepo, sha, path) {
      const { path: repo, ...options } = await placeOf(ctx, forgeRepo)
      const entries = await listFolder(repo, sha, trimmed(path), options)
      if (!entries) throw new ForgeError('not_found', 'There is no such folder')
      return entries
    },

    async enrich(ctx, forgeRepo, seed) {
      if (seed.changedFiles) return seed
      const { path } = await placeOf(ctx, forgeRepo)
      return { ...seed, changedFiles: await filesOfCommit(path, seed.commit) }
    },
  }
}

/** `items` holds one more than a page when there is another page. */
function pageOf<Item>(items: Item[], page: number, perPage: number): Page<Item> {
  return items.length > perPage ? { items: items.slice(0, perPage), next: String(page + 1) } : { items }
}

/** Git knows no slash at either end, and no `.` for "here". */
const trimmed = (path: string) =>
  path
    .split('/')
    .filter((part) => part !== '' && part !== '.')
    .join('/')
