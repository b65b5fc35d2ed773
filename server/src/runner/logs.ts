import type { Database } from '../database/database.ts'
import type { LogLine, LogListener, RunnerLogs } from './types.ts'

export interface Logs extends RunnerLogs {
  /** Stores lines in one transaction and tells the listeners. `lines` go on where the log stood. */
  append(lines: readonly LogLine[]): void
  /** How many lines the step has: the number of the next one. */
  count(stepId: number): number
  /** Looks again whether followed logs are still open. */
  recheck(): void
}

const linesAtOnce = 1000
const bytesAtOnce = 1 << 20

/** Logs live in the database; a listener is a place in a log that moves on as lines come. */
export function createLogs(db: Database): Logs {
  const insert = db.run(
    'INSERT INTO log_entries (step_id, line, time, type, data) VALUES (:step_id, :line, :time, :type, :data)',
  )
  const selection =
    'SELECT step_id, line, time, type, data FROM log_entries WHERE step_id = :step_id AND line >= :from ORDER BY line LIMIT :limit'
  const read = db.all<LogLine>(selection)
  const each = db.each<LogLine>(selection)
  const last = db.get<{ line: number }>('SELECT max(line) AS line FROM log_entries WHERE step_id = :step_id')
  const state = db.get<{ state: string }>('SELECT state FROM steps WHERE id = :step_id')
  const followers = new Map<number, Set<() => void>>()
  /** The newest lines of each followed log: who has kept up needs no query. */
  const newest = new Map<number, readonly LogLine[]>()

  const isOpen = (step_id: number) => {
    const found = state({ step_id })?.state
    return found === 'created' || found === 'pending' || found === 'running'
  }
  /** Some lines, not more than fit well into memory. */
  const readSome = (step_id: number, from: number) => {
    const recent = newest.get(step_id)
    const first = recent?.[0]
    if (recent && first && from >= first.line) return recent.slice(from - first.line)
    const lines: LogLine[] = []
    let bytes = 0
    for (const line of each({ step_id, from, limit: linesAtOnce })) {
      lines.push(line)
      bytes += line.data.length
      if (bytes >= bytesAtOnce) break
    }
    return lines
  }

  async function follow(step_id: number, afterLine: number, listener: LogListener, follower: Follower) {
    let next = afterLine + 1
    for (;;) {
      // Asked before reading: what was written before the end is then read after it.
      const wasOpen = isOpen(step_id)
      const news = follower.news()
      const lines = readSome(step_id, next)
      if (follower.isOver) return
      const end = lines.at(-1)
      if (end) {
        await listener.lines(lines)
        next = end.line + 1
      } else if (!wasOpen) {
        listener.eof()
        return
      } else {
        await news
      }
      if (follower.isOver) return
    }
  }

  return {
    append(lines) {
      const step_id = lines[0]?.step_id
      if (step_id === undefined) return
      db.transaction(() => {
        for (const { line, time, type, data } of lines) insert({ step_id, line, time, type, data })
        db.afterCommit(() => {
          const listeners = followers.get(step_id)
          if (!listeners) return
          newest.set(step_id, lines)
          for (const wake of listeners) wake()
        })
      })
    },

    count: (step_id) => (last({ step_id })?.line ?? -1) + 1,

    recheck() {
      for (const listeners of followers.values()) for (const wake of listeners) wake()
    },

    read: (step_id, { from = 0, limit = -1 } = {}) => read({ step_id, from, limit }),

    isOpen,

    follow(step_id, afterLine, listener) {
      const follower = createFollower()
      const listeners = followers.get(step_id) ?? new Set()
      followers.set(step_id, listeners.add(follower.wake))
      const stop = () => {
        follower.stop()
        listeners.delete(follower.wake)
        if (listeners.size > 0 || followers.get(step_id) !== listeners) return
        followers.delete(step_id)
        newest.delete(step_id)
      }
      // A listener that fails is one that went away.
      follow(step_id, afterLine, listener, follower).then(stop, stop)
      return stop
    },
  }
}

type Follower = ReturnType<typeof createFollower>

function createFollower() {
  let isOver = false
  let tell = () => {}
  return {
    get isOver() {
      return isOver
    },
    /** Resolves at the next `wake`. */
    news: () =>
      new Promise<void>((resolve) => {
        tell = resolve
      }),
    wake: () => tell(),
    stop() {
      isOver = true
      tell()
    },
  }
}
