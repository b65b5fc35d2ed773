import { useCallback, useEffect, useRef, useState } from 'react'

import type { Severity } from './errors.ts'
import type { LineRange } from './ranges.ts'
import type { Log } from './useLog.ts'
import type { Viewport } from './useViewport.ts'

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
export function useJumps({ client, snapshot }: Log, viewport: Viewport, range: LineRange | undefined): Jumps {
  const [problem, setProblem] = useState<ProblemPlace>()
  const { showRow, firstVisible } = viewport
  const isPlaced = useRef(false)
  const shownRange = useRef<LineRange>(undefined)

  const showLine = useCallback(
    (line: number) => {
      void client?.call('reveal', line).then((jump) => jump && showRow(jump.row))
    },
    [client, showRow],
  )

  const stepProblem = useCallback(
    (severity: Severity, direction: 1 | -1) => {
      const from = problem?.severity === severity ? problem.line : (firstVisible()?.line ?? 0) - 1
      void client?.call('stepProblem', severity, Math.max(-1, from), direction).then((jump) => {
        if (!jump) return
        setProblem({ severity, line: jump.line, ordinal: jump.ordinal })
        showRow(jump.row)
      })
    },
    [client, problem, firstVisible, showRow],
  )

  useEffect(() => {
    if (!snapshot || isPlaced.current) return
    const isOver = snapshot.phase === 'complete' || snapshot.phase === 'failed'
    if (range) {
      if (snapshot.lastLine < range.from - 1 && !isOver) return
      isPlaced.current = true
      shownRange.current = range
      showLine(range.from - 1)
    } else if (snapshot.target !== undefined) {
      isPlaced.current = true
      showLine(snapshot.target)
      if (snapshot.errors > 0)
        void client?.call('stepProblem', 'error', snapshot.target - 1, 1).then((jump) => {
          if (jump) setProblem({ severity: 'error', line: jump.line, ordinal: jump.ordinal })
        })
    } else if (isOver) isPlaced.current = true
  }, [client, snapshot, range, showLine])

  useEffect(() => {
    if (!isPlaced.current || !range || isSame(shownRange.current, range)) return
    shownRange.current = range
    showLine(range.from - 1)
  }, [range, showLine])

  return {
    problem,
    stepProblem,
    showLine,
    letGo: useCallback(() => {
      isPlaced.current = true
    }, []),
  }
}

const isSame = (a: LineRange | undefined, b: LineRange) => a?.from === b.from && a.to === b.to
