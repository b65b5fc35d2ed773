import { useQuery } from '@tanstack/react-query'
import type { Pipeline } from '@yaffle/contract/pipelines'
import { FileCheck, FileSearch } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'

import { useErrorText } from '../../domain/errors.ts'
import { PlainText } from '../../domain/PlainText.tsx'
import { useRepo } from '../../domain/repoContext.ts'
import { paths } from '../../paths.ts'
import { Button } from '../../ui/Button.tsx'
import { cx } from '../../ui/cx.ts'
import { Icon } from '../../ui/Icon.tsx'
import { TextLink } from '../../ui/links.tsx'
import { WarningBox } from '../../ui/MessageBox.tsx'
import { QueryView } from '../../ui/QueryView.tsx'
import { ChangedFile, isChanged } from './ChangedFile.tsx'
import { type ConfigChange as Change, configChangeOf, isUnchanged } from './configChange.ts'

const useConfigChange = (pipeline: Pipeline) => {
  const { repo } = useRepo()
  return useQuery(configChangeOf(repo.id, repo.default_branch, pipeline))
}

/** What a pipeline changes about what runs: its own configuration, against the last that ran (security 13). */
export function ConfigChange({ pipeline }: { pipeline: Pipeline }) {
  const t = useTranslations('pipelines')
  const { repo } = useRepo()
  const change = useConfigChange(pipeline)
  // Keeps the place of the lines to come, so that nothing moves away under the pointer; it claims nothing.
  const isLikely = pipeline.changed_files.some((file) => file.startsWith(repo.config_file || '.woodpecker'))

  return (
    <section aria-label={t('configChange')} className="mt-4">
      <QueryView
        query={change}
        loading={
          <div className={cx(isLikely && 'min-h-96')}>
            <Line icon={<Icon icon={FileSearch} className="animate-breathe text-muted" />} role="status">
              {t('configComparing')}
            </Line>
          </div>
        }
        failed={unread(pipeline, change.refetch)}
      >
        {(known) => <Known pipeline={pipeline} change={known} />}
      </QueryView>
    </section>
  )
}

/** The same in a sentence, for the question before the approval; nothing when nothing changed. */
export function ConfigChangeNote({ pipeline }: { pipeline: Pipeline }) {
  const t = useTranslations('pipelines')
  const { data, isError } = useConfigChange(pipeline)
  if (data === undefined && !isError) return <p role="status">{t('configComparing')}</p>
  if (data?.kind !== 'compared') return <WarningBox title={t('configUnknown')} />
  return isUnchanged(data.files) ? null : <WarningBox title={t('configChanged')} />
}

const unread = (pipeline: Pipeline, onRetry: () => Promise<unknown>) => (error: Error) => (
  <Unread pipeline={pipeline} error={error} onRetry={onRetry} />
)

interface UnreadProps {
  pipeline: Pipeline
  error: Error
  onRetry: () => Promise<unknown>
}

function Unread({ pipeline, error, onRetry }: UnreadProps) {
  const t = useTranslations('ui')
  const errorText = useErrorText()
  return (
    <Unknown pipeline={pipeline} action={<Button onClick={() => onRetry()}>{t('retry')}</Button>}>
      {errorText(error)}
    </Unknown>
  )
}

function Known({ pipeline, change }: { pipeline: Pipeline; change: Change }) {
  const t = useTranslations('pipelines')
  const { repo } = useRepo()
  const branch = repo.default_branch

  if (change.kind === 'noBase') return <Unknown pipeline={pipeline}>{t('configNoBase', { branch })}</Unknown>
  if (change.kind === 'notStored') {
    return <Unknown pipeline={pipeline}>{t('configNotStored', { number: change.number })}</Unknown>
  }
  const { since, files } = change
  if (isUnchanged(files)) {
    return (
      <Line icon={<Icon icon={FileCheck} className="text-success" />}>
        {t('configUnchanged', { number: since })}
      </Line>
    )
  }
  const differing = files.filter(isChanged)
  const unchanged = files.length - differing.length
  return (
    <div className="flex flex-col gap-3">
      <WarningBox title={t('configChanged')}>
        <p>
          <PlainText>{t('configSince', { number: since, branch })}</PlainText>
        </p>
        <p className="mt-1">
          <ToConfig pipeline={pipeline} />
        </p>
      </WarningBox>
      {differing.map((file) => (
        <ChangedFile key={file.key} file={file} toConfig={<ToConfig pipeline={pipeline} />} />
      ))}
      {unchanged > 0 && <p className="text-muted">{t('filesUnchanged', { count: unchanged })}</p>}
    </div>
  )
}

interface UnknownProps {
  pipeline: Pipeline
  children: string
  action?: ReactNode
}

/** Never a word that could be taken for "nothing changed". */
function Unknown({ pipeline, children, action }: UnknownProps) {
  const t = useTranslations('pipelines')
  return (
    <WarningBox title={t('configUnknown')} action={action}>
      <p>
        <PlainText>{children}</PlainText>
      </p>
      <p className="mt-1">
        <ToConfig pipeline={pipeline} />
      </p>
    </WarningBox>
  )
}

function ToConfig({ pipeline }: { pipeline: Pipeline }) {
  const t = useTranslations('pipelines')
  const { repo } = useRepo()
  return <TextLink {...paths.config(repo.id, pipeline.number)}>{t('readConfig')}</TextLink>
}

/** As high as the other boxes: what follows stays in its place when one takes the place of another. */
const Line = ({ icon, role, children }: { icon: ReactNode; role?: 'status'; children: ReactNode }) => (
  <p role={role} className="flex items-start gap-3 rounded-md border border-border px-4 py-3 text-muted">
    {icon}
    <span className="min-w-0 flex-1">{children}</span>
  </p>
)
