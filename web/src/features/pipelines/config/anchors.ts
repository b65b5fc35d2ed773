/**
 * Names for the files of a pipeline in addresses, one for each: what is safe of the file's own name, numbered where
 * two would be the same.
 */
export function fileAnchors(names: readonly string[]): string[] {
  const used = new Set<string>()
  return names.map((name) => {
    const safe = name.replace(/[^\w.]+/g, '-').slice(0, 80) || 'file'
    let anchor = safe
    for (let count = 2; used.has(anchor); count += 1) anchor = `${safe}-${count}`
    used.add(anchor)
    return anchor
  })
}

/** The address of a line inside its page: `woodpecker-L12`. */
export const lineAnchor = (file: string, line: number) => `${file}-L${line}`

/** The line of a file that an address asks for, or undefined. */
export function lineIn(hash: string, file: string): number | undefined {
  const start = `${file}-L`
  if (!hash.startsWith(start)) return undefined
  const number = hash.slice(start.length)
  return /^[1-9]\d{0,6}$/.test(number) ? Number(number) : undefined
}
