import { useSyncExternalStore } from 'react'

/** One clock for the whole page, so that a hundred rows tick together and in a single drawing. */
interface Clock {
  now: number
  timer: ReturnType<typeof setInterval> | undefined
  listeners: Set<() => void>
}

const seconds = () => Math.floor(Date.now() / 1000)

function makeClock(pause: number) {
  const clock: Clock = { now: seconds(), timer: undefined, listeners: new Set() }
  const tick = () => {
    clock.now = seconds()
    for (const listener of clock.listeners) listener()
  }
  return {
    subscribe(listener: () => void) {
      clock.listeners.add(listener)
      if (clock.timer === undefined) {
        clock.now = seconds()
        clock.timer = setInterval(tick, pause)
      }
      return () => {
        clock.listeners.delete(listener)
        if (clock.listeners.size > 0) return
        clearInterval(clock.timer)
        clock.timer = undefined
      }
    },
    /** While nobody listens, the time is that of the call. */
    read() {
      if (clock.timer === undefined) clock.now = seconds()
      return clock.now
    },
  }
}

const clocks = { second: makeClock(1_000), minute: makeClock(60_000) }

/** The time in Unix seconds, drawn again each second or each minute. */
export function useNow(pace: 'second' | 'minute'): number {
  const clock = clocks[pace]
  return useSyncExternalStore(clock.subscribe, clock.read)
}
