/**
 * The options with the text in them, upper and lower case alike: the very text first, then those that begin with it,
 * then the others, each in the order they came in. At most so many.
 */
export function matching(options: readonly string[], text: string, most: number): string[] {
  const wanted = text.toLowerCase()
  if (wanted === '') return options.slice(0, most)
  const ranks: [string[], string[], string[]] = [[], [], []]
  for (const option of options) {
    const name = option.toLowerCase()
    const at = name.indexOf(wanted)
    if (at >= 0) ranks[option === text ? 0 : at === 0 ? 1 : 2].push(option)
  }
  return ranks.flat().slice(0, most)
}
