import { readdirSync, readFileSync } from 'node:fs'

/** Living processes of this machine whose command line or environment holds the text; zombies have neither. */
export function processesWith(text: string): number[] {
  const read = (file: string) => {
    try {
      return readFileSync(file, 'latin1')
    } catch {
      return ''
    }
  }
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .filter((name) => `${read(`/proc/${name}/cmdline`)}\0${read(`/proc/${name}/environ`)}`.includes(text))
    .map(Number)
}

/** The command line of a sleeping process as /proc shows it, for `processesWith`. */
export const sleeping = (seconds: string) => `sleep\0${seconds}`
