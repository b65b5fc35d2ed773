import type { Builtin } from './builtin.ts'
import { conversionBuiltins } from './builtins/conversions.ts'
import { listBuiltins } from './builtins/lists.ts'
import { numberBuiltins } from './builtins/numbers.ts'
import { stringBuiltins } from './builtins/strings.ts'
import { timeBuiltins } from './builtins/times.ts'

/** Every function that takes plain values. */
export const builtins: ReadonlyMap<string, Builtin> = new Map(
  Object.entries({
    ...stringBuiltins,
    ...listBuiltins,
    ...numberBuiltins,
    ...conversionBuiltins,
    ...timeBuiltins,
  }),
)
