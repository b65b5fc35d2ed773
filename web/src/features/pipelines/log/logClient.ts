import workerUrl from './log.worker.ts?worker&url'
import type { Message, Method, LogEngineApi, Request, Result, Snapshot } from './protocol.ts'

/** Talks to the log engine in its worker. */
export interface LogClient {
  call: <M extends Method>(method: M, ...args: Parameters<LogEngineApi[M]>) => Promise<Result<M>>
  close: () => void
}

interface ScriptPolicy {
  createScriptURL: (url: string) => string
}
interface TrustedTypes {
  createPolicy: (name: string, rules: ScriptPolicy) => ScriptPolicy
}

/**
 * The one place that vouches for a script address (`require-trusted-types-for 'script'`): it is our own, written into
 * the build, and nothing else passes. A policy that names its policies has to allow `yaffle-worker`.
 */
const policy = (globalThis as { trustedTypes?: TrustedTypes }).trustedTypes?.createPolicy('yaffle-worker', {
  createScriptURL(url) {
    if (url !== workerUrl) throw new TypeError('Not our worker')
    return url
  },
})

/** Starts a worker. `onFailure` hears that it cannot be started or has broken down; then nothing will answer. */
export function startLogClient(onSnapshot: (snapshot: Snapshot) => void, onFailure: () => void): LogClient {
  const worker = new Worker(policy?.createScriptURL(workerUrl) ?? workerUrl, { type: 'module', name: 'log' })
  const waiting = new Map<number, { resolve: (value: unknown) => void; reject: (error: Error) => void }>()
  let lastId = 0

  worker.addEventListener('message', ({ data }: MessageEvent<Message>) => {
    if (data.kind === 'snapshot') {
      onSnapshot(data.snapshot)
      return
    }
    const open = waiting.get(data.id)
    waiting.delete(data.id)
    if (data.kind === 'result') open?.resolve(data.value)
    else open?.reject(new Error(data.reason))
  })
  worker.addEventListener('error', onFailure)

  return {
    call: (method, ...args) =>
      new Promise((resolve, reject) => {
        const id = ++lastId
        waiting.set(id, { resolve: resolve as (value: unknown) => void, reject })
        worker.postMessage({ id, method, args } satisfies Request)
      }),
    close: () => worker.terminate(),
  }
}
