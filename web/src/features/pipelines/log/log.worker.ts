import { LogEngine } from './logEngine.ts'
import type { LogEngineApi, Message, Request } from './protocol.ts'

/** The page's side of a dedicated worker, as far as it is used here. */
interface WorkerScope {
  postMessage: (message: Message) => void
  addEventListener: (type: 'message', listener: (event: MessageEvent<Request>) => void) => void
}

const scope = globalThis as unknown as WorkerScope
const engine: LogEngineApi = new LogEngine((snapshot) => scope.postMessage({ kind: 'snapshot', snapshot }))

scope.addEventListener('message', ({ data: { id, method, args } }) => {
  try {
    const run = engine[method] as (...args: unknown[]) => unknown
    scope.postMessage({ kind: 'result', id, value: run.apply(engine, args) })
  } catch (error) {
    scope.postMessage({ kind: 'refused', id, reason: String(error) })
  }
})
