import type { Page } from '@playwright/test'

interface TraceEvent {
  name: string
  ph: string
  pid: number
  tid: number
  /** Microseconds; `tdur` is what the thread was running, without the waits for a processor. */
  dur?: number
  tdur?: number
  args?: { name?: string }
}

/** The longest task of the main thread, in milliseconds. */
export interface Longest {
  wall: number
  /** Only what the processor spent on it: what other programs took from a busy machine is not in it. */
  processor: number
}

/** Does the work and says what the longest task of the page's main thread was meanwhile. */
export async function longestTask(page: Page, work: () => Promise<unknown>): Promise<Longest> {
  const browser = page.context().browser()
  if (!browser) throw new Error('The page has no browser')
  await browser.startTracing(page, { categories: ['toplevel'] })
  let trace: Buffer
  try {
    await work()
  } finally {
    trace = await browser.stopTracing()
  }
  const { traceEvents } = JSON.parse(trace.toString()) as { traceEvents: TraceEvent[] }
  return longestOf(traceEvents)
}

function longestOf(events: readonly TraceEvent[]): Longest {
  const isMain = new Set(
    events.flatMap(({ name, pid, tid, args }) =>
      name === 'thread_name' && args?.name === 'CrRendererMain' ? [`${pid}/${tid}`] : [],
    ),
  )
  const tasks = events.filter(
    ({ name, ph, pid, tid }) =>
      ph === 'X' && name === 'ThreadControllerImpl::RunTask' && isMain.has(`${pid}/${tid}`),
  )
  if (tasks.length === 0) throw new Error('The trace holds no task of the page')
  return {
    wall: Math.max(...tasks.map(({ dur = 0 }) => dur)) / 1000,
    processor: Math.max(...tasks.map(({ tdur = 0 }) => tdur)) / 1000,
  }
}
