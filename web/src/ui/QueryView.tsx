import type { UseQueryResult } from '@tanstack/react-query'
import { useContext } from 'react'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'

import { Button } from './Button.tsx'
import { ErrorWords } from './errorWords.ts'
import { ErrorBox } from './MessageBox.tsx'
import { SkeletonRows } from './Skeleton.tsx'

interface QueryViewProps<Data> {
  query: Pick<UseQueryResult<Data>, 'data' | 'isError' | 'error' | 'refetch'>
  /** Of the size of what will come. */
  loading?: ReactNode
  /** Shown instead of the children when the answer is an empty list. */
  empty?: ReactNode
  /** Instead of the usual box; undefined falls back to it. */
  failed?: (error: Error) => ReactNode
  children: (data: Data) => ReactNode
}

/** The one place that decides between loading, failed, empty and ready. Old data stays up during a refetch. */
export function QueryView<Data>({ query, loading, empty, failed, children }: QueryViewProps<Data>) {
  if (query.data !== undefined) {
    const isEmpty = Array.isArray(query.data) && query.data.length === 0
    return isEmpty && empty !== undefined ? empty : children(query.data)
  }
  if (query.isError && query.error) {
    return failed?.(query.error) ?? <FailedView error={query.error} onRetry={() => query.refetch()} />
  }
  return loading ?? <SkeletonRows />
}

/** Nothing to show because loading failed. `onRetry` returns the promise of the next try. */
export function FailedView({ error, onRetry }: { error: Error; onRetry: () => Promise<unknown> }) {
  const t = useTranslations('ui')
  const words = useContext(ErrorWords)
  return (
    <ErrorBox title={t('failedTitle')} action={<Button onClick={onRetry}>{t('retry')}</Button>}>
      {words(error)}
    </ErrorBox>
  )
}
