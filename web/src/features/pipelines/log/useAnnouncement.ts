import { useTranslations } from 'use-intl'

import type { Snapshot } from './protocol.ts'

/** Milestones for screen readers; never the lines themselves, which would never end. */
export function useAnnouncement(snapshot: Snapshot | undefined): string {
  const t = useTranslations('log')
  switch (snapshot?.phase) {
    case 'live':
      return t('announceLive')
    case 'reconnecting':
      return t('reconnecting')
    case 'failed':
      return t('failedTitle')
    case 'complete': {
      const { lines, errors, warnings } = snapshot
      const loaded = t('announceLoaded', { count: lines })
      return errors + warnings > 0 ? `${loaded}. ${t('announceProblems', { errors, warnings })}` : loaded
    }
    case 'connecting':
    case 'loading':
    case undefined:
      return ''
  }
}
