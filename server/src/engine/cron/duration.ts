import { CronError } from './fields.ts'

const seconds: Readonly<Record<string, number>> = {
  ns: 1e-9,
  us: 1e-6,
  µs: 1e-6,
  μs: 1e-6,
  ms: 1e-3,
  s: 1,
  m: 60,
  h: 3600,
}

/** Seconds of a duration like `90s` or `1h30m`; only whole seconds, and at least one. */
export function wholeSeconds(text: string): number {
  const unsigned = text.replace(/^\+/, '')
  if (!/^(?:(?:\d{1,12}(?:\.\d{0,9})?|\.\d{1,9})(?:ns|us|µs|μs|ms|s|m|h))+$/.test(unsigned))
    throw new CronError(`\`${text}\` is not a duration such as \`90s\` or \`1h30m\``)
  let total = 0
  for (const [, amount = '0', unit = 's'] of unsigned.matchAll(/([\d.]+)(\D+)/g))
    total += Number(amount) * (seconds[unit] ?? 0)
  const whole = Math.round(total)
  if (whole < 1 || Math.abs(total - whole) > 1e-9)
    throw new CronError(`\`${text}\` must be whole seconds, at least one`)
  if (whole > 100 * 366 * 86_400) throw new CronError(`\`${text}\` is too long`)
  return whole
}
