import type { Pipeline } from '@yaffle/contract/pipelines'
import { useTranslations } from 'use-intl'

import { PlainText } from '../../domain/PlainText.tsx'
import { useRepo } from '../../domain/repoContext.ts'
import { paths } from '../../paths.ts'
import { TextLink } from '../../ui/links.tsx'

/** Restarts and their outcomes may carry along what ended the first one. */
const wasEnded = (status: string) => status === 'killed' || status === 'canceled'

/** Who or what ended a pipeline before its end. */
export function CancelReason({ pipeline: { status, cancel_info: info } }: { pipeline: Pipeline }) {
  const t = useTranslations('pipelines')
  const { repo } = useRepo()
  if (!info || !wasEnded(status)) return null
  if (info.superseded_by > 0) {
    return (
      <TextLink {...paths.pipeline(repo.id, info.superseded_by)}>
        {t('supersededBy', { number: info.superseded_by })}
      </TextLink>
    )
  }
  const reason = info.canceled_by_user
    ? t('canceledBy', { user: info.canceled_by_user })
    : info.canceled_by_step && t('canceledByStep', { step: info.canceled_by_step })
  return reason ? (
    <span className="max-w-60 truncate">
      <PlainText>{reason}</PlainText>
    </span>
  ) : null
}
