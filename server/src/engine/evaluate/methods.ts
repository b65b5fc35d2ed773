import { shown } from './builtins/conversions.ts'
import { ExpressionError } from './errors.ts'
import { formatted } from './layout.ts'
import { momentOf, wallOf } from './time.ts'
import type { Wall } from './time.ts'
import { count, Duration, Moment, text, Zone } from './values.ts'
import type { Type, Value } from './values.ts'

export interface Method {
  of: Type
  name: string
  result: Type
  run: (object: Value, args: readonly Value[]) => Value
}

function moment(value: Value | undefined): Moment {
  if (value instanceof Moment) return value
  throw new ExpressionError('a time is needed')
}

function duration(value: Value | undefined): Duration {
  if (value instanceof Duration) return value
  throw new ExpressionError('a duration is needed')
}

const onTime = (name: string, result: Type, run: (it: Moment, args: readonly Value[]) => Value): Method => ({
  of: 'time',
  name,
  result,
  run: (object, args) => run(moment(object), args),
})

const onWall = (name: string, pick: (wall: Wall) => number): Method =>
  onTime(name, 'int', (it) => BigInt(pick(wallOf(it))))

const onDuration = (name: string, result: Type, run: (ns: bigint) => Value): Method => ({
  of: 'duration',
  name,
  result,
  run: (object) => run(duration(object).ns),
})

const dayMs = 86_400_000

function addDate(it: Moment, years: number, months: number, days: number): Moment {
  const { year, month, day, hour, minute, second, ms } = wallOf(it)
  const midnight = Date.UTC(year + years, month - 1 + months, day + days)
  return momentOf(midnight + ((hour * 60 + minute) * 60 + second) * 1000 + ms, it.zone)
}

export const methods: readonly Method[] = [
  onWall('Year', ({ year }) => year),
  onWall('Month', ({ month }) => month),
  onWall('Day', ({ day }) => day),
  onWall('Hour', ({ hour }) => hour),
  onWall('Minute', ({ minute }) => minute),
  onWall('Second', ({ second }) => second),
  onWall('Weekday', ({ weekday }) => weekday),
  onWall('YearDay', ({ yearDay }) => yearDay),
  onTime('Unix', 'int', (it) => BigInt(Math.floor(it.ms / 1000))),
  onTime('UnixMilli', 'int', (it) => BigInt(Math.floor(it.ms))),
  onTime('Format', 'string', (it, [layout = null]) => formatted(it, text(layout))),
  onTime('String', 'string', (it) => shown(it)),
  onTime('UTC', 'time', (it) => new Moment(it.ms, 'UTC')),
  onTime('In', 'time', (it, [zone]) => {
    if (zone instanceof Zone) return new Moment(it.ms, zone.name)
    throw new ExpressionError('a time zone is needed')
  }),
  onTime('Add', 'time', (it, [by]) => new Moment(it.ms + Number(duration(by).ns / 1_000_000n), it.zone)),
  onTime('AddDate', 'time', (it, [years = 0n, months = 0n, days = 0n]) =>
    addDate(it, count(years), count(months), count(days)),
  ),
  onTime(
    'Sub',
    'duration',
    (it, [other]) => new Duration(BigInt(Math.round(it.ms - moment(other).ms)) * 1_000_000n),
  ),
  onTime('Before', 'bool', (it, [other]) => it.ms < moment(other).ms),
  onTime('After', 'bool', (it, [other]) => it.ms > moment(other).ms),
  onTime('Equal', 'bool', (it, [other]) => it.ms === moment(other).ms),
  onTime('Truncate', 'time', (it, [by]) => {
    const step = Number(duration(by).ns / 1_000_000n)
    // Counted from a Monday of year 1, as Go counts; whole days agree with that.
    const origin = -719_162 * dayMs
    return step <= 0 ? it : new Moment(it.ms - ((it.ms - origin) % step), it.zone)
  }),
  onDuration('Hours', 'float', (ns) => Number(ns) / 3.6e12),
  onDuration('Minutes', 'float', (ns) => Number(ns) / 6e10),
  onDuration('Seconds', 'float', (ns) => Number(ns) / 1e9),
  onDuration('Milliseconds', 'int', (ns) => ns / 1_000_000n),
  onDuration('Nanoseconds', 'int', (ns) => ns),
  onDuration('String', 'string', (ns) => shown(new Duration(ns))),
]
