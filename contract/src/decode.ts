import type * as z from 'zod/mini'

import { mendsAbsent } from './fields.ts'
import { type Def, defOf, innermost } from './schema.ts'

/** What a schema makes of a value; throws for one that the schema itself must be asked about. */
type Mend = (value: unknown) => unknown

const decoders = new WeakMap<object, Mend>()

/**
 * What `schema.parse` returns, for a value that nobody else holds, such as an answer just read: its lists are mended in
 * place. Many times as fast, which lists of thousands need, as browsers must not compile schemas under our policy.
 * Whatever is unusual is left to the schema itself, and so are all errors: throws its ZodError.
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
  const kind = kindOf(def)
  if (kind === 'number') return (value) => (Number.isSafeInteger(value) ? value : unusual())
  if (kind) return (value) => (typeof value === kind ? value : unusual())
  if (isPlain && def.type === 'array' && def.element) return inList(mendOf(def.element))
  if (isPlain && def.type === 'object' && def.shape) return inObject(def.shape)
  const absent = mendsAbsent.get(schema)
  if (absent && def.in) return orAbsent(absent.value, def.in)
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

/**
 * Copies of one object that has a place for every field that is never absent, so that all have the same form, whatever a
 * server left out: browsers are fastest with these, to make and to read.
 */
function inObject(shape: Record<string, z.ZodMiniType>): Mend {
  const keys = Object.keys(shape)
  const fields = Object.values(shape).map((schema) => ({ mend: mendOf(schema), plain: plainOf(schema) }))
  const mends = fields.map(({ mend }) => mend)
  const kinds = fields.map(({ plain }) => plain?.kind)
  const model = Object.fromEntries(
    fields.flatMap(({ mend, plain }, at) => (mayStayAbsent(mend) ? [] : [[keys[at], plain?.empty]])),
  )
  const onlyKnown = (made: Record<string, unknown>) =>
    Object.fromEntries(keys.flatMap((key) => (made[key] === undefined ? [] : [[key, made[key]]])))

  return (value) => {
    if (value === null || typeof value !== 'object' || Array.isArray(value)) return unusual()
    const made: Record<string, unknown> = { ...model, ...value }
    let count = 0
    for (let at = 0; at < keys.length; at++) {
      const key = keys[at] as string
      const given = made[key]
      // Most fields are of a plain kind, which is seen here, without a call.
      if (typeof given === kinds[at] && (typeof given !== 'number' || Number.isSafeInteger(given))) {
        count += 1
        continue
      }
      const mended = (mends[at] as Mend)(given)
      if (mended !== given) made[key] = mended
      if (mended !== undefined) count += 1
    }
    for (const _ in made) count -= 1
    return count === 0 ? made : onlyKnown(made)
  }
}

function mayStayAbsent(mend: Mend): boolean {
  try {
    return mend(undefined) === undefined
  } catch {
    return false
  }
}

/** The kind of a field whose values need no more than a look at it, and what it holds when it was left out. */
function plainOf(schema: z.ZodMiniType): { kind: string; empty?: unknown } | undefined {
  const def = defOf(schema)
  const absent = mendsAbsent.get(schema)
  if (absent && def.in) {
    const kind = plainOf(innermost(def.in))?.kind
    return kind === typeof absent.value ? { kind, empty: absent.value } : undefined
  }
  const kind = kindOf(def)
  return kind ? { kind } : undefined
}

/** What `typeof` says of all that such a schema takes, and of nothing else but numbers that are not whole. */
function kindOf({ type, checks, format }: Def) {
  if (checks?.length) return undefined
  return type === 'string' || type === 'boolean' || (type === 'number' && format === 'safeint')
    ? type
    : undefined
}

function orAbsent(empty: unknown, inner: z.ZodMiniType): Mend {
  const mend = mendOf(innermost(inner))
  // Each value gets a list or map of its own.
  const absent = Array.isArray(empty)
    ? () => [...empty]
    : empty !== null && typeof empty === 'object'
      ? () => ({ ...empty })
      : () => empty
  return (value) => (value === undefined || value === null ? absent() : mend(value))
}
