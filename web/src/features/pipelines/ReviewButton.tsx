import { type ReactNode, useState } from 'react'
import { useTranslations } from 'use-intl'

import { useReviewPipeline } from '../../api/pipelineActions.ts'
import { useErrorText } from '../../domain/errors.ts'
import { useRepo } from '../../domain/repoContext.ts'
import { Button } from '../../ui/Button.tsx'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { toasts } from '../../ui/toasts.ts'

const words = {
  approve: { title: 'approveTitle', text: 'approveText', confirm: 'approveConfirm', done: 'approved' },
  decline: { title: 'declineTitle', text: 'declineText', confirm: 'declineConfirm', done: 'declined' },
} as const

interface ReviewButtonProps {
  number: number
  verdict: 'approve' | 'decline'
  /** What else to know before the question is answered. */
  children?: ReactNode
}

/** One of the two decisions about a blocked pipeline, asked for once more: neither can be taken back. */
export function ReviewButton({ number, verdict, children }: ReviewButtonProps) {
  const t = useTranslations('pipelines')
  const { repo } = useRepo()
  const errorText = useErrorText()
  const review = useReviewPipeline(repo.id, verdict)
  const [isAsking, setAsking] = useState(false)
  const { title, text, confirm, done } = words[verdict]
  const isDecline = verdict === 'decline'

  async function handleConfirm() {
    try {
      await review.mutateAsync(number)
    } catch (error) {
      throw new Error(errorText(error), { cause: error })
    }
    toasts.show({ title: t(done, { number }) })
  }

  return (
    <>
      <Button look={isDecline ? 'normal' : 'primary'} onClick={() => setAsking(true)}>
        {t(verdict)}
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        title={t(title, { number })}
        confirmLabel={t(confirm)}
        isDangerous={isDecline}
        onConfirm={handleConfirm}
      >
        <p>{t(text)}</p>
        {children}
      </ConfirmDialog>
    </>
  )
}
