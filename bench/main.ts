import { globSync, mkdirSync, writeFileSync } from 'node:fs'
import { availableParallelism, loadavg } from 'node:os'
import { join } from 'node:path'

import { type Bench, isWithinBudget, type Row } from './bench.ts'

const folder = import.meta.dirname
const wanted = process.argv.slice(2)

/** Runs every `*.bench.ts` below this folder, or those whose path holds one of the arguments. Exit code 1: a budget is broken. */
async function main() {
  const files = globSync('**/*.bench.ts', { cwd: folder })
    .filter((file) => wanted.length === 0 || wanted.some((word) => file.includes(word)))
    .toSorted()
  const rows: Row[] = []
  for (const file of files) {
    const { bench } = (await import(join(folder, file))) as { bench: Bench }
    // On a machine that does much else, times by the clock say little.
    const load = (loadavg()[0] ?? 0) / availableParallelism()
    process.stderr.write(`${bench.name} … (load ${load.toFixed(1)} for each processor)\n`)
    const measured = await bench.run()
    for (const row of measured) process.stdout.write(`${lineOf(row)}\n`)
    rows.push(...measured)
  }
  mkdirSync(join(folder, 'results'), { recursive: true })
  const record = rows.map((row) => ({ ...row, isWithinBudget: isWithinBudget(row) }))
  writeFileSync(join(folder, 'results', 'latest.json'), `${JSON.stringify(record, undefined, 2)}\n`)
  process.exitCode = rows.length > 0 && rows.every(isWithinBudget) ? 0 : 1
}

function lineOf(row: Row) {
  const budget =
    row.budget === undefined ? '' : `${row.isLargerBetter ? 'at least' : 'at most'} ${row.budget}`
  const verdict = row.budget === undefined ? '' : isWithinBudget(row) ? 'ok' : 'FAIL'
  return [
    row.name.padEnd(52),
    row.value.toFixed(1).padStart(10),
    row.unit.padEnd(10),
    budget.padEnd(16),
    verdict,
  ]
    .join(' ')
    .trimEnd()
}

await main()
