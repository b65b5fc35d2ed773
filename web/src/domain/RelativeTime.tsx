import { useSharedTexts } from '../i18n/Texts.tsx'
import { Time } from '../ui/Time.tsx'
import { ageOf, isYoung } from './time.ts'
import { useNow } from './useNow.ts'

interface RelativeTimeProps {
  /** Unix seconds; 0 is shown as a dash. */
  at: number
  className?: string
}

/** How long ago; every second within the first hour, then every minute. The full date is its tooltip. */
export function RelativeTime({ at, className }: RelativeTimeProps) {
  const slow = useNow('minute')
  const ageText = useAgeText()
  if (at <= 0) return <span className={className}>–</span>
  return (
    <Time at={at} {...(className !== undefined && { className })}>
      {isYoung(at, slow) ? <YoungAge at={at} /> : ageText(at, slow)}
    </Time>
  )
}

const YoungAge = ({ at }: { at: number }) => useAgeText()(at, useNow('second'))

const formats = new Map<string, Intl.RelativeTimeFormat>()

function formatOf(locale: string): Intl.RelativeTimeFormat {
  const known = formats.get(locale) ?? new Intl.RelativeTimeFormat(locale, { numeric: 'always' })
  formats.set(locale, known)
  return known
}

function useAgeText() {
  const { t, locale } = useSharedTexts()
  return (at: number, now: number) => {
    const age = ageOf(at, now)
    return age === 'now' ? t('time.justNow') : formatOf(locale).format(-age.value, age.unit)
  }
}
