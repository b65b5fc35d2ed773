import { setTimeout as wait } from 'node:timers/promises'
import { killLeftovers } from './leftovers.ts'
import type { LogWriter } from './logWriter.ts'
import { type Exit, isGroupAlive, signalGroup, type StepProcess } from './stepProcess.ts'

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
  let bytes = 0
  let isDrained = false
  let isCut = false
  let failure: unknown
  const drain = async () => {
    try {
      for await (const chunk of output) {
        bytes += (chunk as Buffer).length
        await writer.write(chunk as Buffer)
      }
    } catch (error) {
      if (isCut) return
      failure = error
      signalGroup(pid, 'SIGKILL')
    } finally {
      isDrained = true
    }
  }
  const drained = drain()
  const drainedOrAfter = (ms: number) => Promise.race([drained, wait(ms)])

  const exit = await started.exited
  const graceEnd = performance.now() + graceMs
  while (!isDrained && performance.now() < graceEnd) await drainedOrAfter(graceMs)
  while (isGroupAlive(pid) && performance.now() < graceEnd) await wait(pollMs)
  signalGroup(pid, 'SIGKILL')
  if (!isDrained) await drainedOrAfter(graceMs)
  // Something that left the group still holds the pipe.
  if (!isDrained) await killLeftovers({ mark, groups: [] })
  while (!isDrained) {
    const before = bytes
    await drainedOrAfter(silenceMs)
    isCut = !isDrained && bytes === before
    if (isCut) output.destroy()
    if (isCut) await drained
  }
  if (failure !== undefined) throw failure instanceof Error ? failure : new Error(String(failure))
  return exit
}
