import { configPlaces, filesOfFolder } from '../../engine/discover.ts'
import type { PipelineFile } from '../../engine/types.ts'
import { type Ctx, ForgeError, type ForgeDriver, type ForgeRepo } from '../../forge/driver.ts'

const mostBytes = 10 * 1024 * 1024
const tries = 3

/** Reads the pipeline files of a commit (engine 1.1). An empty list means that there are none; a failing forge throws. */
export async function readConfigFiles(
  driver: ForgeDriver,
  ctx: Ctx,
  repo: ForgeRepo,
  sha: string,
  config_file: string,
): Promise<PipelineFile[]> {
  for (const place of configPlaces(config_file)) {
    const files = await retrying(() => readPlace(driver, ctx, repo, sha, place))
    if (files.length > 0) return files
  }
  return []
}

async function readPlace(
  driver: ForgeDriver,
  ctx: Ctx,
  repo: ForgeRepo,
  sha: string,
  place: { kind: 'folder' | 'file'; path: string },
): Promise<PipelineFile[]> {
  try {
    if (place.kind === 'file') {
      const data = (await driver.readFile(ctx, repo, sha, place.path, mostBytes)).toString('utf8')
      return data === '' ? [] : [{ path: place.path, data }]
    }
    const files: PipelineFile[] = []
    for (const { path } of filesOfFolder(await driver.listDir(ctx, repo, sha, place.path)))
      files.push({ path, data: (await driver.readFile(ctx, repo, sha, path, mostBytes)).toString('utf8') })
    return files
  } catch (error) {
    if (error instanceof ForgeError && error.code === 'not_found') return []
    throw error
  }
}

/** Only a forge that cannot be reached is worth another try. */
async function retrying<Result>(work: () => Promise<Result>): Promise<Result> {
  for (let left = tries - 1; ; left--) {
    try {
      return await work()
    } catch (error) {
      const isPassing =
        error instanceof ForgeError && ['unreachable', 'server', 'rate_limited'].includes(error.code)
      if (!isPassing || left === 0) throw error
    }
  }
}
