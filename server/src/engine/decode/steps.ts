import { compilerProblem } from '../problems.ts'
import type { Dependency, StepSpec } from '../spec.ts'
import { describe, isNull } from '../yaml/nodes.ts'
import type { MapNode, Node } from '../yaml/nodes.ts'
import { constraintsOf } from './constraints.ts'
import { at, boolOf, child, mapOf, textOf, textsOf, valuesOf } from './fields.ts'
import type { Field } from './fields.ts'

function dependencyOf(item: Node, path: string): Dependency {
  if (item.kind === 'scalar' && typeof item.value === 'string') return { name: item.text, optional: false }
  if (item.kind === 'map')
    return { name: textOf(child(item, 'name', path)), optional: boolOf(child(item, 'optional', path)) }
  throw compilerProblem(
    `line ${item.line}: \`${path}\` must be a name or a map with a name, not ${describe(item)}`,
  )
}

/** A name, a list of names or of `{name, optional}`. */
export function dependenciesOf(field: Field): Dependency[] {
  const { node, path } = field
  if (isNull(node)) return []
  if (node.kind === 'scalar') return [{ name: node.text, optional: false }]
  if (node.kind === 'map') return [dependencyOf(node, path)]
  return node.items.map((item, index) => dependencyOf(item, `${path}[${index}]`))
}

function stepOf(map: MapNode, path: string, fallbackName: string): StepSpec {
  const of = (key: string) => child(map, key, path)
  return {
    name: textOf(of('name')) || fallbackName,
    image: textOf(of('image')),
    commands: textsOf(of('commands')),
    entrypoint: textsOf(of('entrypoint')),
    environment: valuesOf(of('environment')),
    settings: valuesOf(of('settings')),
    when: constraintsOf(of('when')),
    depends_on: isNull(of('depends_on').node) ? undefined : dependenciesOf(of('depends_on')),
    failure: textOf(of('failure')) || 'fail',
    detach: boolOf(of('detach')),
    directory: textOf(of('directory')),
    privileged: boolOf(of('privileged')),
    network_mode: textOf(of('network_mode')),
    dns: textsOf(of('dns')),
    dns_search: textsOf(of('dns_search')),
    extra_hosts: textsOf(of('extra_hosts')),
    volumes: textsOf(of('volumes')),
    devices: textsOf(of('devices')),
    tmpfs: textsOf(of('tmpfs')),
    ports: portsOf(of('ports')),
  }
}

/** Numbers are welcome here, unlike in other lists. */
function portsOf(field: Field): string[] {
  if (field.node?.kind !== 'list') return textsOf(field)
  return field.node.items.map((node, index) => textOf({ node, path: `${field.path}[${index}]` }))
}

const emptyMap = (line: number): MapNode => ({ kind: 'map', entries: new Map(), line })

/** Steps, services or clone steps: a map in source order whose keys are names, or a list. */
export function stepsOf(field: Field): StepSpec[] {
  const { node, path } = field
  if (isNull(node)) return []
  if (node.kind === 'list') {
    return node.items.map((item, index) => {
      const itemPath = `${path}[${index}]`
      const map = mapOf({ node: item, path: itemPath }) ?? emptyMap(item.line)
      return stepOf(map, itemPath, `step-${index}`)
    })
  }
  const map = mapOf(field) ?? emptyMap(node.line)
  return [...map.entries].map(([name, item]) => {
    const itemPath = at(path, name)
    return stepOf(mapOf({ node: item, path: itemPath }) ?? emptyMap(item.line), itemPath, name)
  })
}

/** What fetches the code where a file says nothing about it; tags matter only to a pipeline of a tag. */
export function defaultClone(event: string): StepSpec {
  const text = (value: string): Node => ({ kind: 'scalar', text: value, value, line: 0 })
  const settings = new Map([['depth', text('0')]])
  if (event === 'tag') settings.set('tags', text('true'))
  const entries = new Map<string, Node>([
    ['image', text('woodpeckerci/plugin-git')],
    ['settings', { kind: 'map', entries: settings, line: 0 }],
  ])
  return stepOf({ kind: 'map', entries, line: 0 }, 'clone', 'clone')
}
