import type { Role } from './statuses.ts'

/** The class of each role in drawings, written out because the style sheet is made from the source. */
export const roleFill = {
  success: 'fill-success',
  failure: 'fill-failure',
  running: 'fill-running',
  pending: 'fill-pending',
  neutral: 'fill-neutral',
} as const satisfies Record<Role, string>
