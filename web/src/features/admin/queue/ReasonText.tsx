import { useTranslations } from 'use-intl'

import { PlainText } from '../../../domain/PlainText.tsx'
import type { Reason } from './waiting.ts'

/** Why a task is where it is, in a sentence. */
export function ReasonText({ reason }: { reason: Reason }) {
  return <PlainText>{useReasonText(reason)}</PlainText>
}

function useReasonText(reason: Reason): string {
  const t = useTranslations('admin.queue.reason')
  switch (reason.kind) {
    case 'running':
      return t('running', { agent: reason.agent })
    case 'dependencies':
      return reason.names.length > 0
        ? t('dependencies', { names: reason.names.join(', ') })
        : t('someDependencies')
    case 'noAgent':
      return reason.labels.length > 0
        ? t('noAgent', { labels: reason.labels.join(', ') })
        : t('noAgentWithAll')
    case 'agentsPaused':
    case 'agentsAway':
      return t(reason.kind, { agents: reason.agents.join(', ') })
    case 'concurrency':
      return t('concurrency', { group: reason.group, limit: reason.limit })
    case 'paused':
    case 'busy':
    case 'next':
      return t(reason.kind)
  }
}
