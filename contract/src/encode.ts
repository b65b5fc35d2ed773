import type * as z from 'zod/mini'

type Encode = (value: unknown) => unknown

const optionalKeys = new WeakMap<object, ReadonlySet<string>>()

/** Marks the keys of an entity that the wire leaves out while they are 0, '', false, an empty list or map, or absent. */
export function omitEmpty<Schema extends z.ZodMiniObject>(
  schema: Schema,
  keys: readonly (keyof z.output<Schema> & string)[],
): Schema {
  optionalKeys.set(schema, new Set(keys))
  return schema
}

const none: ReadonlySet<string> = new Set()
/** Those keys, for documents about the wire. */
export const omittedKeysOf = (schema: object): ReadonlySet<string> => optionalKeys.get(schema) ?? none

const isEmpty = (value: unknown) =>
  !value ||
  (typeof value === 'object' && (Array.isArray(value) ? value.length === 0 : Object.keys(value).length === 0))

interface Def {
  type: string
  shape?: Record<string, z.ZodMiniType>
  element?: z.ZodMiniType
  innerType?: z.ZodMiniType
  in?: z.ZodMiniType
}

const encoders = new WeakMap<object, Encode>()

/**
 * The way back from clean data to the wire: leaves out what `omitEmpty` names, and every key that the schema does not
 * have. A value must already have the schema's output shape. Built once per schema.
 */
export function encoderOf(schema: z.ZodMiniType): Encode {
  const known = encoders.get(schema)
  if (known) return known
  const made = build(schema)
  encoders.set(schema, made)
  return made
}

function build(schema: z.ZodMiniType): Encode {
  const def = schema._zod.def as unknown as Def
  if (def.type === 'object' && def.shape) return objectEncoder(schema, def.shape)
  if (def.type === 'array' && def.element) {
    const item = encoderOf(def.element)
    return (value) => (Array.isArray(value) ? value.map(item) : value)
  }
  const inner = def.innerType ?? def.in
  return inner ? encoderOf(inner) : (value) => value
}

function objectEncoder(schema: z.ZodMiniType, shape: Record<string, z.ZodMiniType>): Encode {
  const omitted = optionalKeys.get(schema)
  const fields = Object.entries(shape).map(([key, field]) => ({
    key,
    encode: encoderOf(field),
    optional: omitted?.has(key) ?? false,
  }))
  return (value) => {
    if (value === null || typeof value !== 'object') return value
    const source = value as Record<string, unknown>
    const wire: Record<string, unknown> = {}
    for (const { key, encode, optional } of fields) {
      if (source[key] === undefined || (optional && isEmpty(source[key]))) continue
      wire[key] = encode(source[key])
    }
    return wire
  }
}
