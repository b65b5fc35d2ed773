import { omittedKeysOf } from '@yaffle/contract/encode'
import { defOf } from '@yaffle/contract/schema'
import type * as z from 'zod/mini'

/** How an answer differs from the contract. Paths are like `workflows[].children[].pid`. */
export interface Difference {
  kind: 'wrong' | 'missing' | 'unknown'
  path: string
}

const mostItems = 200

/**
 * What an answer has that the contract does not know, what it lacks that the contract always has, and what is of another
 * type. Stricter than the page, which bears most of it.
 */
export function differences(schema: z.ZodMiniType, answer: unknown): Difference[] {
  const found = new Map<string, Difference>()
  const note = (kind: Difference['kind'], path: string) =>
    found.set(`${kind} ${path}`, { kind, path: path || '.' })
  walk(schema, answer, '', note)
  return [...found.values()]
}

function walk(
  schema: z.ZodMiniType,
  value: unknown,
  path: string,
  note: (kind: Difference['kind'], path: string) => void,
) {
  const bare = unwrapped(schema)
  const def = defOf(bare)
  if (value === null || value === undefined) return
  if (def.type === 'array' && def.element) {
    if (!Array.isArray(value)) return note('wrong', path)
    for (const item of value.slice(0, mostItems) as unknown[]) walk(def.element, item, `${path}[]`, note)
    return
  }
  if (def.type === 'object' && def.shape) {
    if (typeof value !== 'object' || Array.isArray(value)) return note('wrong', path)
    const given = value as Record<string, unknown>
    const omitted = omittedKeysOf(bare)
    const at = (key: string) => (path ? `${path}.${key}` : key)
    for (const key of Object.keys(given)) if (!Object.hasOwn(def.shape, key)) note('unknown', at(key))
    for (const [key, field] of Object.entries(def.shape)) {
      if (given[key] !== undefined) walk(field, given[key], at(key), note)
      else if (!omitted.has(key) && field.safeParse(undefined).data !== undefined) note('missing', at(key))
    }
    return
  }
  if (!bare.safeParse(value).success) note('wrong', path)
}

/** Below what bears absent values. */
function unwrapped(schema: z.ZodMiniType): z.ZodMiniType {
  const { type, in: inner, innerType } = defOf(schema)
  if (type === 'pipe' && inner) return unwrapped(inner)
  if ((type === 'optional' || type === 'nullable') && innerType) return unwrapped(innerType)
  return schema
}
