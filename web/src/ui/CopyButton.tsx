import { Check, Copy } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'

import { IconButton } from './IconButton.tsx'
import { toasts } from './toasts.ts'

interface CopyButtonProps {
  text: string
  /** What is copied, where "Copy" alone would not say it. */
  label?: string
  size?: 'normal' | 'small'
}

/** Puts a text on the clipboard and says so for a moment. */
export function CopyButton({ text, label, size = 'small' }: CopyButtonProps) {
  const t = useTranslations('ui')
  const [isDone, setDone] = useState(false)

  useEffect(() => {
    if (!isDone) return
    const timer = setTimeout(() => setDone(false), 2000)
    return () => clearTimeout(timer)
  }, [isDone])

  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text)
      setDone(true)
    } catch {
      toasts.show({ type: 'warn', title: t('copyFailed'), group: 'copy', duration: 6000 })
    }
  }

  return (
    <>
      <IconButton icon={isDone ? Check : Copy} size={size} label={label ?? t('copy')} onClick={copy} />
      <span role="status" className="sr-only">
        {isDone ? t('copied') : ''}
      </span>
    </>
  )
}
