import type { ScalarValue } from './nodes.ts'

const nulls: ReadonlySet<string> = new Set(['', '~', 'null', 'Null', 'NULL'])
const trues: ReadonlySet<string> = new Set(['true', 'True', 'TRUE'])
const falses: ReadonlySet<string> = new Set(['false', 'False', 'FALSE'])

const decimal = /^[-+]?(?:0|[1-9]\d*)$/
/** A leading zero means octal, as in YAML 1.1. */
const octal = /^[-+]?0[0-7]+$/
const prefixed = /^[-+]?0(?:x[\da-f]+|o[0-7]+|b[01]+)$/i
const float = /^[-+]?(?:\.\d+|\d+(?:\.\d*)?)(?:[eE][-+]?\d+)?$/
const infinity = /^[-+]?\.(?:inf|Inf|INF)$/
const notANumber = /^\.(?:nan|NaN|NAN)$/
const timestamp =
  /^(\d{4})-(\d{1,2})-(\d{1,2})(?:(?:[Tt]|[ \t]+)(\d{1,2}):(\d{1,2}):(\d{1,2})(\.\d{1,9})?[ \t]*(Z|[-+]\d{1,2}(?::?\d{2})?)?)?$/

/** Unsigned 64-bit and signed 64-bit integers are integers; what is longer is read as a float. */
const largest = 2n ** 64n - 1n
const smallest = -(2n ** 63n)

function integer(text: string): number | bigint | undefined {
  const digits = text.includes('_') ? text.replaceAll('_', '') : text
  let magnitude: bigint
  const unsigned = digits.replace(/^[-+]/, '')
  if (digits.length > 70) return undefined
  if (decimal.test(digits)) magnitude = BigInt(unsigned)
  else if (octal.test(digits)) magnitude = BigInt(`0o${unsigned.slice(1)}`)
  else if (prefixed.test(digits)) magnitude = BigInt(unsigned.toLowerCase())
  else return undefined
  const value = digits.startsWith('-') ? -magnitude : magnitude
  if (value > largest || value < smallest) return undefined
  const number = Number(value)
  return Number.isSafeInteger(number) ? number : value
}

function date(text: string): { timestamp: string } | undefined {
  const found = timestamp.exec(text)
  if (!found) return undefined
  const [
    ,
    year = '',
    month = '',
    day = '',
    hour = '0',
    minute = '0',
    second = '0',
    fraction = '',
    zone = 'Z',
  ] = found
  const two = (part: string) => part.padStart(2, '0')
  const days = new Date(Date.UTC(Number(year), Number(month), 0)).getUTCDate()
  const isDate = Number(month) >= 1 && Number(month) <= 12 && Number(day) >= 1 && Number(day) <= days
  if (!isDate || Number(hour) > 23 || Number(minute) > 59 || Number(second) > 59) return undefined
  const sign = zone.startsWith('-') ? '-' : '+'
  const [hours = '0', minutes = '0'] = zone.slice(1).includes(':')
    ? zone.slice(1).split(':')
    : [zone.slice(1, 3), zone.slice(3)]
  const offset = zone === 'Z' ? 'Z' : `${sign}${two(hours)}:${two(minutes || '0')}`
  const shortFraction = fraction.replace(/\.?0+$/, '')
  return {
    timestamp: `${year}-${two(month)}-${two(day)}T${two(hour)}:${two(minute)}:${two(second)}${shortFraction}${offset}`,
  }
}

/** What a scalar without quotes and without a tag means. */
export function plainValue(text: string): ScalarValue {
  if (nulls.has(text)) return null
  if (trues.has(text)) return true
  if (falses.has(text)) return false
  // Everything below starts with a digit, a sign or a dot.
  if (!/^[-+.\d]/.test(text)) return text
  const whole = integer(text)
  if (whole !== undefined) return whole
  if (float.test(text.replaceAll('_', ''))) {
    const value = Number(text.replaceAll('_', ''))
    if (Number.isFinite(value)) return value
  }
  if (infinity.test(text)) return text.startsWith('-') ? -Infinity : Infinity
  if (notANumber.test(text)) return NaN
  return date(text) ?? text
}

const core = 'tag:yaml.org,2002:'

/** What a scalar means that has an explicit tag. Tags that we do not know leave the text. */
export function taggedValue(tag: string, text: string): ScalarValue {
  switch (tag) {
    case `${core}null`:
      return null
    case `${core}bool`:
    case `${core}int`:
    case `${core}timestamp`:
      return plainValue(text)
    case `${core}float`: {
      const value = plainValue(text)
      return typeof value === 'bigint' ? Number(value) : value
    }
    default:
      return text
  }
}

/** The words that a field typed as boolean takes besides `true` and `false`. */
export const wordOfBool: ReadonlyMap<string, boolean> = new Map([
  ...['y', 'Y', 'yes', 'Yes', 'YES', 'on', 'On', 'ON'].map((word): [string, boolean] => [word, true]),
  ...['n', 'N', 'no', 'No', 'NO', 'off', 'Off', 'OFF'].map((word): [string, boolean] => [word, false]),
])
