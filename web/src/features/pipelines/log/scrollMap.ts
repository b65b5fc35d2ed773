/**
 * Browsers refuse to make an element higher than some 17 (Firefox) to 33 (Chromium) million pixels. A log may need
 * more: then the scroll bar moves over a shorter element, and this maps between the two. All lengths in pixels.
 */
export interface ScrollMap {
  /** Height of everything, if it could be drawn. */
  content: number
  /** Height of what can be seen at once. */
  view: number
  /** Where the element is scrolled to. */
  scrollTop: number
  /** What is at the top edge, measured in `content`. Without scaling the same as `scrollTop`. */
  top: number
}

export const maxElementHeight = 8_000_000
/** So much at both ends is never scaled, so that the first and last line are reached step by step. */
const exact = 200_000

export const elementHeight = (content: number) => Math.min(content, maxElementHeight)

const lastTop = ({ content, view }: ScrollMap) => Math.max(0, content - view)
const lastScrollTop = ({ content, view }: ScrollMap) => Math.max(0, elementHeight(content) - view)

const within = (value: number, last: number) => Math.max(0, Math.min(value, last))

/** Carries a distance over from a stretch of one length to one of another; both ends keep their scale. */
function carried(value: number, from: number, to: number): number {
  if (value <= exact) return value
  if (value >= from - exact) return to - (from - value)
  return exact + ((value - exact) / (from - 2 * exact)) * (to - 2 * exact)
}

/** Puts `top` at the top edge and the scroll bar where that belongs. */
export function scrolledTo(map: ScrollMap, top: number): ScrollMap {
  const target = within(top, lastTop(map))
  if (map.content <= maxElementHeight) return { ...map, top: target, scrollTop: target }
  return { ...map, top: target, scrollTop: carried(target, lastTop(map), lastScrollTop(map)) }
}

/**
 * After the browser has scrolled. In a scaled log a small step moves by what the hand asked for, a large one (the bar
 * was dragged) to the matching part of the log. Near both ends the bar is put right; then `scrollTop` differs from what
 * the browser said and has to be set.
 */
export function scrolledBy(map: ScrollMap, scrollTop: number): ScrollMap {
  if (map.content <= maxElementHeight) return { ...map, scrollTop, top: within(scrollTop, lastTop(map)) }
  const step = scrollTop - map.scrollTop
  const last = lastScrollTop(map)
  if (Math.abs(step) > map.view * 3) return { ...map, scrollTop, top: carried(scrollTop, last, lastTop(map)) }
  const moved = { ...map, scrollTop, top: within(map.top + step, lastTop(map)) }
  const isNearEnd = [scrollTop, moved.top, last - scrollTop, lastTop(map) - moved.top].some(
    (left) => left < exact,
  )
  return isNearEnd ? scrolledTo(moved, moved.top) : moved
}

export const isAtEnd = (map: ScrollMap, tolerance: number) => map.top >= lastTop(map) - tolerance
