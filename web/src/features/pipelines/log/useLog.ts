import { useCallback, useEffect, useRef, useState } from 'react'

import { startLogClient, type LogClient } from './logClient.ts'
import type { LogSourceOptions, Snapshot } from './protocol.ts'

export interface Log {
  client: LogClient | undefined
  /** Undefined until the engine has spoken. */
  snapshot: Snapshot | undefined
  /** The worker could not be started or broke down. */
  isBroken: boolean
  restart: () => void
}

const abandonedAfter = 5_000

/**
 * One log, held in a worker for as long as the component lives. The stream of a running step is closed while nobody
 * looks at the tab: a browser opens only six connections to a server.
 */
export function useLog(options: LogSourceOptions, isRunning: boolean): Log {
  const [client, setClient] = useState<LogClient>()
  const [snapshot, setSnapshot] = useState<Snapshot>()
  const [isBroken, setBroken] = useState(false)
  const [round, setRound] = useState(0)
  // What the log was opened with counts: a step that ends meanwhile is told by `finish`.
  const start = useRef(options)

  useEffect(() => {
    const started = startLogClient(setSnapshot, () => setBroken(true))
    setClient(started)
    void started.call('open', start.current)
    return () => {
      started.close()
      setClient(undefined)
      setSnapshot(undefined)
      setBroken(false)
    }
  }, [round])

  useEffect(() => {
    if (!isRunning) void client?.call('finish')
  }, [client, isRunning])

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const look = () => {
      clearTimeout(timer)
      if (document.hidden) timer = setTimeout(() => void client?.call('pause'), abandonedAfter)
      else void client?.call('resume')
    }
    document.addEventListener('visibilitychange', look)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', look)
    }
  }, [client])

  const restart = useCallback(() => setRound((before) => before + 1), [])
  return { client, snapshot, isBroken, restart }
}
