import type { PipelineError } from '@yaffle/contract/pipelines'

import { finding } from '../problems.ts'
import { imageMatcher } from '../secrets.ts'
import type { StepSpec, WorkflowSpec } from '../spec.ts'
import type { Trusted } from '../types.ts'

export interface LintContext {
  /** The workflow's name. */
  file: string
  trusted: Trusted
  /** Images that may clone with credentials. */
  trustedClonePlugins: readonly string[]
  /** Images that run privileged without saying so. */
  privilegedPlugins: readonly string[]
}

type Area = 'clone' | 'steps' | 'services'

/** These build container images and cannot do so without privileges. */
const needsPrivileges = imageMatcher([
  'plugins/docker',
  'plugins/gcr',
  'plugins/ecr',
  'woodpeckerci/plugin-docker-buildx',
])

function contradictions(step: StepSpec): string[] {
  if (step.settings.size === 0) return []
  const found: string[] = []
  if (step.commands.length > 0) found.push('Cannot configure both `commands` and `settings`')
  if (step.entrypoint.length > 0) found.push('Cannot configure both `entrypoint` and `settings`')
  return found
}

const isSet = (value: boolean | string | readonly string[]) =>
  typeof value === 'boolean' ? value : value.length > 0

const needs: { trust: keyof Trusted; keys: (keyof StepSpec)[] }[] = [
  { trust: 'security', keys: ['privileged'] },
  { trust: 'network', keys: ['dns', 'dns_search', 'extra_hosts', 'network_mode'] },
  { trust: 'volumes', keys: ['volumes', 'devices', 'tmpfs'] },
]

/** What a step asks for that its repository is not trusted with. */
function untrusted(step: StepSpec, { trusted, privilegedPlugins }: LintContext): string[] {
  const isUsed = (key: keyof StepSpec) => {
    if (key === 'network_mode' && step.network_mode === 'none') return false
    const value = step[key]
    return typeof value === 'boolean' || typeof value === 'string' || Array.isArray(value)
      ? isSet(value as boolean | string | readonly string[])
      : false
  }
  const found = needs
    .filter(({ trust }) => !trusted[trust])
    .flatMap(({ trust, keys }) =>
      keys
        .filter(isUsed)
        .map((key) => `Insufficient trust level: \`${key}\` needs a repository trusted for ${trust}`),
    )
  const isPrivileged = step.privileged || imageMatcher(privilegedPlugins)(step.image)
  if (!isPrivileged && needsPrivileges(step.image))
    found.push(
      `Image \`${step.image}\` needs privileges: it is not in the server's list of privileged plugins`,
    )
  return found
}

function unknownDependencies(step: StepSpec, names: ReadonlySet<string>): string[] {
  return (step.depends_on ?? [])
    .filter(({ name, optional }) => !optional && !names.has(name))
    .map(({ name }) => `Step \`${step.name}\` depends on \`${name}\`, which is not in the file`)
}

function lintStep(step: StepSpec, area: Area, context: LintContext): PipelineError[] {
  const field = `${area}.${step.name}`
  const error = (message: string) => finding(message, context.file, field, false)
  const warning = (message: string) => finding(message, context.file, field, true)
  const found: PipelineError[] = []
  if (step.image === '') found.push(error('Invalid or missing `image`'))
  found.push(...contradictions(step).map(error), ...untrusted(step, context).map(error))
  if (step.settings.size > 0 && step.environment.size > 0)
    found.push(warning('Should not configure both `environment` and `settings`'))
  if (area === 'clone' && step.image !== '' && !imageMatcher(context.trustedClonePlugins)(step.image))
    found.push(warning('The clone image is not in the list of trusted ones: it gets no credentials'))
  return found
}

/** What cannot work, and what the repository is not trusted with, in a workflow as it will run. */
export function lintStructure(spec: WorkflowSpec, context: LintContext): PipelineError[] {
  const { file } = context
  const found: PipelineError[] = []
  if (spec.steps.length === 0) found.push(finding('Invalid or missing `steps` section', file, 'steps', false))
  for (const area of ['clone', 'steps', 'services'] as const)
    for (const step of spec[area]) found.push(...lintStep(step, area, context))

  const names = new Set(spec.steps.map(({ name }) => name))
  for (const step of spec.steps)
    for (const message of unknownDependencies(step, names))
      found.push(finding(message, file, `steps.${step.name}.depends_on`, false))

  const services = new Set<string>()
  for (const { name } of spec.services) {
    if (services.has(name))
      found.push(finding(`Two services are named \`${name}\``, file, `services.${name}`, false))
    services.add(name)
  }
  return found
}
