import { isActive } from '@yaffle/contract/statuses'

import { useSharedTexts } from '../i18n/Texts.tsx'
import { clockText, durationParts, type Part, secondsOf, type Span } from './time.ts'
import { useNow } from './useNow.ts'

interface DurationProps {
  of: Span
  status: string
  className?: string
}

const isRunning = (status: string) => isActive(status) && status !== 'pending'

/** How long a pipeline took, in words; counts up while it runs. The exact time is its tooltip. */
export function Duration({ of, status, className }: DurationProps) {
  return isRunning(status) ? (
    <Running of={of} className={className} />
  ) : (
    <Words seconds={secondsOf(of, false, 0)} className={className} />
  )
}

const Running = ({ of, className }: { of: Span; className: string | undefined }) => (
  <Words seconds={secondsOf(of, true, useNow('second'))} className={className} />
)

const formats = new Map<string, Intl.NumberFormat>()

/** Made once per language and unit: a page full of running pipelines writes hundreds a second. */
function formatOf(locale: string, unit: Part['unit']): Intl.NumberFormat {
  const key = `${locale} ${unit}`
  const known =
    formats.get(key) ?? new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'short' })
  formats.set(key, known)
  return known
}

/** Writes seconds in words, in the two largest units. */
export function useDurationText() {
  const { locale } = useSharedTexts()
  return (seconds: number) =>
    durationParts(seconds)
      .map(({ value, unit }) => formatOf(locale, unit).format(value))
      .join(' ')
}

function Words({ seconds, className }: { seconds: number | undefined; className: string | undefined }) {
  const { t } = useSharedTexts()
  const durationText = useDurationText()
  if (seconds === undefined) return <span className={className}>{t('time.notStarted')}</span>
  return (
    <span data-tooltip={clockText(seconds)} className={className}>
      {durationText(seconds)}
    </span>
  )
}

/** How long a workflow or step took, as `m:ss`; nothing before it has started. */
export function PreciseDuration({ of, status, className }: DurationProps) {
  if (of.started <= 0) return null
  return isRunning(status) && of.finished === 0 ? (
    <Counting of={of} className={className} />
  ) : (
    <Clock seconds={secondsOf(of, false, 0)} className={className} />
  )
}

const Counting = ({ of, className }: { of: Span; className: string | undefined }) => (
  <Clock seconds={secondsOf(of, true, useNow('second'))} className={className} />
)

const Clock = ({ seconds, className }: { seconds: number | undefined; className: string | undefined }) =>
  seconds === undefined ? null : <span className={className}>{clockText(seconds)}</span>
