import type { ServerResponse } from 'node:http'

import type { LogEntry, Pipeline, Repo } from './entities.ts'
import { rawPipeline, repoShape } from './shapes.ts'

const pingMs = 30_000

export interface EventReader {
  response: ServerResponse
  /** Fixed when the reader connects (5.1). */
  mayHear: (repo: Repo) => boolean
}

interface LogReader {
  response: ServerResponse
  step_id: number
  sent: number
}

export interface Hub {
  publish(repo: Repo, pipeline: Pipeline): void
  /** An event as text, whatever it is: for what no server of today sends. */
  publishText(data: string): void
  addReader(reader: EventReader): void
  addLogReader(response: ServerResponse, step_id: number, entries: LogEntry[], after: number): void
  writeLog(entry: LogEntry): void
  /** All streams of these steps end well. */
  endLogs(step_ids: readonly number[]): void
  readers(): number
  close(): void
}

/** Who listens, and what is sent to them: server-sent events, section 5. */
export function createHub(): Hub {
  const events = new Set<EventReader>()
  const logs = new Set<LogReader>()

  function open(response: ServerResponse, cache: string, leave: () => void) {
    response.writeHead(200, {
      'content-type': 'text/event-stream',
      'cache-control': cache,
      connection: 'keep-alive',
      'x-accel-buffering': 'no',
    })
    response.write(': ping\n\n')
    const timer = setInterval(() => response.write(': ping\n\n'), pingMs)
    response.once('close', () => {
      clearInterval(timer)
      leave()
    })
  }

  function send(reader: LogReader, entry: LogEntry, after: number) {
    reader.sent++
    if (reader.sent > after) reader.response.write(`id: ${reader.sent}\ndata: ${JSON.stringify(entry)}\n\n`)
  }

  return {
    publish(repo, pipeline) {
      const data = JSON.stringify({ repo: repoShape(repo), pipeline: rawPipeline(pipeline) })
      for (const { response, mayHear } of events) if (mayHear(repo)) response.write(`data: ${data}\n\n`)
    },
    publishText(data) {
      for (const { response } of events) response.write(`data: ${data}\n\n`)
    },
    addReader(reader) {
      open(reader.response, 'no-store', () => events.delete(reader))
      events.add(reader)
    },
    addLogReader(response, step_id, entries, after) {
      const reader = { response, step_id, sent: 0 }
      open(response, 'no-cache', () => logs.delete(reader))
      for (const entry of entries) send(reader, entry, after)
      logs.add(reader)
    },
    writeLog(entry) {
      for (const reader of logs) if (reader.step_id === entry.step_id) send(reader, { ...entry, id: 0 }, 0)
    },
    endLogs(step_ids) {
      for (const reader of logs)
        if (step_ids.includes(reader.step_id)) reader.response.end('event: eof\ndata: eof\n\n')
    },
    readers: () => events.size,
    close() {
      for (const { response } of [...events, ...logs]) response.destroy()
    },
  }
}
