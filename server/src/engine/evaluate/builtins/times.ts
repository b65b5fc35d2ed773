import { isTimeZone } from '../../cron/zone.ts'
import { builtin } from '../builtin.ts'
import type { Builtin } from '../builtin.ts'
import { ExpressionError } from '../errors.ts'
import { readMoment } from '../layout.ts'
import { durationNs } from '../time.ts'
import { Duration, Moment, text, Zone } from '../values.ts'
import type { Type } from '../values.ts'

const string: Type[] = ['string']

function zone(name: string): Zone {
  if (isTimeZone(name)) return new Zone(name)
  throw new ExpressionError(`unknown time zone \`${name}\``)
}

export const timeBuiltins: Record<string, Builtin> = {
  now: builtin(0, [], 'time', (_, { now }) => new Moment(now, 'UTC')),
  duration: builtin(1, [string], 'duration', ([value = null]) => new Duration(durationNs(text(value)))),
  date: builtin([1, 3], [string], 'time', ([value = null, layout, where]) =>
    readMoment(
      text(value),
      layout === undefined ? undefined : text(layout),
      where === undefined ? 'UTC' : zone(text(where)).name,
    ),
  ),
  timezone: builtin(1, [string], 'zone', ([value = null]) => zone(text(value))),
}
