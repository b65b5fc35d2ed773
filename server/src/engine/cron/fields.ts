/** A schedule that cannot be read; the message says which part and why. */
export class CronError extends Error {}

export interface Field {
  name: string
  min: number
  max: number
  /** Lower-case names of values, the first one for `min`. */
  names?: readonly string[]
}

export const minutes: Field = { name: 'minute', min: 0, max: 59 }
export const hours: Field = { name: 'hour', min: 0, max: 23 }
export const daysOfMonth: Field = { name: 'day of month', min: 1, max: 31 }
export const months: Field = {
  name: 'month',
  min: 1,
  max: 12,
  names: ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'],
}
export const daysOfWeek: Field = {
  name: 'day of week',
  min: 0,
  max: 6,
  names: ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'],
}

/** A number or name within the field's range. */
export function valueOf(text: string, field: Field): number {
  const named = field.names?.indexOf(text.toLowerCase()) ?? -1
  if (named >= 0) return field.min + named
  if (!/^\d{1,4}$/.test(text)) throw new CronError(`${field.name}: \`${text}\` is not a value`)
  const value = Number(text)
  if (value < field.min || value > field.max)
    throw new CronError(`${field.name}: ${value} is not between ${field.min} and ${field.max}`)
  return value
}

/** The values of `*`, `a`, `a-b`, each with or without `/n`. */
export function valuesOf(text: string, field: Field): number[] {
  const [range = '', step, ...more] = text.split('/')
  if (more.length > 0) throw new CronError(`${field.name}: \`${text}\` has more than one slash`)
  const [from = '', to, ...rest] = range.split('-')
  if (rest.length > 0) throw new CronError(`${field.name}: \`${text}\` has more than one hyphen`)

  const isAll = range === '*'
  const begin = isAll ? field.min : valueOf(from, field)
  let end = begin
  if (to !== undefined) end = valueOf(to, field)
  else if (isAll || step !== undefined) end = field.max
  if (begin > end) throw new CronError(`${field.name}: \`${text}\` ends before it begins`)

  if (step !== undefined && !/^0*[1-9]\d{0,3}$/.test(step))
    throw new CronError(`${field.name}: \`${text}\` needs a step of 1 or more`)
  const by = step === undefined ? 1 : Number(step)
  const values: number[] = []
  for (let value = begin; value <= end; value += by) values.push(value)
  return values
}

/** The values of a comma list, in ascending order. */
export const listOf = (text: string, field: Field): number[] =>
  [...new Set(text.split(',').flatMap((part) => valuesOf(part, field)))].toSorted((one, other) => one - other)
