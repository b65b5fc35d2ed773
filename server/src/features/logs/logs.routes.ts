import { Readable } from 'node:stream'

import { encoderOf } from '@yaffle/contract/encode'
import { LogEntry, type logRoutes } from '@yaffle/contract/logs'

import { HttpError, notFound } from '../../http/errors.ts'
import { createLimit } from '../../http/limit.ts'
import type { Handlers } from '../../http/mount.ts'
import { openStream, type Stream } from '../../http/sse.ts'
import type { UserRecord } from '../../http/users.store.ts'
import type { LogLine, RunnerLogs } from '../../runner/types.ts'
import type { LogStore } from './logs.store.ts'

interface Deps {
  logs: RunnerLogs
  store: LogStore
  pipeline(repo_id: number, number: number): { id: number; status: string } | undefined
  step(pipeline_id: number, step_id: number): { id: number; name: string; state: string } | undefined
  /** May they see the repository as things are now? Rights and sessions end while a stream is open. */
  stillSees(user: UserRecord | undefined, repo_id: number): boolean
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
/** How soon at the latest a stream ends for somebody who may not read it any more. */
const recheckMs = 5000

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

/** The same as plain text: lines with a newline between them, none at the end. */
function* textOf(logs: RunnerLogs, step_id: number): Generator<Buffer> {
  const newline = Buffer.from('\n')
  let from = 0
  for (;;) {
    const lines = logs.read(step_id, { from, limit: linesAtOnce })
    const parts = lines.flatMap(({ data }, index) => (from === 0 && index === 0 ? [data] : [newline, data]))
    if (parts.length > 0) yield Buffer.concat(parts)
    const last = lines.at(-1)
    if (!last || lines.length < linesAtOnce) return
    from = last.line + 1
  }
}

/** Safe on every system, and in a header (wire 6.3). */
function fileName(repo: { owner: string; name: string }, number: number, step: string): string {
  const name = `${repo.owner}-${repo.name}-${number}-${step}`.replaceAll(/[^\x20-\x7e]|[<>:"/\\|?*]/g, '-')
  return `${name.replace(/\.+$/, '')}.log`
}

const isWaiting = (state: string) => state === 'pending' || state === 'running' || state === 'created'

export function logHandlers({ logs, store, pipeline, step, stillSees }: Deps): Handlers<typeof logRoutes> {
  const take = createLimit('log streams', { user: 30, visitor: 300 })

  /** Says why a stream cannot be, in the wire's words, or which step it is about. */
  function stepOf(repo_id: number, number: string, step_id: string): { id: number } | { problem: string } {
    if (!/^\d{1,15}$/.test(number)) return { problem: 'pipeline number invalid' }
    const found = pipeline(repo_id, Number(number))
    if (!found) return { problem: 'pipeline not found' }
    if (!/^\d{1,15}$/.test(step_id)) return { problem: 'step id invalid' }
    const state = step(found.id, Number(step_id))?.state
    if (state === undefined) return { problem: 'process not found' }
    return isWaiting(state) ? { id: Number(step_id) } : { problem: 'step not running (anymore)' }
  }

  function known(repo_id: number, { number, step_id }: { number: number; step_id: number }) {
    const found = pipeline(repo_id, number)
    if (!found) throw notFound('Pipeline')
    const its = step(found.id, step_id)
    if (!its) throw notFound('Step')
    return { pipeline: found, step: its }
  }

  function follow(stream: Stream, step_id: number, after: number, maySee: () => boolean) {
    const check = setInterval(() => maySee() || stream.close(), recheckMs)
    const stop = logs.follow(step_id, after, {
      async lines(lines) {
        if (!maySee()) return stream.close()
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
    stream.onClose(() => {
      clearInterval(check)
      stop()
    })
  }

  return {
    get: ({ params }, { repo }) => Readable.from(jsonOf(logs, known(repo.id, params).step.id)),

    download({ params }, { repo, reply }) {
      const { step } = known(repo.id, params)
      void reply
        .type('text/plain; charset=utf-8')
        .header('content-disposition', `attachment; filename="${fileName(repo, params.number, step.name)}"`)
        .send(Readable.from(textOf(logs, step.id)))
    },

    remove({ params }, { repo }) {
      const { step } = known(repo.id, params)
      if (isWaiting(step.state)) throw new HttpError(422, 'Cannot delete logs for a pending or running step')
      store.removeOfStep(step.id)
    },

    removeAll({ params }, { repo }) {
      const found = pipeline(repo.id, params.number)
      if (!found) throw notFound('Pipeline')
      if (['created', 'pending', 'running', 'blocked'].includes(found.status))
        throw new HttpError(422, `Cannot delete logs for pipeline with status ${found.status}`)
      store.removeOfPipeline(found.id)
    },

    stream({ params }, { repo, user, request, reply }) {
      const release = take(user, request)
      const wanted = stepOf(repo.id, params.number, params.step_id)
      const stream = openStream(reply, 'no-cache')
      stream.onClose(release)
      if ('problem' in wanted) {
        stream.send({ event: 'error', data: wanted.problem })
        stream.close()
        return
      }
      const last = Number(request.headers['last-event-id'] ?? 0)
      follow(stream, wanted.id, Number.isSafeInteger(last) && last > 0 ? last - 1 : -1, () =>
        stillSees(user, repo.id),
      )
    },
  }
}
