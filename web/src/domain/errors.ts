import { useTranslations } from 'use-intl'

import { ApiError } from '../api/call.ts'

export const statusOf = (error: unknown): number | undefined =>
  error instanceof ApiError ? error.status : undefined

/** What happened, in words for the person who asked for it. */
export function useErrorText() {
  const t = useTranslations('errors')
  return (error: unknown): string => {
    const status = statusOf(error)
    if (status === 0) return t('offline')
    if (status === 404) return t('notFound')
    return (error instanceof Error && error.message) || t('unknown')
  }
}
