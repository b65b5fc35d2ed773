import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'

import { ConfirmDialog } from '../ui/ConfirmDialog.tsx'
import { IconButton } from '../ui/IconButton.tsx'
import { toasts } from '../ui/toasts.ts'

interface RemoveButtonProps {
  /** Of the thing, as people know it. */
  name: string
  /** The question, naming it. */
  title: string
  /** What is lost. */
  children: ReactNode
  /** Said once it is gone. */
  done: string
  onRemove: () => Promise<unknown>
  /** For what takes much else with it: the name must be typed first. */
  isTyped?: boolean
}

/** Deletes one row's thing, after asking. A refusal is shown in the dialog, which stays open. */
export function RemoveButton(props: RemoveButtonProps) {
  const { name, title, children, done, onRemove, isTyped = false } = props
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
        {...(isTyped && { mustType: name })}
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
