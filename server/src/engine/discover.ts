/** Where a repository's pipeline files are looked for, in this order; the first hit wins. */
export interface ConfigPlace {
  kind: 'folder' | 'file'
  /** Without a slash at its end. */
  path: string
}

export const defaultConfigPaths = ['.woodpecker/', '.woodpecker.yaml', '.woodpecker.yml'] as const

const place = (path: string): ConfigPlace =>
  path.endsWith('/') ? { kind: 'folder', path: path.replace(/\/+$/, '') } : { kind: 'file', path }

/**
 * The places to try for a repository's `config_file` setting. A set one is the only place;
 * a slash at its end means a folder, of which only the direct children count.
 */
export function configPlaces(
  configFile: string,
  defaults: readonly string[] = defaultConfigPaths,
): ConfigPlace[] {
  const own = configFile.trim()
  return own === '' ? defaults.map(place) : [place(own)]
}

/**
 * The pipeline files among a folder's direct children, in build order. None means that the folder counts as absent.
 */
export function filesOfFolder<Entry extends { path: string; type: string }>(
  entries: readonly Entry[],
): Entry[] {
  return inBuildOrder(entries.filter((entry) => entry.type === 'file' && /\.ya?ml$/.test(entry.path)))
}

/** The order in which files become workflows: by path, in code units and not by any language's rules. */
export const inBuildOrder = <File extends { path: string }>(files: readonly File[]): File[] =>
  files.toSorted((one, other) => byText(one.path, other.path))

const byText = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0)

/** `.woodpecker/.lint.yml` is the workflow `lint`: the name that `depends_on` and CI_WORKFLOW_NAME use. */
export function workflowName(path: string): string {
  const base = path.slice(path.lastIndexOf('/') + 1)
  return base
    .replace(/\.yml$/, '')
    .replace(/\.yaml$/, '')
    .replace(/^\./, '')
}
