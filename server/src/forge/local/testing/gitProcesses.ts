import { readdirSync, readFileSync } from 'node:fs'

/** Ids of the git processes that this process has started. */
export const gitProcesses = (): string[] =>
  readdirSync('/proc').filter((pid) => {
    const [, name = '', parent] = /^\d+ \((.*)\) \S (\d+) /.exec(statOf(pid)) ?? []
    return name.startsWith('git') && parent === String(process.pid)
  })

/** Empty for what is no process, or none any more. */
function statOf(pid: string): string {
  try {
    return /^\d+$/.test(pid) ? readFileSync(`/proc/${pid}/stat`, 'utf8') : ''
  } catch {
    return ''
  }
}
