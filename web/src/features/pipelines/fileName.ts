/**
 * A file's name that every system takes, from texts that people chose: Latin letters, digits, dots and dashes, no longer
 * than 200, never hidden and never a path.
 */
export function safeFileName(stem: string, ending: string): string {
  const safe = stem
    .replace(/[^\w.-]+/g, '-')
    .replace(/^[.-]+/, '')
    .slice(0, 200 - ending.length)
  return `${safe || 'file'}${ending}`
}
