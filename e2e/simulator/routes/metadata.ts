import type { Call } from '../route.ts'

/** Wire 4.20: objects are always there, everything inside only when it has a value. */
export function metadata({ world, root, repo, pipeline }: Call) {
  const { id, name, owner, org_id, forge_remote_id, forge_url, clone_url, default_branch, trusted } = repo!
  const { number, created, started, finished, status, event, author, commit, ref, branch, message } =
    pipeline!
  return {
    id: 'metadata',
    repo: {
      id,
      name,
      owner,
      org_id,
      remote_id: forge_remote_id,
      forge_url,
      clone_url,
      default_branch,
      trusted,
    },
    curr: {
      number,
      created,
      started,
      finished,
      status,
      event,
      author,
      commit: { sha: commit, ref, branch, message, author: { name: author } },
      release: {},
    },
    prev: { commit: { author: {} }, release: {} },
    workflow: {},
    step: {},
    sys: { name: 'woodpecker', host: 'simulated', url: world.host || root, version: world.version },
    forge: { type: 'forgejo', url: world.forgeUrl },
  }
}
