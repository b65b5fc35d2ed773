/** Lines as a person counts them, from 1, both included. */
export interface LineRange {
  from: number
  to: number
}

const pattern = /^#?L(\d{1,9})(?:-L?(\d{1,9}))?$/

/** `#L12`, `#L12-L20` or `#L12-20`, in either order; anything else is no range. */
export function parseHash(hash: string): LineRange | undefined {
  const found = pattern.exec(hash)
  if (!found) return undefined
  const first = Number(found[1])
  const second = found[2] === undefined ? first : Number(found[2])
  if (first < 1 || second < 1) return undefined
  return { from: Math.min(first, second), to: Math.max(first, second) }
}

/** Without the `#`. */
export const formatHash = ({ from, to }: LineRange) => (from === to ? `L${from}` : `L${from}-L${to}`)

/** The range after a click on a line number: with shift it reaches from the first line chosen to the one clicked. */
export function extendRange(current: LineRange | undefined, clicked: number, extend: boolean): LineRange {
  if (!extend || !current) return { from: clicked, to: clicked }
  return {
    from: Math.min(current.from, clicked),
    to: clicked < current.from ? current.to : Math.max(current.from, clicked),
  }
}
