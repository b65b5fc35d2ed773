import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

const exec = promisify(execFile)

/** A real clone over HTTP, as a person at a terminal has it: with an identity, and without the machine's own settings. */
export async function cloneOf(
  serverUrl: string,
  repo: string,
  credentials: { login: string; password: string },
) {
  const parent = await mkdtemp(join(tmpdir(), 'yaffle-clone-'))
  const folder = join(parent, 'clone')
  const remote = new URL(`${serverUrl}/git/${repo}.git`)
  remote.username = encodeURIComponent(credentials.login)
  remote.password = encodeURIComponent(credentials.password)

  const env = {
    ...process.env,
    GIT_CONFIG_GLOBAL: '/dev/null',
    GIT_CONFIG_SYSTEM: '/dev/null',
    GIT_TERMINAL_PROMPT: '0',
    GIT_AUTHOR_NAME: 'Ana Writer',
    GIT_AUTHOR_EMAIL: 'ana@example.org',
    GIT_COMMITTER_NAME: 'Ana Writer',
    GIT_COMMITTER_EMAIL: 'ana@example.org',
  }
  const git = async (...args: string[]) => (await exec('git', args, { cwd: folder, env })).stdout.trim()
  await exec('git', ['clone', '-q', remote.href, folder], { env })
  return {
    folder,
    git,
    /** Commits everything and pushes the current branch. Resolves with the commit's SHA. */
    commitAndPush: async (message: string) => {
      await git('add', '-A')
      await git('commit', '-q', '-m', message)
      await git('push', '-q', 'origin', 'HEAD')
      return git('rev-parse', 'HEAD')
    },
    remove: () => rm(parent, { recursive: true, force: true }),
  }
}
