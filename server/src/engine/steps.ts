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

/** What every step of a workflow has in its environment. */
export interface CommonEnvironment {
  ofPlugins: Readonly<Record<string, string>>
  /** Plugins do not get the matrix and the run's own variables: their names could be taken for settings. */
  ofOthers: Readonly<Record<string, string>>
}

export function commonEnvironment({ ci, axis, variables, globals }: StepContext): CommonEnvironment {
  const ofPlugins = Object.fromEntries([...globals, ...ci])
  return { ofPlugins, ofOthers: Object.fromEntries([...globals, ...ci, ...axis, ...variables]) }
}

const droneOf = (environment: Record<string, string>) =>
  Object.fromEntries(droneVariables(new Map(Object.entries(environment))))

/** A step as the runner takes it. What is later wins in its environment. Throws a generic problem for a secret that cannot be used. */
export function compileStep(
  spec: StepSpec,
  origin: StepOrigin,
  routing: Routing,
  { secretOf }: Pick<StepContext, 'secretOf'>,
  common: CommonEnvironment,
): NumberlessStep {
  const type = typeOf(origin, spec)
  const user = { name: spec.name, image: spec.image, isPlugin: isPlugin(spec) }
  const resolve = (name: string) => secretOf(name, user)
  const own = variablesOf(spec.environment, resolve)
  const environment: Record<string, string> = {
    ...(user.isPlugin ? common.ofPlugins : common.ofOthers),
    ...Object.fromEntries(variablesOf(spec.settings, resolve, pluginName)),
    ...Object.fromEntries(own),
  }
  if (type === 'plugin') Object.assign(environment, droneOf(environment))
  return {
    name: spec.name,
    type,
    image: spec.image,
    commands: spec.commands,
    environment,
    directory: spec.directory,
    failure: spec.failure,
    detach: spec.detach,
    onSuccess: routing.onSuccess,
    onFailure: routing.onFailure,
    settings: type === 'clone' ? Object.fromEntries(variablesOf(spec.settings, resolve)) : {},
  }
}
