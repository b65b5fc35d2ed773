const marker = /\[(?:skip *ci|ci *skip)\]/i
const heeding: ReadonlySet<string> = new Set([
  'push',
  'pull_request',
  'pull_request_closed',
  'pull_request_metadata',
])

/** Whether a message asks for no pipeline: `[skip ci]` or `[ci skip]`, any number of spaces, any case. */
export const hasSkipMarker = (message: string): boolean => marker.test(message)

/** Only pushes and pull requests heed the marker; a tag, a cron job or a person means it. */
export const isSkipped = (event: string, message: string): boolean =>
  heeding.has(event) && hasSkipMarker(message)
