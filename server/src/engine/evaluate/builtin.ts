import type { Type, Value } from './values.ts'

/** What a function may need besides its arguments. */
export interface Context {
  /** Milliseconds since 1970: when the pipeline was made, since compiling twice must give the same. */
  now: number
  spend: (work: number) => void
}

export interface Builtin {
  min: number
  max: number
  /** Of each argument; the last one also for all that follow. */
  takes: Type[][]
  result: Type
  run: (args: readonly Value[], context: Context) => Value
}

/** A function of this many arguments: one number, or from and to. */
export function builtin(
  arity: number | readonly [number, number],
  takes: Type[][],
  result: Type,
  run: Builtin['run'],
): Builtin {
  const [min, max] = typeof arity === 'number' ? [arity, arity] : arity
  return { min, max, takes, result, run }
}
