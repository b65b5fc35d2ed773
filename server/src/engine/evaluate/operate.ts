import { ExpressionError } from './errors.ts'
import {
  compare,
  Duration,
  equal,
  isList,
  isMap,
  Moment,
  number,
  text,
  typeOfValue,
  whole,
} from './values.ts'
import type { Value } from './values.ts'

const millisecond = 1_000_000n
/** Texts are limited: they could double with every operator. */
const maxLength = 1_000_000

function add(left: Value, right: Value): Value {
  if (typeof left === 'string' && typeof right === 'string') {
    if (left.length + right.length > maxLength) throw new ExpressionError('the text becomes too long')
    return left + right
  }
  if (left instanceof Moment && right instanceof Duration)
    return new Moment(left.ms + Number(right.ns / millisecond), left.zone)
  if (left instanceof Duration && right instanceof Moment) return add(right, left)
  if (left instanceof Duration && right instanceof Duration) return new Duration(whole(left.ns + right.ns))
  const [one, other] = [number(left), number(right)]
  return typeof one === 'bigint' && typeof other === 'bigint'
    ? whole(one + other)
    : Number(one) + Number(other)
}

function subtract(left: Value, right: Value): Value {
  if (left instanceof Moment && right instanceof Moment)
    return new Duration(BigInt(Math.round(left.ms - right.ms)) * millisecond)
  if (left instanceof Moment && right instanceof Duration)
    return new Moment(left.ms - Number(right.ns / millisecond), left.zone)
  if (left instanceof Duration && right instanceof Duration) return new Duration(whole(left.ns - right.ns))
  const [one, other] = [number(left), number(right)]
  return typeof one === 'bigint' && typeof other === 'bigint'
    ? whole(one - other)
    : Number(one) - Number(other)
}

function multiply(left: Value, right: Value): Value {
  if (left instanceof Duration && typeof right === 'bigint') return new Duration(whole(left.ns * right))
  if (typeof left === 'bigint' && right instanceof Duration) return multiply(right, left)
  const [one, other] = [number(left), number(right)]
  return typeof one === 'bigint' && typeof other === 'bigint'
    ? whole(one * other)
    : Number(one) * Number(other)
}

function remainder(left: Value, right: Value): Value {
  if (typeof left !== 'bigint' || typeof right !== 'bigint')
    throw new ExpressionError('`%` needs whole numbers')
  if (right === 0n) throw new ExpressionError('division by zero')
  return left % right
}

function isIn(item: Value, container: Value): boolean {
  if (container === null) return false
  if (isList(container)) return container.some((each) => equal(each, item))
  if (isMap(container)) return container.has(item)
  throw new ExpressionError(`\`in\` needs a list or a map, not ${typeOfValue(container)}`)
}

const onTexts =
  (test: (left: string, right: string) => boolean) =>
  (left: Value, right: Value): Value =>
    left !== null && right !== null && test(text(left), text(right))

/** Operators that need both of their values; `&&`, `||`, `??`, `..` and `matches` are the interpreter's. */
export const operations: Readonly<Record<string, (left: Value, right: Value) => Value>> = {
  '==': equal,
  '!=': (left, right) => !equal(left, right),
  '<': (left, right) => compare(left, right) < 0,
  '>': (left, right) => compare(left, right) > 0,
  '<=': (left, right) => compare(left, right) <= 0,
  '>=': (left, right) => compare(left, right) >= 0,
  in: isIn,
  contains: onTexts((left, right) => left.includes(right)),
  startsWith: onTexts((left, right) => left.startsWith(right)),
  endsWith: onTexts((left, right) => left.endsWith(right)),
  '+': add,
  '-': subtract,
  '*': multiply,
  '/': (left, right) => Number(number(left)) / Number(number(right)),
  '%': remainder,
  '**': (left, right) => Number(number(left)) ** Number(number(right)),
}
