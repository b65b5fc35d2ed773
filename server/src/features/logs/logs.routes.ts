import { Readable } from 'node:stream'

import { encoderOf } from '@yaffle/contract/encode'
import { LogEntry, type logRoutes } from '@yaffle/contract/logs'

import { notFound } from '../../http/errors.ts'
import { createLimit, limitKey } from '../../http/limit.ts'
import type { Handlers } from '../../http/mount.ts'
import { openStream, type Stream } from '../../http/sse.ts'
import type { LogLine, RunnerLogs } from '../../runner/types.ts'

interface Deps {
  logs: RunnerLogs
  /** Ids of a repository's pipeline and of a step that belongs to it. */
  pipelineId(repo_id: number, number: number): number | undefined
  stepState(pipeline_id: number, step_id: number): string | undefined
}

const encode = encoderOf(LogEntry)

const toEntry = (line: LogLine): LogEntry => ({
  id: line.line + 1,
  step_id: line.step_id,
  time: line.time,
  line: line.line,
  data: Buffer.from(line.data.buffer, line.data.byteOffset, line.data.byteLength).toString('base64'),
  type: line.type,
})

const toJson = (line: LogLine) => JSON.stringify(encode(toEntry(line)))
const linesAtOnce = 1000

/** A log may have a million lines: it is written as it is read, never held whole. */
function* jsonOf(logs: RunnerLogs, step_id: number): Generator<string> {
  let from = 0
  for (;;) {
    const lines = logs.read(step_id, { from, limit: linesAtOnce })
    yield (from === 0 ? '[' : lines.length > 0 ? ',' : '') + lines.map(toJson).join(',')
    const last = lines.at(-1)
    if (!last || lines.length < linesAtOnce) break
    from = last.line + 1
  }
  yield ']'
}

const isWaiting = (state: string) => state === 'pending' || state === 'running' || state === 'created'

export function logHandlers({ logs, pipelineId, stepState }: Deps): Handlers<typeof logRoutes> {
  const take = createLimit(30, 'log streams')

  /** Says why a stream cannot be, in the wire's words, or which step it is about. */
  function stepOf(repo_id: number, number: string, step: string): { id: number } | { problem: string } {
    if (!/^\d{1,15}$/.test(number)) return { problem: 'pipeline number invalid' }
    const pipeline = pipelineId(repo_id, Number(number))
    if (pipeline === undefined) return { problem: 'pipeline not found' }
    if (!/^\d{1,15}$/.test(step)) return { problem: 'step id invalid' }
    const state = stepState(pipeline, Number(step))
    if (state === undefined) return { problem: 'process not found' }
    return isWaiting(state) ? { id: Number(step) } : { problem: 'step not running (anymore)' }
  }

  function follow(stream: Stream, step_id: number, after: number) {
    const stop = logs.follow(step_id, after, {
      async lines(lines) {
        for (const line of lines) {
          if (!stream.send({ id: String(line.line + 1), data: toJson(line) })) return
          if (stream.isFull) await stream.drained()
        }
      },
      eof() {
        stream.send({ event: 'eof', data: 'eof' })
        stream.close()
      },
    })
    stream.onClose(stop)
  }

  return {
    get({ params }, { repo }) {
      const pipeline = pipelineId(repo.id, params.number)
      if (pipeline === undefined) throw notFound('Pipeline')
      if (stepState(pipeline, params.step_id) === undefined) throw notFound('Step')
      return Readable.from(jsonOf(logs, params.step_id))
    },

    stream({ params }, { repo, user, request, reply }) {
      const release = take(limitKey(user, request))
      const step = stepOf(repo.id, params.number, params.step_id)
      const stream = openStream(reply, 'no-cache')
      stream.onClose(release)
      if ('problem' in step) {
        stream.send({ event: 'error', data: step.problem })
        stream.close()
        return
      }
      const last = Number(request.headers['last-event-id'] ?? 0)
      follow(stream, step.id, Number.isSafeInteger(last) && last > 0 ? last - 1 : -1)
    },
  }
}
