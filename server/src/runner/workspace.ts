import { execFile } from 'node:child_process'
import { chmod, mkdir, rm } from 'node:fs/promises'
import { isAbsolute, join, relative, resolve } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** The folders of one running workflow: `<base>/workspace` and `<base>/home`, for nobody but the server's user. */
export interface Workspace {
  base: string
  home: string
  workspace: string
}

export async function makeWorkspace(base: string): Promise<Workspace> {
  const made = { base, home: join(base, 'home'), workspace: join(base, 'workspace') }
  await mkdir(base, { recursive: true, mode: 0o700 })
  // Not left to the umask.
  await chmod(base, 0o700)
  for (const folder of [made.home, made.workspace]) {
    await mkdir(folder, { mode: 0o700 })
    await chmod(folder, 0o700)
  }
  return made
}

/** Removes it with all it holds, also folders that a step has made read-only. */
export async function removeFolder(base: string): Promise<void> {
  try {
    await rm(base, { recursive: true, force: true, maxRetries: 3 })
  } catch {
    await run('chmod', ['-R', 'u+rwX', '--', base]).catch(() => undefined)
    await rm(base, { recursive: true, force: true, maxRetries: 3 })
  }
}

/** The folder a step runs in, made when it is missing (D2). Throws when it lies outside of the workspace. */
export async function stepFolder(workspace: string, directory: string): Promise<string> {
  const folder = resolve(workspace, directory)
  const path = relative(workspace, folder)
  if (path === '..' || path.startsWith('../') || isAbsolute(path))
    throw new Error(`The directory "${directory}" is outside of the workspace`)
  await mkdir(folder, { recursive: true })
  return folder
}

/** Where git and curl look for credentials. */
export const netrcFile = (home: string) => join(home, '.netrc')
