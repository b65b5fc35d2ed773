import { droneVariables } from './drone.ts'
import type { Variables } from './environment.ts'
import type { SecretLookup } from './secrets.ts'
import { pluginName, variablesOf } from './settings.ts'
import { isPlugin } from './spec.ts'
import type { StepSpec } from './spec.ts'
import type { CompiledStep } from './types.ts'
import type { Routing } from './when.ts'

/** What all steps of one workflow have in common. */
export interface StepContext {
  ci: Variables
  axis: Variables
  variables: Variables
  globals: Variables
  secretOf: SecretLookup
}

/** A step whose number is not known yet. */
export type NumberlessStep = Omit<CompiledStep, 'pid'>

export type StepOrigin = 'clone' | 'service' | 'step'

function typeOf(origin: StepOrigin, spec: StepSpec): CompiledStep['type'] {
  if (origin !== 'step') return origin
  return isPlugin(spec) ? 'plugin' : 'commands'
}

/** Variables of a step; what is later in the list wins. Throws a generic problem for a secret that cannot be used. */
function environmentOf(
  spec: StepSpec,
  type: CompiledStep['type'],
  settings: Variables,
  context: StepContext,
) {
  const { ci, axis, variables, globals, secretOf } = context
  const user = { name: spec.name, image: spec.image, isPlugin: isPlugin(spec) }
  const own = variablesOf(spec.environment, (name) => secretOf(name, user))
  // Plugins do not get the matrix and the run's own variables: their names could be taken for settings.
  const ofRun = user.isPlugin ? [] : [...axis, ...variables]
  const all: Variables = new Map([...globals, ...ci, ...ofRun, ...settings, ...own])
  return type === 'plugin' ? new Map([...all, ...droneVariables(all)]) : all
}

/** A step as the runner takes it. */
export function compileStep(
  spec: StepSpec,
  origin: StepOrigin,
  routing: Routing,
  context: StepContext,
): NumberlessStep {
  const type = typeOf(origin, spec)
  const user = { name: spec.name, image: spec.image, isPlugin: isPlugin(spec) }
  const resolve = (name: string) => context.secretOf(name, user)
  const settings = variablesOf(spec.settings, resolve)
  const renamed: Variables = new Map([...settings].map(([key, value]) => [pluginName(key), value]))
  return {
    name: spec.name,
    type,
    image: spec.image,
    commands: spec.commands,
    environment: Object.fromEntries(environmentOf(spec, type, renamed, context)),
    directory: spec.directory,
    failure: spec.failure,
    detach: spec.detach,
    onSuccess: routing.onSuccess,
    onFailure: routing.onFailure,
    settings: type === 'clone' ? Object.fromEntries(settings) : {},
  }
}
