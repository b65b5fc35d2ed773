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

function isWordStart(text: string, word: string): boolean {
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
    if (/[/\-_. ]/.test(text[at - 1] ?? '/')) return true
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

/**
 * How well a name answers a search: lower is better, undefined is no match. Every word of the search must be found in
 * the full name (`owner/name`); its last part counts more than what is in front of it.
 */
export function rank(search: string, fullName: string): number | undefined {
  const full = fullName.toLowerCase()
  const name = full.slice(full.lastIndexOf('/') + 1)
  let total = 0
  for (const word of search.toLowerCase().split(/\s+/)) {
    if (word === '') continue
    const inName = word.includes('/') ? undefined : rankWord(word, name)
    const inFull = rankWord(word, full)
    if (inName === undefined && inFull === undefined) return undefined
    total += Math.min(inName ?? Infinity, inFull === undefined ? Infinity : inFull + 0.5)
  }
  return total
}

/** The items that match, best first; equally good ones keep the order they came in. */
export function findBest<Item>(
  search: string,
  items: readonly Item[],
  nameOf: (item: Item) => string,
): Item[] {
  if (search.trim() === '') return [...items]
  return items
    .flatMap((item) => {
      const found = rank(search, nameOf(item))
      return found === undefined ? [] : [{ item, found }]
    })
    .toSorted((a, b) => a.found - b.found)
    .map(({ item }) => item)
}
