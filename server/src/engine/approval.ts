const isPull = (event: string) => event.startsWith('pull_request')

/**
 * Whether a new pipeline waits for somebody's approval. `requirement` is the repository's `require_approval`
 * (`none`, `forks`, `pull_requests`, `all_events`; anything else counts as `forks`), `allowed` are logins.
 */
export function isGated(
  requirement: string,
  allowed: readonly string[],
  pipeline: { event: string; author: string; fromFork: boolean },
): boolean {
  const { event, author, fromFork } = pipeline
  if (allowed.includes(author)) return false
  switch (requirement) {
    case 'none':
      return false
    case 'pull_requests':
      return isPull(event)
    case 'all_events':
      return event !== 'cron' && event !== 'manual'
    default:
      return isPull(event) && fromFork
  }
}
