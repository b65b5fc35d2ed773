import { countOf } from './counts.mjs'
import { run, tool } from './run.mjs'

const folders = ['contract/src', 'server/src', 'web/src', 'e2e', 'bench', 'scripts']

/** Checks that look at the sources without running them. Each counts as one test. */
export const checks = [
  { name: 'types', command: 'tsc', args: ['--noEmit'] },
  {
    name: 'import rules',
    command: 'depcruise',
    args: [...folders, '--config', '.dependency-cruiser.cjs', '--output-type', 'err'],
  },
  { name: 'lint', command: 'oxlint', args: ['--type-aware', '--deny-warnings'] },
  { name: 'format', command: 'oxfmt', args: ['--check', '.'] },
  { name: 'dead code', command: 'knip', args: ['--no-progress', '--treat-config-hints-as-errors'] },
]

/** Runs one check; its words are kept for whoever prints them, since several run side by side. */
export async function runCheck({ name, command, args }) {
  const { code, output, milliseconds } = await run(tool(command), args, { capture: true })
  return { name, ...countOf(code === 0), milliseconds, output: code === 0 ? '' : output.trim() }
}
