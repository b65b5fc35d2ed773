import { readFile } from 'node:fs/promises'

/** What a process holds of the machine's memory, in MB; Linux only. */
export async function memoryOf(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  return Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1] ?? Number.NaN) / 1000
}
