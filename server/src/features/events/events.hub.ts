import { encoderOf } from '@yaffle/contract/encode'
import { PipelineMessage } from '@yaffle/contract/events'
import type { Pipeline } from '@yaffle/contract/pipelines'

import type { RepoRecord } from '../../http/mount.ts'

export interface Watcher {
  /** Asked for every message, so that a right that was taken away counts at once. */
  canSee(repo: RepoRecord): boolean
  send(data: string): void
}

interface Deps {
  pipeline(id: number): { repo: RepoRecord; pipeline: Pipeline } | undefined
  /** Runs the work soon; changes of one pipeline meanwhile are told once. */
  soon(work: () => void): void
}

const encode = encoderOf(PipelineMessage)

export type EventHub = ReturnType<typeof createEventHub>

/** Tells watchers what became of pipelines. A pipeline that changes several times in a moment is told as it is then. */
export function createEventHub({ pipeline, soon }: Deps) {
  const watchers = new Set<Watcher>()
  const changed = new Set<number>()

  function tellAll() {
    const ids = [...changed]
    changed.clear()
    for (const id of ids) {
      const message = watchers.size > 0 ? pipeline(id) : undefined
      if (!message) continue
      const data = JSON.stringify(encode(message))
      for (const watcher of watchers) if (watcher.canSee(message.repo)) watcher.send(data)
    }
  }

  return {
    publish(pipeline_id: number) {
      if (changed.size === 0) soon(tellAll)
      changed.add(pipeline_id)
    },
    /** Ends by the returned function. */
    watch(watcher: Watcher) {
      watchers.add(watcher)
      return () => void watchers.delete(watcher)
    },
  }
}
