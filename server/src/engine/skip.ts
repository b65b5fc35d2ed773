const marker = /\[(?:skip *ci|ci *skip)\]/i

/**
 * Whether a message asks for no pipeline: `[skip ci]` or `[ci skip]`, any number of spaces, any case. Only pushes and
 * pull requests heed it; a tag, a cron job or a person means it.
 */
export const hasSkipMarker = (message: string): boolean => marker.test(message)
