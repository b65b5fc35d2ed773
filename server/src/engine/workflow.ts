import type { PipelineError } from '@yaffle/contract/pipelines'

import { decodeWorkflow } from './decode.ts'
import { defaultClone } from './decode/steps.ts'
import { expressionVariables, substitutionVariables } from './environment.ts'
import type { Variables } from './environment.ts'
import type { Spend } from './globs.ts'
import { maxSteps, maxSubstitutedLength } from './limits.ts'
import { genericProblem } from './problems.ts'
import type { SecretLookup } from './secrets.ts'
import type { Dependency, StepSpec, WorkflowSpec } from './spec.ts'
import { stagesOf } from './stages.ts'
import { commonEnvironment, compileStep } from './steps.ts'
import type { NumberlessStep, StepOrigin } from './steps.ts'
import { substituteNoting } from './substitute.ts'
import type { CompiledWorkflow, Metadata } from './types.ts'
import { route, workflowRunOn } from './when.ts'
import type { Circumstances } from './when.ts'
import type { Node } from './yaml/nodes.ts'
import { readYaml } from './yaml/read.ts'
import { fillIn } from './yaml/template.ts'
import type { Template } from './yaml/template.ts'

/** What the workflow of one axis is made from. */
export interface WorkflowInput {
  name: string
  /** Of the whole file, variables not yet put in. */
  text: string
  /** The same, read. */
  root: Node
  /** With which it need not be read anew for each axis. */
  template: Template | undefined
  axis: Variables
  ci: Variables
  variables: Variables
  globals: Variables
  metadata: Metadata
  secretOf: SecretLookup
  /** Findings about the workflow as it will run; a blocking one stops everything. */
  lint: (spec: WorkflowSpec) => PipelineError[]
  spendOnYaml: Spend
  spendOnFilters: Spend
  pathAnswers: Map<string, boolean>
}

/** A workflow before steps are numbered and names of others become numbers. */
export interface NumberlessWorkflow extends Omit<CompiledWorkflow, 'pid' | 'dependsOn' | 'stages'> {
  needs: Dependency[]
  stages: NumberlessStep[][]
}

export interface WorkflowResult {
  errors: PipelineError[]
  /** Undefined if it is not wanted, or not possible. */
  workflow: NumberlessWorkflow | undefined
}

const ownLabels = (labels: ReadonlyMap<string, string>) =>
  Object.fromEntries([...labels].filter(([key]) => !key.startsWith('woodpecker-ci.org')))

function cloneSteps(spec: WorkflowSpec, event: string): StepSpec[] {
  if (spec.skip_clone) return []
  return spec.clone.length > 0 ? spec.clone : [defaultClone(event)]
}

/** Values that no schema can judge. */
function checkStep(step: StepSpec) {
  for (const port of step.ports) {
    const [number = '', protocol] = port.split('/')
    if (!/^\d{1,5}$/.test(number) || Number(number) > 65_535 || protocol === '')
      throw genericProblem(`step \`${step.name}\`: \`${port}\` is not a port`)
  }
  for (const host of step.extra_hosts)
    if (!host.includes(':'))
      throw genericProblem(`step \`${step.name}\`: \`${host}\` is not of the form \`host:ip\``)
}

function compileStages(
  spec: WorkflowSpec,
  input: WorkflowInput,
  circumstances: Circumstances,
): NumberlessStep[][] {
  const common = commonEnvironment(input)
  const clone = cloneSteps(spec, input.metadata.curr.event)
  const compiled = (origin: StepOrigin, specs: readonly StepSpec[]) =>
    specs.flatMap((each) => {
      const routing = route(each.when, circumstances)
      if (!routing) return []
      checkStep(each)
      return [
        {
          name: each.name,
          depends_on: each.depends_on,
          step: compileStep(each, origin, routing, input, common),
        },
      ]
    })
  const cloning = compiled('clone', clone).map(({ step }) => [step])
  const services = compiled('service', spec.services).map(({ step }) => step)
  const declared = new Set(spec.steps.map((step) => step.name))
  return [
    ...cloning,
    ...(services.length > 0 ? [services] : []),
    ...stagesOf(compiled('step', spec.steps), declared),
  ]
}

/** What filling in costs, compared with what reading costs. */
const charactersPerLexeme = 64

/** The file with its variables put in, read. */
function filledIn({ text, root, template, spendOnYaml }: WorkflowInput, variables: Variables) {
  const substituted = substituteNoting(text, (name) => variables.get(name))
  const whole = substituted.text
  if (whole === text) return root
  // Cheaper than reading, but not for nothing.
  spendOnYaml(Math.ceil(whole.length / charactersPerLexeme))
  const filled = template && fillIn(template, substituted)
  return filled ?? readYaml(whole, { maxLength: maxSubstitutedLength, spend: spendOnYaml })
}

/** Compiles a file for one axis. Throws a problem where nothing can be made of it. */
export function compileWorkflow(input: WorkflowInput): WorkflowResult {
  const { metadata, axis, pathAnswers } = input
  const variables = substitutionVariables(input)
  const spec = decodeWorkflow(filledIn(input, variables))
  if (spec.clone.length + spec.services.length + spec.steps.length > maxSteps)
    throw genericProblem(`a workflow can have ${maxSteps} steps at most`)

  const errors = input.lint(spec)
  if (errors.some((error) => !error.is_warning)) return { errors, workflow: undefined }

  const expression = expressionVariables(input)
  const spend = input.spendOnFilters
  const routing = route(spec.when, { metadata, axis: undefined, variables: expression, spend, pathAnswers })
  if (!routing) return { errors: [], workflow: undefined }
  const stages = compileStages(spec, input, { metadata, axis, variables: expression, spend, pathAnswers })
  if (stages.length === 0) return { errors: [], workflow: undefined }

  return {
    errors,
    workflow: {
      name: input.name,
      environ: Object.fromEntries(axis),
      labels: ownLabels(spec.labels),
      needs: spec.depends_on,
      runOn: workflowRunOn(routing, spec.runs_on),
      concurrency: { limit: Math.max(0, spec.concurrency.limit), group: spec.concurrency.group },
      stages,
    },
  }
}
