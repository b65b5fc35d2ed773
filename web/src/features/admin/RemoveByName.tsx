import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'

import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { toasts } from '../../ui/toasts.ts'

interface RemoveByNameProps {
  /** Must be typed before anything is deleted. */
  name: string
  /** The question, naming it. */
  title: string
  /** Everything that is lost with it. */
  children: ReactNode
  /** Said once it is gone. */
  done: string
  onRemove: () => Promise<unknown>
}

/** Deletes what takes much else with it. A refusal is shown in the dialog, which stays open. */
export function RemoveByName({ name, title, children, done, onRemove }: RemoveByNameProps) {
  const t = useTranslations()
  const [isAsking, setAsking] = useState(false)
  return (
    <>
      <IconButton icon={Trash2} label={t('settings.deleteNamed', { name })} onClick={() => setAsking(true)} />
      <ConfirmDialog
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        title={title}
        confirmLabel={t('ui.delete')}
        isDangerous
        mustType={name}
        onConfirm={async () => {
          await onRemove()
          toasts.show({ title: done })
        }}
      >
        {children}
      </ConfirmDialog>
    </>
  )
}
