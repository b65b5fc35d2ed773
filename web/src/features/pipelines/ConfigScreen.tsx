import { useQuery } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import type { Config } from '@yaffle/contract/pipelines'
import { FileX } from 'lucide-react'
import { useMemo } from 'react'
import { useTranslations } from 'use-intl'

import { configOf } from '../../api/pipelines.ts'
import { useRepo } from '../../domain/repoContext.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { QueryView } from '../../ui/QueryView.tsx'
import { stored, useStored } from '../../ui/stored.ts'
import { useTitle } from '../../ui/useTitle.ts'
import { fileAnchors, lineIn } from './config/anchors.ts'
import { ConfigFile } from './config/ConfigFile.tsx'
import { usePipeline } from './pipelineContext.ts'

const wrapping = stored('yaffle:wrap-files', (text) => text === 'true')

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
        {(files) => <Files files={files} />}
      </QueryView>
    </div>
  )
}

function Files({ files }: { files: readonly Config[] }) {
  const isWrapped = useStored(wrapping)
  const hash = useLocation({ select: (location) => location.hash })
  const anchors = useMemo(() => fileAnchors(files.map(({ name }) => name)), [files])

  return files.map((file, index) => {
    const anchor = anchors[index] ?? ''
    return (
      <ConfigFile
        key={anchor}
        file={file}
        anchor={anchor}
        isWrapped={isWrapped}
        onWrap={() => wrapping.set(!isWrapped)}
        target={lineIn(hash, anchor)}
      />
    )
  })
}
