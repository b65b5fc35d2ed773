/** So many at a time; the others wait in line, for `patienceMs` at most. */
export function createPlaces(most: number, patienceMs: number) {
  let taken = 0
  const line: (() => void)[] = []

  const leave = () => {
    taken--
    line.shift()?.()
  }
  const enter = () => {
    taken++
    let hasLeft = false
    return () => {
      if (!hasLeft) leave()
      hasLeft = true
    }
  }

  return {
    /** The way out again, or undefined when no place came free in time. */
    async take(signal: AbortSignal): Promise<(() => void) | undefined> {
      if (signal.aborted) return undefined
      if (taken < most) return enter()
      return new Promise((resolve) => {
        const turn = () => {
          stop()
          resolve(enter())
        }
        const give = () => {
          stop()
          const index = line.indexOf(turn)
          if (index >= 0) line.splice(index, 1)
          resolve(undefined)
        }
        const timer = setTimeout(give, patienceMs)
        const stop = () => {
          clearTimeout(timer)
          signal.removeEventListener('abort', give)
        }
        signal.addEventListener('abort', give)
        line.push(turn)
      })
    },
  }
}
