import { useInfiniteQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useTranslations } from 'use-intl'

import { branchesOf } from '../../api/repos.ts'
import { useReadOn } from '../../api/useReadOn.ts'
import { marked } from '../../domain/PlainText.tsx'
import { useRepo } from '../../domain/repoContext.ts'
import { ComboboxControl } from '../../ui/ComboboxControl.tsx'

/** The forge is not asked again each time somebody looks (ms). */
const freshFor = 300_000

interface BranchFilterProps {
  /** '' for any. */
  value: string
  onChange: (branch: string) => void
}

/**
 * One branch, found by typing. The forge's list is read while it is looked at; a branch that is not in it, or not any
 * more, is chosen by its typed name.
 */
export function BranchFilter({ value, onChange }: BranchFilterProps) {
  const t = useTranslations('repo')
  const ui = useTranslations('ui')
  const id = useId()
  const { repo } = useRepo()
  const [isOpen, setOpen] = useState(false)
  const branches = useInfiniteQuery({ ...branchesOf(repo.id), enabled: isOpen, staleTime: freshFor })
  const { data = [], isError, isFetching, hasNextPage, refetch, fetchNextPage } = branches
  useReadOn(branches, isOpen)

  const look = (opens: boolean) => {
    setOpen(opens)
    // Whoever opens it once more wants another try.
    if (opens && isError) void (data.length > 0 ? fetchNextPage() : refetch())
  }
  return (
    <div className="flex min-w-0 gap-x-2 gap-y-1 text-meta text-muted max-sm:flex-col sm:items-center">
      <label htmlFor={id}>{t('filterBranch')}</label>
      <div className="sm:w-44">
        <ComboboxControl
          id={id}
          name={t('filterBranch')}
          value={value}
          onChange={onChange}
          options={data}
          draw={marked}
          isLoading={isOpen && (isFetching || hasNextPage) && !isError}
          placeholder={t('filterAny')}
          clearLabel={t('anyBranch')}
          typedLabel={(branch) => t('branchTitle', { branch })}
          note={isError ? ui('failedTitle') : hasNextPage && data.length > 0 && ui('loading')}
          onOpenChange={look}
        />
      </div>
    </div>
  )
}
