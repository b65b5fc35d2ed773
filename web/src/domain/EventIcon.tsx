import { useTranslations } from 'use-intl'

import { Icon } from '../ui/Icon.tsx'
import { eventIcon, isEvent } from './events.ts'

/** An event in words; the server's own word for one this page does not know. */
export function useEventName() {
  const t = useTranslations('events')
  return (event: string) => (isEvent(event) ? t(event) : event || t('unknown'))
}

/** What started a pipeline, by shape and word. */
export function EventIcon({ event }: { event: string }) {
  const name = useEventName()
  return (
    <span role="img" aria-label={name(event)} data-tooltip={name(event)} className="inline-flex shrink-0">
      <Icon icon={eventIcon(event)} size="small" />
    </span>
  )
}
