/**
 * How many of these widths fit in a row, from the first on. When not all do, `more` is kept free for the button that
 * holds the others. All in pixels; `gap` is between neighbours. A row without room is one that is not laid out yet.
 */
export function fitting(widths: readonly number[], room: number, more: number, gap: number): number {
  const lengthOf = (count: number) =>
    widths.slice(0, count).reduce((sum, width) => sum + width, 0) + gap * Math.max(0, count - 1)
  if (room === 0 || lengthOf(widths.length) <= room) return widths.length
  let count = widths.length - 1
  while (count > 0 && lengthOf(count) + gap + more > room) count -= 1
  return count
}
