import { useBlocker } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'

import { ConfirmDialog } from './ConfirmDialog.tsx'

/** Asks before what was typed is lost: on links, on going back, and (by the browser) on closing the tab. */
export function UnsavedGuard({ isUnsaved }: { isUnsaved: () => boolean }) {
  const t = useTranslations('forms')
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) => isUnsaved() && !isSamePlace(current, next),
    enableBeforeUnload: isUnsaved,
    withResolver: true,
  })

  return (
    <ConfirmDialog
      isOpen={blocker.status === 'blocked'}
      onClose={() => blocker.reset?.()}
      title={t('unsavedTitle')}
      confirmLabel={t('unsavedLeave')}
      cancelLabel={t('unsavedStay')}
      isDangerous
      onConfirm={async () => blocker.proceed?.()}
    >
      {t('unsavedText')}
    </ConfirmDialog>
  )
}

interface Place {
  pathname: string
  search: unknown
}

/** A changed hash, or a search box that remembers its text, leaves the form where it is. */
const isSamePlace = (one: Place, other: Place) =>
  one.pathname === other.pathname && openForm(one) === openForm(other)

const openForm = ({ search }: Place) => (search as { form?: string }).form
