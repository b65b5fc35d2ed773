/** Changed files as a tree of folders, and that tree as the lines on the screen. Pure. */

interface Folder {
  folders: Map<string, Folder>
  files: string[]
}

export type FileLine =
  | { kind: 'folder'; path: string; name: string; level: number; isOpen: boolean; count: number }
  | { kind: 'file'; path: string; name: string; level: number }

const emptyFolder = (): Folder => ({ folders: new Map(), files: [] })

function treeOf(paths: readonly string[]): Folder {
  const root = emptyFolder()
  for (const path of new Set(paths)) {
    const parts = path.split('/')
    const name = parts.pop() ?? path
    let folder = root
    for (const part of parts) {
      const next = folder.folders.get(part) ?? emptyFolder()
      folder.folders.set(part, next)
      folder = next
    }
    folder.files.push(name)
  }
  return root
}

const { compare } = new Intl.Collator('en', { numeric: true })

/** How many files are below a folder. */
const countOf = ({ folders, files }: Folder): number =>
  files.length + [...folders.values()].reduce((sum, folder) => sum + countOf(folder), 0)

/**
 * Folders first, then files, each by name with numbers in their order. A folder that holds nothing but one other
 * folder is one line with it (`src/api`). `closed` has the paths of folders whose content is left out.
 */
export function linesOfFiles(paths: readonly string[], closed: ReadonlySet<string>): FileLine[] {
  const lines: FileLine[] = []
  const walk = (folder: Folder, prefix: string, level: number) => {
    for (const [first, start] of [...folder.folders].toSorted(([a], [b]) => compare(a, b))) {
      let name = first
      let inner = start
      for (let only = onlyFolderOf(inner); only; only = onlyFolderOf(inner)) {
        name += `/${only[0]}`
        inner = only[1]
      }
      const path = `${prefix}${name}/`
      const isOpen = !closed.has(path)
      lines.push({ kind: 'folder', path, name, level, isOpen, count: countOf(inner) })
      if (isOpen) walk(inner, path, level + 1)
    }
    for (const name of folder.files.toSorted(compare)) {
      lines.push({ kind: 'file', path: prefix + name, name, level })
    }
  }
  walk(treeOf(paths), '', 0)
  return lines
}

function onlyFolderOf({ folders, files }: Folder): [string, Folder] | undefined {
  if (folders.size !== 1 || files.length > 0) return undefined
  const [only] = folders
  return only
}

/** The paths that have every word of the search in them, whatever the case of their letters. */
export function findFiles(search: string, paths: readonly string[]): readonly string[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean)
  if (words.length === 0) return paths
  return paths.filter((path) => {
    const small = path.toLowerCase()
    return words.every((word) => small.includes(word))
  })
}
