import { useContext, useRef, useState } from 'react'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'

import { Button } from './Button.tsx'
import { Dialog } from './Dialog.tsx'
import { ErrorWords } from './errorWords.ts'
import { TextField } from './fields.tsx'
import { ErrorBox } from './MessageBox.tsx'

interface ConfirmDialogProps {
  isOpen: boolean
  onClose: () => void
  /** The question, naming the thing. */
  title: ReactNode
  /** What is lost or what will happen. */
  children?: ReactNode
  /** The verb on the button. */
  confirmLabel: string
  /** The other verb, where "Cancel" could be taken for the first. */
  cancelLabel?: string
  isDangerous?: boolean
  /** Must be typed before the button works, for what cannot be brought back. */
  mustType?: string
  /** Resolves when done, which closes the dialog; a rejection is shown in it. */
  onConfirm: () => Promise<unknown>
}

/** Asks once before something is done. The safe answer has the focus. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const {
    isOpen,
    onClose,
    title,
    children,
    confirmLabel,
    cancelLabel,
    isDangerous = false,
    mustType,
    onConfirm,
  } = props
  const t = useTranslations()
  const words = useContext(ErrorWords)
  const cancel = useRef<HTMLButtonElement>(null)
  const [typed, setTyped] = useState('')
  const [problem, setProblem] = useState<string>()

  const close = () => {
    setTyped('')
    setProblem(undefined)
    onClose()
  }
  const confirm = async () => {
    setProblem(undefined)
    try {
      await onConfirm()
      close()
    } catch (error) {
      setProblem(words(error))
    }
  }

  return (
    <Dialog
      isOpen={isOpen}
      onClose={close}
      title={title}
      initialFocus={cancel}
      actions={
        <>
          <Button ref={cancel} onClick={close}>
            {cancelLabel ?? t('ui.cancel')}
          </Button>
          <Button
            look={isDangerous ? 'danger' : 'primary'}
            isDisabled={mustType !== undefined && typed !== mustType}
            onClick={confirm}
          >
            {confirmLabel}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        {children}
        {mustType !== undefined && (
          <TextField label={t('ui.typeToConfirm', { name: mustType })} value={typed} onChange={setTyped} />
        )}
        {problem !== undefined && <ErrorBox>{problem}</ErrorBox>}
      </div>
    </Dialog>
  )
}
