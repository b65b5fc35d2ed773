import { setTimeout as wait } from 'node:timers/promises'

import { isGroupAlive, killLeftovers } from './leftovers.ts'
import type { LogWriter } from './logWriter.ts'
import { type Exit, signalGroup, type StepProcess } from './stepProcess.ts'

/** How long what a step left behind may go on after its own end (D14). */
const graceMs = 500
const pollMs = 25
/** A pipe that is still held then, and silent for so long, is closed. */
const silenceMs = 1000

/**
 * Carries what a process prints into its log until the process has ended, then sees to it that nothing of its group
 * goes on, and that the log comes to its end even if something holds it open. Rejects when the log cannot be stored;
 * the group is killed then.
 */
export async function collectOutput(started: StepProcess, writer: LogWriter, mark: string): Promise<Exit> {
  const { output, pid } = started
  const state: { read: number; stored: number; isDrained: boolean; isCut: boolean; failure?: Error } = {
    read: 0,
    stored: 0,
    isDrained: false,
    isCut: false,
  }
  const drain = async () => {
    try {
      for await (const chunk of output) {
        state.read++
        await writer.write(chunk as Buffer)
        state.stored++
      }
    } catch (error) {
      // Our own cutting off is no failure.
      if (state.isCut) return
      state.failure = error instanceof Error ? error : new Error('Storing failed', { cause: error })
      signalGroup(pid, 'SIGKILL')
    } finally {
      state.isDrained = true
    }
  }
  const drained = drain()
  writer.failed.addEventListener('abort', () => signalGroup(pid, 'SIGKILL'))
  const drainedOrAfter = (ms: number) => Promise.race([drained, wait(ms)])

  const exit = await started.exited
  const graceEnd = performance.now() + graceMs
  await drainedOrAfter(graceMs)
  while ((await isGroupAlive(pid)) && performance.now() < graceEnd) await wait(pollMs)
  signalGroup(pid, 'SIGKILL')
  if (!state.isDrained) await drainedOrAfter(graceMs)
  // Something that left the group still holds the pipe.
  if (!state.isDrained) await killLeftovers({ mark, groups: [] })
  while (!state.isDrained) {
    const before = state.stored
    await drainedOrAfter(silenceMs)
    // Silent is the pipe, not we who have not stored yet what came from it.
    if (state.isDrained || state.read > state.stored || state.stored > before) continue
    state.isCut = true
    output.destroy()
    await drained
  }
  if (state.failure) throw state.failure
  return exit
}
