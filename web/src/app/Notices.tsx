import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useTranslations } from 'use-intl'

import { useSessionExpired, watchSession } from '../api/session.ts'
import { statusOf, useErrorText } from '../domain/errors.ts'
import { serverPaths } from '../paths.ts'
import { onMissingCode, reload } from '../ui/missingCode.ts'
import { toasts } from '../ui/toasts.ts'
import { useHere } from './useHere.ts'

/** What the whole page has to say, whichever screen is open. Draws nothing itself. */
export function Notices() {
  useSignedOutNotice()
  useMissingCodeNotice()
  useFailureNotices()
  return null
}

/** The session ended: one notice, with the way back to this very place. */
function useSignedOutNotice() {
  const t = useTranslations('app')
  const isExpired = useSessionExpired()
  const here = useHere()

  useEffect(watchSession, [])
  useEffect(() => {
    if (!isExpired) return
    return toasts.show({
      type: 'warn',
      group: 'session',
      duration: 0,
      title: t('signedOutTitle'),
      text: t('signedOutText'),
      action: { label: t('signIn'), run: () => globalThis.location.assign(serverPaths.login(here)) },
    })
  }, [isExpired, here, t])
}

function useMissingCodeNotice() {
  const t = useTranslations('app')
  useEffect(
    () =>
      onMissingCode(() => {
        // Without a network nothing can be loaded, and a newer version is not the reason.
        if (!navigator.onLine) return
        toasts.show({
          type: 'error',
          group: 'missing-code',
          title: t('updatedTitle'),
          text: t('updatedText'),
          action: { label: t('reload'), run: reload },
        })
      }),
    [t],
  )
}

/** Every call that fails says so, once for the same words. Screens that say it themselves set `meta: { quiet: true }`. */
function useFailureNotices() {
  const t = useTranslations('app')
  const errorText = useErrorText()
  const queryClient = useQueryClient()

  useEffect(() => {
    const tell = (error: unknown, duration: number) => {
      if (statusOf(error) === 401) return
      const title = statusOf(error) === 404 ? t('notFound') : errorText(error)
      toasts.show({ type: 'error', group: `error: ${title}`, title, duration })
    }
    const ends = [
      queryClient.getQueryCache().subscribe((event) => {
        if (event.type !== 'updated' || event.action.type !== 'error' || event.query.meta?.['quiet'] === true)
          return
        // Where there is nothing to show, the screen itself says why and offers another try.
        tell(event.action.error, 3000)
      }),
      queryClient.getMutationCache().subscribe((event) => {
        if (event.type !== 'updated' || event.action.type !== 'error') return
        if (event.mutation.meta?.['quiet'] !== true) tell(event.action.error, 0)
      }),
    ]
    return () => ends.forEach((end) => end())
  }, [queryClient, errorText, t])
}
