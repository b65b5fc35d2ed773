/** So much is handed on at once; a tab in the background does not hoard more. */
const mostAtOnce = 100
/** How long things wait where no frame is drawn: in the background, in a covered window, in some embedded views (ms). */
const noFrameDelay = 250
/** The pause between two drawings while things keep coming (ms). */
const stormPause = 100
/** Reading may keep the page from answering a key for so long (ms). */
const slice = 8

/**
 * Hands on what was added, read, with the next frame, and in a storm every so often: each time costs a drawing of all
 * lists that are shown. After a standstill, when much has come at once, it is read in slices.
 */
export function batched<Item, Result>(read: (item: Item) => Result[], work: (results: Result[]) => void) {
  let waiting: Item[] = []
  let results: Result[] = []
  let cancel: (() => void) | undefined
  let workedAt = -Infinity

  function readUntil(end: number) {
    let count = 0
    for (const item of waiting) {
      results.push(...read(item))
      count += 1
      if (results.length >= mostAtOnce || performance.now() > end) break
    }
    waiting = waiting.slice(count)
  }
  function handOn() {
    if (results.length === 0) return
    const batch = results
    results = []
    workedAt = performance.now()
    work(batch)
  }
  function step() {
    cancel?.()
    cancel = undefined
    readUntil(performance.now() + slice)
    if (waiting.length > 0 && results.length < mostAtOnce) cancel = after(0)
    else {
      handOn()
      if (waiting.length > 0) cancel = schedule()
    }
  }
  function flush() {
    cancel?.()
    cancel = undefined
    do {
      readUntil(Infinity)
      handOn()
    } while (waiting.length > 0)
  }
  function after(delay: number) {
    const timer = setTimeout(step, delay)
    return () => clearTimeout(timer)
  }
  function schedule() {
    if (document.hidden) return after(noFrameDelay)
    const rest = workedAt + stormPause - performance.now()
    if (rest > 0) return after(rest)
    // Whichever comes first: a page that is not hidden need not be drawn, either.
    const frame = requestAnimationFrame(step)
    const cancelTimer = after(noFrameDelay)
    return () => {
      cancelAnimationFrame(frame)
      cancelTimer()
    }
  }
  return {
    /** Everything, at once. */
    flush,
    add(item: Item) {
      waiting.push(item)
      if (document.hidden && waiting.length >= mostAtOnce) flush()
      else cancel ??= schedule()
    },
    stop() {
      cancel?.()
      waiting = []
      results = []
    },
  }
}
