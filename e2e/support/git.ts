import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

import { adminPassword } from './server.ts'

const admin = { login: 'admin', password: adminPassword }

const exec = promisify(execFile)

/**
 * A real clone over HTTP into a new folder, as a person at a terminal has it: with an identity, and without the machine's
 * own settings.
 */
export async function cloneOf(serverUrl: string, repo: string, folder: string, { login, password } = admin) {
  const remote = new URL(`${serverUrl}/git/${repo}.git`)
  remote.username = encodeURIComponent(login)
  remote.password = encodeURIComponent(password)

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
  }
}
