import workerUrl from './log.worker.ts?worker&url'
import type { LogEngine } from './logEngine.ts'
import type { Message, Method, LogEngineApi, Request, Result, Snapshot } from './protocol.ts'

/** Talks to a log engine. */
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

let policy: ScriptPolicy | undefined

/**
 * The one place that vouches for a script address (`require-trusted-types-for 'script'`): it is our own, written into
 * the build, and nothing else passes. A policy of the server that lists names has to allow `yaffle-worker`.
 */
function trustedWorkerUrl(): string {
  const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes }
  policy ??= trustedTypes?.createPolicy('yaffle-worker', {
    createScriptURL(url) {
      if (url !== workerUrl) throw new TypeError('Not our worker')
      return url
    },
  })
  return policy?.createScriptURL(workerUrl) ?? workerUrl
}

function startWorker(): Worker | undefined {
  try {
    return new Worker(trustedWorkerUrl(), { type: 'module', name: 'log' })
  } catch {
    return undefined
  }
}

/**
 * Starts an engine in a worker, or in the page where workers are not to be had (then a huge log makes the page slow,
 * but can be read). `onFailure` hears that the worker has broken down; nothing will answer any more.
 */
export function startLogClient(onSnapshot: (snapshot: Snapshot) => void, onFailure: () => void): LogClient {
  const worker = startWorker()
  return worker ? workerClient(worker, onSnapshot, onFailure) : pageClient(onSnapshot)
}

function workerClient(
  worker: Worker,
  onSnapshot: (snapshot: Snapshot) => void,
  onFailure: () => void,
): LogClient {
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
        lastId += 1
        waiting.set(lastId, { resolve: resolve as (value: unknown) => void, reject })
        worker.postMessage({ id: lastId, method, args } satisfies Request)
      }),
    close: () => worker.terminate(),
  }
}

function pageClient(onSnapshot: (snapshot: Snapshot) => void): LogClient {
  let isClosed = false
  const loaded: Promise<LogEngine> = import('./logEngine.ts').then(
    ({ LogEngine }) => new LogEngine((snapshot) => isClosed || onSnapshot(snapshot)),
  )
  return {
    async call(method, ...args) {
      const engine: LogEngineApi = await loaded
      const run = engine[method] as (...args: unknown[]) => unknown
      return run.apply(engine, args) as Result<typeof method>
    },
    close() {
      isClosed = true
      void loaded.then((engine) => engine.close())
    },
  }
}
