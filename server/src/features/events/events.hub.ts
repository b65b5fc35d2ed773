import { encoderOf } from '@yaffle/contract/encode'
import { PipelineMessage } from '@yaffle/contract/events'
import type { Pipeline } from '@yaffle/contract/pipelines'

import type { RepoRecord } from '../../http/mount.ts'
import { frameOf } from '../../http/sse.ts'

export interface Watcher {
  /** Who is watching; those who are the same see the same. */
  viewer: string
  /** Asked for every message, so that a right that was taken away counts at once. */
  canSee(repo: RepoRecord): boolean
  /** One message, framed for the stream and shared by all watchers. */
  send(frame: Uint8Array): void
}

interface Deps {
  pipeline(id: number): { repo: RepoRecord; pipeline: Pipeline } | undefined
  /** Runs the work soon; changes of one pipeline meanwhile are told once. */
  soon(work: () => void): void
}

const encode = encoderOf(PipelineMessage)

export type EventHub = ReturnType<typeof createEventHub>

/** Tells watchers what became of pipelines. A pipeline that changes several times in a moment is told as it is then. */
export function createEventHub({ pipeline: find, soon }: Deps) {
  const watchers = new Set<Watcher>()
  const changed = new Set<number>()

  function tellAll() {
    const ids = [...changed]
    changed.clear()
    for (const id of ids) {
      const message = watchers.size > 0 ? find(id) : undefined
      if (!message) continue
      // Variables are for those who may push; the frame is for everybody.
      const pipeline = { ...message.pipeline, variables: {} }
      const frame = frameOf({ data: JSON.stringify(encode({ ...message, pipeline })) })
      const seeing = new Map<string, boolean>()
      for (const watcher of watchers) {
        const sees = seeing.get(watcher.viewer) ?? watcher.canSee(message.repo)
        seeing.set(watcher.viewer, sees)
        if (sees) watcher.send(frame)
      }
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
