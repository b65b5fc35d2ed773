import * as z from 'zod/mini'

/** Pipes that do nothing but put something in the place of absent and null, each with what it puts there. */
export const mendsAbsent = new WeakMap<object, { value: unknown }>()
function known<Schema extends object>(schema: Schema, value: unknown): Schema {
  mendsAbsent.set(schema, { value })
  return schema
}

/**
 * Building blocks for entities of the wire. Real servers leave out zero values and send null for empty lists, so
 * each block reads absent and null as the empty value of its kind: what a schema returns is always complete.
 */
export const orElse = <Inner extends z.ZodMiniType>(inner: Inner, fallback: z.output<Inner>) =>
  known(
    z.pipe(
      z.nullish(inner),
      z.transform((value: z.output<Inner> | null | undefined) => value ?? fallback),
    ),
    fallback,
  )

// Hundreds of fields are one of these three: each is made once, which a page feels when it starts.
const anyText = orElse(z.string(), '')
const anyInt = orElse(z.int(), 0)
const anyFlag = orElse(z.boolean(), false)

/** Any text; absent or null is `''`. */
export const text = () => anyText
/** A whole number, also Unix seconds; absent or null is 0. */
export const int = () => anyInt
/** Absent or null is false. */
export const flag = () => anyFlag
/** Absent or null is `[]`. */
export const list = <Item extends z.ZodMiniType>(item: Item) => orElse(z.array(item), [])
/** A map from names to texts; absent or null is `{}`. */
export const textMap = () => orElse(z.record(z.string(), z.string()), {})
/** Absent stays absent, null becomes absent. */
export const maybe = <Inner extends z.ZodMiniType>(inner: Inner) =>
  known(
    z.pipe(
      z.nullish(inner),
      z.transform((value: z.output<Inner> | null | undefined) => value ?? undefined),
    ),
    undefined,
  )

/** An id in a path. */
export const id = () => z.pipe(z.string().check(z.regex(/^\d{1,15}$/, 'not a number')), z.transform(Number))

/** A boolean in a query, in Go's spelling; anything else is false, as the wire says. */
export const queryFlag = () =>
  z.pipe(
    z.optional(z.string()),
    z.transform((value: string | undefined) => value !== undefined && /^(1|t|T|true|TRUE|True)$/.test(value)),
  )

const positive = (value: string | undefined) => (value && /^\d{1,9}$/.test(value) ? Number(value) : 0)

/** `page` from 1 and `perPage` from 1 to 50; anything else falls back to 1 and 50. Never refuses. */
export const Paging = z.object({
  page: z.pipe(
    z.optional(z.string()),
    z.transform((value: string | undefined) => Math.max(1, positive(value))),
  ),
  perPage: z.pipe(
    z.optional(z.string()),
    z.transform((value: string | undefined) => {
      const wanted = positive(value)
      return wanted >= 1 && wanted <= 50 ? wanted : 50
    }),
  ),
})
export type Paging = z.output<typeof Paging>

/** Fewer items than this on a page means that it was the last one. */
export const pageSize = 50
