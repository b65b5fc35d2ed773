/**
 * The query of an address as plain texts: `?q=1` stays the text `1`. Absent and empty values leave no trace.
 */
export const parseSearch = (text: string): Record<string, string> =>
  Object.fromEntries(new URLSearchParams(text))

export function stringifySearch(search: Record<string, unknown>): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(search)) {
    if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean')
      query.set(name, String(value))
  }
  const text = query.toString()
  return text ? `?${text}` : ''
}

/** Lets a route keep the texts it knows by name; everything else in the query is dropped. */
export const texts =
  <const Name extends string>(...names: Name[]) =>
  (search: Record<string, unknown>): { [Known in Name]?: string } => {
    const known = names.filter((name) => typeof search[name] === 'string' && search[name] !== '')
    return Object.fromEntries(known.map((name) => [name, search[name]])) as { [Known in Name]?: string }
  }
