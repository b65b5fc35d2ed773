import type { PipelineError } from '@yaffle/contract/pipelines'

import { dependencyNumbers, withoutOrphans } from './dependencies.ts'
import { workflowName } from './discover.ts'
import { ciVariables } from './environment.ts'
import type { Variables } from './environment.ts'
import type { Spend } from './globs.ts'
import { maxFilterWork, maxFindings, maxPipelineLexemes, maxWorkflows } from './limits.ts'
import { lintFile } from './lint.ts'
import { lintStructure } from './lint/structure.ts'
import { matrixAxes } from './matrix.ts'
import { compilerProblem, genericProblem, Problem } from './problems.ts'
import { secretLookup } from './secrets.ts'
import type { CompiledWorkflow, CompileInput, CompileResult, PipelineFile } from './types.ts'
import { compileWorkflow } from './workflow.ts'
import type { NumberlessWorkflow } from './workflow.ts'
import { readTemplate } from './yaml/read.ts'

type PlacedWorkflow = NumberlessWorkflow & { pid: number }

function limited(limit: number, refuse: () => Problem): Spend {
  let left = limit
  return (work) => {
    left -= work
    if (left < 0) throw refuse()
  }
}

const variablesOf = (record: Readonly<Record<string, string>>): Variables => new Map(Object.entries(record))

/** Builds the workflows of one pipeline; findings collect in `errors` as they come. */
class Compilation {
  readonly errors: PipelineError[] = []
  readonly workflows: PlacedWorkflow[] = []
  readonly #input: CompileInput
  readonly #layers: { variables: Variables; globals: Variables }
  readonly #spendOnYaml = limited(maxPipelineLexemes, () =>
    compilerProblem('the files of this pipeline are too long'),
  )
  readonly #spendOnFilters = limited(maxFilterWork, () =>
    genericProblem('the filters of this pipeline take too long'),
  )

  readonly #pathAnswers = new Map<string, boolean>()

  constructor(input: CompileInput) {
    this.#input = input
    this.#layers = { variables: variablesOf(input.variables), globals: variablesOf(input.globals) }
  }

  /** All axes of one file. Throws a problem that stops the whole pipeline. */
  add(file: PipelineFile) {
    const name = workflowName(file.path)
    const { root, template } = readTemplate(file.data, { spend: this.#spendOnYaml })
    const { metadata, secrets, trustedClonePlugins, privilegedPlugins } = this.#input
    const secretOf = secretLookup(secrets, metadata.curr.event)
    const { trusted } = metadata.repo
    const ofFile = lintFile({ file: name, text: file.data, root })
    for (const axis of matrixAxes(root)) {
      const number = this.workflows.length + 1
      if (number > maxWorkflows) throw genericProblem(`a pipeline can have ${maxWorkflows} workflows at most`)
      const { errors, workflow } = compileWorkflow({
        name,
        text: file.data,
        root,
        template,
        axis,
        ci: ciVariables(metadata, { name, number }),
        ...this.#layers,
        metadata,
        secretOf,
        lint: (spec) => [
          ...lintStructure(spec, { file: name, trusted, trustedClonePlugins, privilegedPlugins }),
          ...ofFile,
        ],
        spendOnYaml: this.#spendOnYaml,
        spendOnFilters: this.#spendOnFilters,
        pathAnswers: this.#pathAnswers,
      })
      this.#report(errors)
      if (workflow) this.workflows.push({ ...workflow, pid: number })
      if (errors.some((error) => !error.is_warning)) return
    }
  }

  #report(errors: readonly PipelineError[]) {
    for (const error of errors)
      if (!error.is_warning || this.errors.length < maxFindings) this.errors.push(error)
  }

  get isBlocked(): boolean {
    return this.errors.some((error) => !error.is_warning)
  }

  /** The workflows that can run, with numbers for steps and dependencies. */
  finish(): CompiledWorkflow[] {
    const items = withoutOrphans(this.workflows)
    const dependsOn = dependencyNumbers(items)
    let lastPid = Math.max(0, ...items.map(({ pid }) => pid))
    return items.map((item) => {
      const { needs: _, stages, ...workflow } = item
      const numbered = stages.map((steps) =>
        steps.map((step) => {
          lastPid += 1
          return { pid: lastPid, ...step }
        }),
      )
      return { ...workflow, dependsOn: dependsOn.get(item) ?? [], stages: numbered }
    })
  }
}

/**
 * Makes workflows of pipeline files. Never throws because of what the files say: whatever is wrong with them is in
 * `errors`. The first file with an error that is no warning ends the building; then there are no workflows.
 */
export function compilePipeline(input: CompileInput): CompileResult {
  const compilation = new Compilation(input)
  try {
    for (const file of input.files) {
      compilation.add(file)
      if (compilation.isBlocked) return { errors: compilation.errors, workflows: [] }
    }
    return { errors: compilation.errors, workflows: compilation.finish() }
  } catch (error) {
    // A RangeError is a nesting or length beyond what the language can hold.
    if (error instanceof RangeError)
      return { errors: [genericProblem('the pipeline files are too complex').error], workflows: [] }
    if (!(error instanceof Problem)) throw error
    return { errors: [...compilation.errors, error.error], workflows: [] }
  }
}
