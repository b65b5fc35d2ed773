import { seconds } from './run.mjs'

/** Prints one finished section: what it is, whether it passed, how long it took, and what it said when it failed. */
export function printSection({ name, passed, failed, milliseconds, output = '' }) {
  const mark = failed === 0 ? 'ok  ' : 'FAIL'
  const count = passed + failed > 1 ? `, ${passed} passed${failed > 0 ? `, ${failed} failed` : ''}` : ''
  process.stdout.write(`${mark} ${name} (${seconds(milliseconds)}${count})\n`)
  if (failed > 0 && output) process.stdout.write(`${output.replace(/^/gm, '     ')}\n\n`)
}

/** Runs the jobs in their order, at most `width` at a time, and prints each as it ends. Resolves with their sections. */
export async function inParallel(jobs, width) {
  const sections = []
  const waiting = [...jobs]
  const work = async () => {
    for (let job = waiting.shift(); job; job = waiting.shift()) {
      const section = await job()
      printSection(section)
      sections.push(section)
    }
  }
  await Promise.all(Array.from({ length: width }, work))
  return sections
}
