import type * as z from 'zod/mini'

/** What a schema says of itself, as far as those who walk through schemas need it. */
export interface Def {
  type: string
  /** Of numbers: `safeint` for whole ones. */
  format?: string
  checks?: readonly unknown[]
  shape?: Record<string, z.ZodMiniType>
  element?: z.ZodMiniType
  innerType?: z.ZodMiniType
  in?: z.ZodMiniType
}

export const defOf = (schema: z.ZodMiniType) => schema._zod.def as unknown as Def

/** Below `optional` and `nullable`. */
export function innermost(schema: z.ZodMiniType): z.ZodMiniType {
  const { type, innerType } = defOf(schema)
  return innerType && (type === 'optional' || type === 'nullable') ? innermost(innerType) : schema
}
