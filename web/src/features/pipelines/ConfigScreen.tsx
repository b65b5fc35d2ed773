import { useQuery } from '@tanstack/react-query'
import { FileX } from 'lucide-react'
import { useTranslations } from 'use-intl'

import { configOf } from '../../api/pipelines.ts'
import { useRepo } from '../../domain/repoContext.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { QueryView } from '../../ui/QueryView.tsx'
import { useTitle } from '../../ui/useTitle.ts'
import { ConfigFile } from './ConfigFile.tsx'
import { usePipeline } from './pipelineContext.ts'

/** The files that the pipeline was made from, as they were then. */
export function ConfigScreen() {
  const t = useTranslations('pipelines')
  const { repo } = useRepo()
  const { number } = usePipeline()
  const files = useQuery(configOf(repo.id, number))
  useTitle(t('config'), t('title', { number }), repo.full_name)

  return (
    <div className="mx-auto flex w-full max-w-[64rem] flex-col gap-5 overflow-y-auto py-5">
      <QueryView
        query={files}
        empty={
          <EmptyState icon={FileX} title={t('noConfigTitle')}>
            {t('noConfigText')}
          </EmptyState>
        }
      >
        {(files) => files.map((file) => <ConfigFile key={`${file.name} ${file.hash}`} file={file} />)}
      </QueryView>
    </div>
  )
}
