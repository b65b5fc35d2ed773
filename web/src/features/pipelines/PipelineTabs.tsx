import { useParams } from '@tanstack/react-router'
import type { Pipeline } from '@yaffle/contract/pipelines'
import { Bug, ChartNoAxesGantt, FileCog, FileDiff, ListTree, TriangleAlert } from 'lucide-react'
import { useTranslations } from 'use-intl'

import { useRepo } from '../../domain/repoContext.ts'
import { paths } from '../../paths.ts'
import { TabLink, Tabs } from '../../ui/Tabs.tsx'
import { findingsOf } from './findings.ts'

/** The pages of a pipeline; files and errors only when there are any. */
export function PipelineTabs({ pipeline }: { pipeline: Pipeline }) {
  const t = useTranslations('pipelines')
  const { repo, perm } = useRepo()
  const { number, changed_files } = pipeline
  const { count, hasErrors } = findingsOf(pipeline)

  return (
    <Tabs label={t('sections')}>
      <StepsTab repoId={repo.id} number={number} />
      <TabLink {...paths.timeline(repo.id, number)} icon={ChartNoAxesGantt}>
        {t('timeline')}
      </TabLink>
      <TabLink {...paths.config(repo.id, number)} icon={FileCog}>
        {t('config')}
      </TabLink>
      {changed_files.length > 0 && (
        <TabLink
          {...paths.changedFiles(repo.id, number)}
          icon={FileDiff}
          count={changed_files.length}
          activeOptions={{ exact: true, includeSearch: false }}
        >
          {t('files')}
        </TabLink>
      )}
      {count > 0 && (
        <TabLink
          {...paths.errors(repo.id, number)}
          icon={TriangleAlert}
          count={count}
          countTone={hasErrors ? 'failure' : 'pending'}
        >
          {hasErrors ? t('errors') : t('warnings')}
        </TabLink>
      )}
      {perm.push && (
        <TabLink {...paths.debug(repo.id, number)} icon={Bug}>
          {t('debug')}
        </TabLink>
      )}
    </Tabs>
  )
}

/** Also the current one while a step is chosen, whose address is below it like those of the other tabs. */
function StepsTab({ repoId, number }: { repoId: number; number: number }) {
  const t = useTranslations('pipelines')
  const { stepId } = useParams({ strict: false })
  return (
    <TabLink
      {...paths.pipeline(repoId, number)}
      icon={ListTree}
      activeOptions={{ exact: true, includeSearch: false }}
      {...(stepId !== undefined && { 'aria-current': 'page' as const })}
    >
      {t('steps')}
    </TabLink>
  )
}
