/** Height of a row in pixels; `log.css` has the same. */
export const rowHeight = 20
/** Empty space above the first and below the last row. */
export const edge = 8
/** Rows drawn beyond what can be seen, on each side. */
export const overscan = 12
/** Fewer columns than this would break every word. */
const fewestColumns = 20

/** Width of one character of the log's font, in CSS pixels. */
export function measureCharacter(inside: HTMLElement): number {
  const probe = document.createElement('span')
  probe.textContent = '0'.repeat(200)
  probe.style.cssText = 'position:absolute;visibility:hidden;white-space:pre'
  inside.append(probe)
  const { width } = probe.getBoundingClientRect()
  probe.remove()
  return width > 0 ? width / 200 : 8
}

/** How many characters fit beside the gutters. A row may hold wide characters that are drawn a little wider. */
export const columnsIn = (width: number, gutters: number, character: number) =>
  Math.max(fewestColumns, Math.floor((width - gutters) / character) - 1)
