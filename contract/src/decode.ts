import type * as z from 'zod/mini'

import { mendsAbsent } from './fields.ts'
import { defOf, innermost } from './schema.ts'

/** Takes a value apart and mends it in place; throws for one that its schema must be asked about. */
type Mend = (value: unknown) => unknown

const decoders = new WeakMap<object, Mend>()

/**
 * What `schema.parse` returns, for a value that nobody else holds, such as an answer just read: it is mended in place.
 * Ten times as fast, which lists of thousands need, as browsers must not compile schemas under our policy. Whatever is
 * unusual is left to the schema itself, and so are all errors: throws its ZodError.
 */
export function decode<Schema extends z.ZodMiniType>(schema: Schema, value: unknown): z.output<Schema> {
  try {
    return mendOf(schema)(value) as z.output<Schema>
  } catch {
    return schema.parse(value)
  }
}

function mendOf(schema: z.ZodMiniType): Mend {
  const known = decoders.get(schema)
  if (known) return known
  const made = build(schema)
  decoders.set(schema, made)
  return made
}

function unusual(): never {
  throw new TypeError('Unusual')
}

function build(schema: z.ZodMiniType): Mend {
  const def = defOf(schema)
  const isPlain = !def.checks?.length
  if (isPlain && (def.type === 'string' || def.type === 'boolean'))
    return (value) => (typeof value === def.type ? value : unusual())
  if (isPlain && def.type === 'number' && def.format === 'safeint')
    return (value) => (Number.isSafeInteger(value) ? value : unusual())
  if (isPlain && def.type === 'array' && def.element) return inList(mendOf(def.element))
  if (isPlain && def.type === 'object' && def.shape) return inObject(def.shape)
  if (def.type === 'pipe' && def.in && mendsAbsent.has(schema)) return orAbsent(schema, def.in)
  return (value) => schema.parse(value)
}

/** Something in a list is rarely in need of more than being looked at. */
function inList(mend: Mend): Mend {
  return (value) => {
    if (!Array.isArray(value)) return unusual()
    for (let index = 0; index < value.length; index++) {
      const given: unknown = value[index]
      const mended = mend(given)
      if (mended !== given) value[index] = mended
    }
    return value
  }
}

function inObject(shape: Record<string, z.ZodMiniType>): Mend {
  const fields = Object.entries(shape).map(([key, field]) => ({ key, mend: mendOf(field) }))
  const onlyKnown = (source: Record<string, unknown>) =>
    Object.fromEntries(fields.flatMap(({ key }) => (source[key] === undefined ? [] : [[key, source[key]]])))

  return (value) => {
    if (value === null || typeof value !== 'object' || Array.isArray(value)) return unusual()
    const source = value as Record<string, unknown>
    let count = 0
    for (const { key, mend } of fields) {
      const given = source[key]
      const mended = mend(given)
      if (mended !== given) source[key] = mended
      if (mended !== undefined) count += 1
    }
    return Object.keys(source).length === count ? source : onlyKnown(source)
  }
}

function orAbsent(schema: z.ZodMiniType, inner: z.ZodMiniType): Mend {
  const bare = innermost(inner)
  const mend = mendOf(bare)
  const empty: unknown = schema.parse(undefined)
  // Each value gets a list or map of its own.
  const absent = Array.isArray(empty)
    ? () => [...empty]
    : empty !== null && typeof empty === 'object'
      ? () => ({ ...empty })
      : () => empty
  return (value) => (value === undefined || value === null ? absent() : mend(value))
}
