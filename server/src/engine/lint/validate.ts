import type { PipelineError } from '@yaffle/contract/pipelines'
import { Ajv } from 'ajv'
import type { ErrorObject, ValidateFunction } from 'ajv'

import { finding } from '../problems.ts'
import type { Node } from '../yaml/nodes.ts'
import { workflowSchema } from './schema.ts'

/** A file that is wrong all over need not be told so a thousand times. */
const maxFindings = 30

let compiled: ValidateFunction | undefined
/** Compiled when first needed: that takes longer than a validation. */
function validator(): ValidateFunction {
  compiled ??= new Ajv({
    allErrors: true,
    verbose: true,
    allowUnionTypes: true,
    strictTypes: false,
    strictRequired: false,
  }).compile(workflowSchema)
  return compiled
}

/** The values of a file as JSON has them. */
function plain(node: Node): unknown {
  if (node.kind === 'list') return node.items.map(plain)
  if (node.kind === 'map')
    return Object.fromEntries([...node.entries].map(([key, value]) => [key, plain(value)]))
  const { value } = node
  if (typeof value === 'bigint') return Number(value)
  return value !== null && typeof value === 'object' ? value.timestamp : value
}

const kinds: Readonly<Record<string, string>> = {
  object: 'a map',
  array: 'a list',
  string: 'text',
  boolean: '`true` or `false`',
  integer: 'a whole number',
  number: 'a number',
}

const oneOf = (choices: readonly string[]) =>
  choices.length < 2 ? choices.join('') : `${choices.slice(0, -1).join(', ')} or ${choices.at(-1)}`

function messageOf(error: ErrorObject): string {
  const params = error.params as Record<string, unknown>
  switch (error.keyword) {
    case 'additionalProperties':
      return `\`${String(params['additionalProperty'])}\` is not a known key here`
    case 'required':
      return `\`${String(params['missingProperty'])}\` is missing`
    case 'enum':
      return `must be ${oneOf((params['allowedValues'] as string[]).map((value) => `\`${value}\``))}`
    case 'type': {
      const types = Array.isArray(error.schema) ? (error.schema as string[]) : [String(error.schema)]
      return `must be ${oneOf(types.map((type) => kinds[type] ?? type))}`
    }
    default:
      return error.message ?? 'is not valid'
  }
}

function fieldOf(error: ErrorObject): string {
  const parts = error.instancePath
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
  return parts.length === 0 ? '(root)' : parts.join('.')
}

/** `if` says only that something below is wrong; what a variable stands for is not known yet. */
const isWorthTelling = (error: ErrorObject) =>
  error.keyword !== 'if' && !(typeof error.data === 'string' && error.data.includes('${'))

/** Where a file differs from its schema: warnings. */
export function lintSchema(root: Node, file: string): PipelineError[] {
  const validate = validator()
  if (validate(plain(root))) return []
  return (validate.errors ?? [])
    .filter(isWorthTelling)
    .slice(0, maxFindings)
    .map((error) => finding(messageOf(error), file, fieldOf(error), true))
}
