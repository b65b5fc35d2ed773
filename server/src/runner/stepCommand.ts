import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import type { CompiledStep } from '../engine/types.ts'
import { cloneFolder, cloneScript } from './clone.ts'
import { stepEnvironment } from './environment.ts'
import type { WorkflowRun } from './run.ts'
import type { StepRow } from './runs.store.ts'
import type { Command } from './stepProcess.ts'
import { netrcFile, stepFolder } from './workspace.ts'

/** A longer argument is refused by Linux. */
const maxArgumentBytes = 100_000

interface Program {
  file: string
  args: string[]
  /** Below the workspace. */
  directory: string
  /** A line for the log. */
  note?: string | undefined
}

/** What to start for a step, with folders and files that it needs. Throws an Error whose message says why it cannot be. */
export async function commandOf(
  run: WorkflowRun,
  step: CompiledStep,
  row: StepRow,
  hasFailed: boolean,
): Promise<Command & { note?: string | undefined }> {
  const { tools, folders } = run
  const env = stepEnvironment(tools.environment, {
    step,
    home: folders.home,
    workspace: folders.workspace,
    marks: [run.mark, row.uuid],
    machine: tools.machine,
    platform: tools.platform,
    hasFailed,
    workflowStarted: run.started,
    stepStarted: Math.floor(tools.clock() / 1000),
  })
  refuseNul(env)
  const { directory, ...program } = isBuiltInClone(step)
    ? await cloneProgram(run, step)
    : await ownProgram(run, step, row)
  return { ...program, cwd: await stepFolder(folders.workspace, directory), env }
}

/** Secrets and variables of a run may hold it. Told here: Node's own words would quote the value, even of a secret. */
function refuseNul(env: Readonly<Record<string, string>>) {
  for (const [name, value] of Object.entries(env)) {
    if (!`${name}${value}`.includes('\0')) continue
    const shown = name.replaceAll('\0', '\\0')
    throw new Error(`The variable \`${shown}\` contains the character NUL, which no process can be given`)
  }
}

/** Credentials are there for the clone alone. */
export async function forgetCredentials(run: WorkflowRun, step: CompiledStep): Promise<void> {
  if (isBuiltInClone(step)) await rm(netrcFile(run.folders.home), { force: true })
}

/** Whatever its image says. */
const isBuiltInClone = (step: CompiledStep) => step.type === 'clone' && step.commands.length === 0

async function ownProgram(run: WorkflowRun, step: CompiledStep, row: StepRow): Promise<Program> {
  const { file, invocation, note } = await run.tools.images.start(step)
  const { args, file: script } = invocation
  const { directory } = step
  const path = join(run.folders.base, `${row.uuid}${script?.ending ?? '.script'}`)
  if (script) {
    await writeFile(path, script.text, { mode: 0o600 })
    return { file, args: [...args, path], directory, note }
  }
  const text = args.at(-1) ?? ''
  if (args[0] !== '-e' || Buffer.byteLength(text) <= maxArgumentBytes) return { file, args, directory, note }
  await writeFile(path, text, { mode: 0o600 })
  return { file, args: ['-e', path], directory, note }
}

/** The repository's place and credentials are asked for now and never stored with the task. */
async function cloneProgram(run: WorkflowRun, step: CompiledStep): Promise<Program> {
  const { url, netrc } = await run.tools.cloneSource(run.repoId)
  if (netrc) {
    const text = `machine ${netrc.machine}\nlogin ${netrc.login}\npassword ${netrc.password}\n`
    run.hide([netrc.password])
    await writeFile(netrcFile(run.folders.home), text, { mode: 0o600 })
  }
  return { file: '/bin/sh', args: ['-c', cloneScript(step, url)], directory: cloneFolder(step) }
}
