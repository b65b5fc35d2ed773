import { useEffect, useRef, useState } from 'react'

import type { Severity } from './errors.ts'
import type { LogSession } from './logSession.ts'
import type { Snapshot } from './protocol.ts'
import type { LineRange } from './ranges.ts'
import type { Viewport } from './viewport.ts'

/** The error or warning a reader is at. */
export interface ProblemPlace {
  severity: Severity
  line: number
  /** From 0. */
  ordinal: number
}

export interface Jumps {
  problem: ProblemPlace | undefined
  stepProblem: (severity: Severity, direction: 1 | -1) => void
  showLine: (line: number) => void
  /** The reader has scrolled: nothing moves by itself any more. */
  letGo: () => void
}

/**
 * Going to lines: once to the lines of the address or the first error of a failed step, later to whatever is asked for.
 * Nothing scrolls twice by itself.
 */
export function useJumps(
  session: LogSession,
  snapshot: Snapshot | undefined,
  viewport: Viewport,
  range: LineRange | undefined,
): Jumps {
  const [problem, setProblem] = useState<ProblemPlace>()
  const isPlaced = useRef(false)
  const shownRange = useRef<LineRange>(undefined)

  useEffect(() => {
    if (!snapshot || isPlaced.current) return
    const { phase, lastLine, target, errors } = snapshot
    const isOver = phase === 'complete' || phase === 'failed'
    if (range) {
      if (lastLine < range.from - 1 && !isOver) return
      isPlaced.current = true
      shownRange.current = range
      void showLine(session, viewport, range.from - 1)
    } else if (target !== undefined) {
      isPlaced.current = true
      void showLine(session, viewport, target)
      if (errors > 0) void toProblem(session, viewport, 'error', target - 1, 1, setProblem)
    } else if (isOver) isPlaced.current = true
  }, [session, snapshot, viewport, range])

  useEffect(() => {
    const last = shownRange.current
    if (!isPlaced.current || !range || (last?.from === range.from && last.to === range.to)) return
    shownRange.current = range
    void showLine(session, viewport, range.from - 1)
  }, [session, viewport, range])

  return {
    problem,
    stepProblem(severity, direction) {
      // From the top edge, what stands on it lies ahead and not behind.
      const top = viewport.firstLine() - (direction > 0 ? 1 : 0)
      const from = problem?.severity === severity ? problem.line : top
      void toProblem(session, viewport, severity, from, direction, setProblem)
    },
    showLine: (line) => void showLine(session, viewport, line),
    letGo() {
      isPlaced.current = true
    },
  }
}

async function showLine(session: LogSession, viewport: Viewport, line: number) {
  const jump = await session.call('reveal', line)
  if (jump) viewport.show(jump)
}

async function toProblem(
  session: LogSession,
  viewport: Viewport,
  severity: Severity,
  from: number,
  direction: 1 | -1,
  tell: (problem: ProblemPlace) => void,
) {
  const jump = await session.call('stepProblem', severity, from, direction)
  if (!jump) return
  tell({ severity, line: jump.line, ordinal: jump.ordinal })
  viewport.show(jump)
}
