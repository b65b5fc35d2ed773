import type { Pipeline } from '@yaffle/contract/pipelines'
import { Ban, CircleAlert } from 'lucide-react'
import { useTranslations } from 'use-intl'

import { PlainText } from '../../domain/PlainText.tsx'
import { useRepo } from '../../domain/repoContext.ts'
import { paths } from '../../paths.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { LinkButton } from '../../ui/links.tsx'
import { Approval } from './Approval.tsx'
import { errorsFirst, findingsOf } from './findings.ts'

/** Why there is no log to read: errors came first, or a person decides. */
export function Verdict({ pipeline }: { pipeline: Pipeline }) {
  const t = useTranslations('pipelines')
  const { repo } = useRepo()
  const { number, status } = pipeline

  return (
    <div className="p-4">
      {errorsFirst(pipeline) ? (
        <EmptyState
          icon={CircleAlert}
          title={t('hasErrorsTitle')}
          action={
            <LinkButton {...paths.errors(repo.id, number)} look="primary">
              {t('showErrors')}
            </LinkButton>
          }
        >
          {t('hasErrorsText', { count: findingsOf(pipeline).count })}
        </EmptyState>
      ) : status === 'blocked' ? (
        <Approval pipeline={pipeline} />
      ) : (
        <EmptyState icon={Ban} title={t('declinedTitle')}>
          {pipeline.reviewed_by && (
            <p>
              <PlainText>{t('declinedBy', { user: pipeline.reviewed_by })}</PlainText>
            </p>
          )}
          <p>{t('declinedText')}</p>
        </EmptyState>
      )}
    </div>
  )
}
