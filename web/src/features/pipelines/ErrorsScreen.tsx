import type { PipelineError } from '@yaffle/contract/pipelines'
import { CircleAlert, TriangleAlert } from 'lucide-react'
import { useTranslations } from 'use-intl'

import { MessageText } from '../../domain/Message.tsx'
import { marked, PlainText } from '../../domain/PlainText.tsx'
import { useRepo } from '../../domain/repoContext.ts'
import { Badge } from '../../ui/Badge.tsx'
import { cx } from '../../ui/cx.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { SafeLink } from '../../ui/SafeLink.tsx'
import { useTitle } from '../../ui/useTitle.ts'
import { findingsOf, placeOf } from './findings.ts'
import { usePipeline } from './pipelineContext.ts'

/** Everything that kept the pipeline from running as it should. */
export function ErrorsScreen() {
  const t = useTranslations('pipelines')
  const { repo } = useRepo()
  const pipeline = usePipeline()
  const { parsing, running, count, hasErrors } = findingsOf(pipeline)
  useTitle(hasErrors ? t('errors') : t('warnings'), t('title', { number: pipeline.number }), repo.full_name)

  return (
    <div className="mx-auto flex w-full max-w-[64rem] flex-col gap-5 overflow-y-auto py-5">
      {count === 0 && <EmptyState title={t('noErrors')} />}
      {running.length > 0 && (
        <Panel title={t('runtimeErrors')} isFlush>
          <ul className="divide-y divide-border">
            {running.map((workflow) => (
              <li key={workflow.pid} className="flex gap-3 px-4 py-3">
                <Icon icon={CircleAlert} className="text-failure" />
                <div className="min-w-0 flex-1">
                  <p className="font-semibold text-strong">
                    <PlainText>{workflow.name}</PlainText>
                  </p>
                  <p className="break-words whitespace-pre-wrap">{marked(workflow.error)}</p>
                </div>
              </li>
            ))}
          </ul>
        </Panel>
      )}
      {parsing.length > 0 && (
        <Panel title={t('parseErrors')} isFlush>
          <ul className="divide-y divide-border">
            {keyed(parsing).map(({ key, error }) => (
              <li key={key} className="px-4 py-3">
                <Finding error={error} />
              </li>
            ))}
          </ul>
        </Panel>
      )}
    </div>
  )
}

/** Problems have no names of their own, and two may be the same in every word. */
const keyed = (errors: readonly PipelineError[]) => errors.map((error, index) => ({ key: index, error }))

function Finding({ error }: { error: PipelineError }) {
  const t = useTranslations('pipelines')
  const { file, field, docs } = placeOf(error)
  const kind = error.is_warning ? 'warning' : 'error'
  return (
    <div className="flex gap-3">
      <span role="img" aria-label={t(kind)} data-tooltip={t(kind)} className="inline-flex">
        <Icon
          icon={error.is_warning ? TriangleAlert : CircleAlert}
          className={cx(error.is_warning ? 'text-pending' : 'text-failure')}
        />
      </span>
      <div className="min-w-0 flex-1">
        <p className="break-words whitespace-pre-wrap text-strong">
          <MessageText>{error.message}</MessageText>
        </p>
        <p className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1 text-meta text-muted">
          {error.type && <Badge tone={error.is_warning ? 'pending' : 'failure'}>{error.type}</Badge>}
          {file && <PlainText>{t('errorIn', { file })}</PlainText>}
          {field && (
            <code className="font-mono break-all">
              <PlainText>{field}</PlainText>
            </code>
          )}
          {docs && <SafeLink href={docs}>{t('errorDocs')}</SafeLink>}
        </p>
      </div>
    </div>
  )
}
