import { builtin } from '../builtin.ts'
import type { Builtin } from '../builtin.ts'
import { ExpressionError } from '../errors.ts'
import { number } from '../values.ts'
import type { Type, Value } from '../values.ts'

const numeric: Type[] = ['int', 'float']
const ints: Type[] = ['int']

const rounding = (round: (value: number) => number) =>
  builtin(1, [numeric], 'float', ([value = null]) => round(Number(number(value))))

function int(value: Value | undefined): bigint {
  if (typeof value === 'bigint') return value
  throw new ExpressionError('a whole number is needed')
}

const onBits = (run: (one: bigint, other: bigint) => bigint) =>
  builtin(2, [ints, ints], 'int', ([one, other]) => BigInt.asIntN(64, run(int(one), int(other))))

function shift(by: bigint): bigint {
  if (by < 0n) throw new ExpressionError('cannot shift by less than nothing')
  return by > 64n ? 64n : by
}

export const numberBuiltins: Record<string, Builtin> = {
  abs: builtin(1, [numeric], 'any', ([value = null]) => {
    const known = number(value)
    return known < 0 ? -known : known
  }),
  ceil: rounding(Math.ceil),
  floor: rounding(Math.floor),
  // Away from zero at a half, unlike Math.round.
  round: rounding((value) => Math.sign(value) * Math.round(Math.abs(value))),
  bitand: onBits((one, other) => one & other),
  bitor: onBits((one, other) => one | other),
  bitxor: onBits((one, other) => one ^ other),
  bitnand: onBits((one, other) => one & ~other),
  bitnot: builtin(1, [ints], 'int', ([value]) => ~int(value)),
  bitshl: onBits((one, by) => one << shift(by)),
  bitshr: onBits((one, by) => one >> shift(by)),
  bitushr: onBits((one, by) => BigInt.asUintN(64, one) >> shift(by)),
}
