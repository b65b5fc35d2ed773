/** Letters, digits, dot, dash and underscore: the same in a URL, in a folder and on a command line. */
const segment = /^[A-Za-z0-9_][A-Za-z0-9._-]*$/
const longest = 250

const isSegment = (text: string) => text.length <= longest && segment.test(text)

/** A login is also the first part of the names of the repositories that its account owns. */
export const isLogin = isSegment

/** The address of a repository ends in `.git`, and git keeps `.lock` for itself. */
const isRepoName = (text: string) => isSegment(text) && !/[.](git|lock)$/i.test(text)

export const loginRule =
  'a login has letters, digits, dots, dashes and underscores, begins with none but a letter, a digit or an underscore, and has at most 250 characters'

export interface FullName {
  owner: string
  name: string
}

/** Undefined for anything but `owner/name` with two valid names. */
export function parseFullName(text: string): FullName | undefined {
  const [owner = '', name = '', ...more] = text.split('/')
  return more.length === 0 && isSegment(owner) && isRepoName(name) ? { owner, name } : undefined
}

const hash = /^[0-9a-f]{40}([0-9a-f]{24})?$/
export const isHash = (text: string) => hash.test(text)
/** What git says for "no object": the ref is new, or deleted. */
export const isZero = (text: string) => /^0+$/.test(text)

/** Git's own rule for names of refs (git-check-ref-format), so that no name is taken for an expression. */
export function isRefName(text: string): boolean {
  if (text.length === 0 || text.length > 1024 || text === '@') return false
  for (const letter of text)
    if (letter <= ' ' || letter === '\u007f' || '~^:?*[\\'.includes(letter)) return false
  if (text.includes('..') || text.includes('@{') || text.startsWith('-')) return false
  return text.split('/').every((part) => part !== '' && !/^[.]|[.]$|[.]lock$/.test(part))
}
