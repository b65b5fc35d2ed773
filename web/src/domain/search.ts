/** Ranks of a match, best first. */
const exact = 0
const start = 1
const wordStart = 2
const inside = 3
const scattered = 5

function rankWord(word: string, text: string): number | undefined {
  if (text === word) return exact
  if (text.startsWith(word)) return start
  const at = text.indexOf(word)
  if (at >= 0) return isWordStart(text, word) ? wordStart : inside
  return isScattered(word, text) ? scattered : undefined
}

const separators = '/-_. '
function isWordStart(text: string, word: string): boolean {
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
    if (at === 0 || separators.includes(text.charAt(at - 1))) return true
  }
  return false
}

/** The letters in this order with others between them; too short a word would fit everything. */
function isScattered(word: string, text: string): boolean {
  if (word.length < 3) return false
  let at = -1
  for (const letter of word) {
    at = text.indexOf(letter, at + 1)
    if (at < 0) return false
  }
  return true
}

const wordsOf = (search: string): string[] => search.toLowerCase().split(/\s+/).filter(Boolean)

/**
 * How well a name answers a search: lower is better, undefined is no match. Every word of the search must be found in
 * the full name (`owner/name`); its last part counts more than what is in front of it.
 */
export const rank = (search: string, fullName: string): number | undefined =>
  rankWords(wordsOf(search), fullName)

function rankWords(words: readonly string[], fullName: string): number | undefined {
  const full = fullName.toLowerCase()
  let total = 0
  for (const word of words) {
    const inFull = rankWord(word, full)
    // What is found in the last part is found in the whole.
    if (inFull === undefined) return undefined
    const inName = word.includes('/') ? undefined : rankWord(word, full.slice(full.lastIndexOf('/') + 1))
    total += Math.min(inName ?? Infinity, inFull + 0.5)
  }
  return total
}

/** The items that match, best first; equally good ones keep the order they came in. Thousands at each key. */
export function findBest<Item>(
  search: string,
  items: readonly Item[],
  nameOf: (item: Item) => string,
): Item[] {
  const words = wordsOf(search)
  if (words.length === 0) return [...items]
  const byRank = new Map<number, Item[]>()
  for (const item of items) {
    const found = rankWords(words, nameOf(item))
    if (found === undefined) continue
    const equals = byRank.get(found)
    if (equals) equals.push(item)
    else byRank.set(found, [item])
  }
  return [...byRank].toSorted(([a], [b]) => a - b).flatMap(([, equals]) => equals)
}
