import { CircleAlert, CircleCheck, TriangleAlert, X } from 'lucide-react'
import { useEffect, useRef, useSyncExternalStore } from 'react'
import { useTranslations } from 'use-intl'

import { Button } from './Button.tsx'
import { cx } from './cx.ts'
import { Icon } from './Icon.tsx'
import { IconButton } from './IconButton.tsx'
import type { createToasts, Toast, ToastType } from './toasts.ts'

const kinds = {
  success: { icon: CircleCheck, mark: 'text-success' },
  error: { icon: CircleAlert, mark: 'text-failure' },
  warn: { icon: TriangleAlert, mark: 'text-pending' },
} satisfies Record<ToastType, unknown>

/**
 * The notifications' place: bottom right, read out as they come, gone by themselves unless hovered or focused. Each is
 * 300 px wide, between margins of 12 px.
 */
export function Toasts({ store }: { store: ReturnType<typeof createToasts> }) {
  const t = useTranslations('app')
  const shown = useSyncExternalStore(store.subscribe, store.list)

  return (
    <section
      aria-label={t('notifications')}
      className="pointer-events-none fixed end-0 bottom-0 z-40 flex w-[324px] max-w-full flex-col gap-2 p-3"
    >
      {shown.map((toast) => (
        <ToastCard key={toast.id} toast={toast} onDismiss={store.dismiss} />
      ))}
    </section>
  )
}

interface ToastCardProps {
  toast: Toast
  onDismiss: (id: number) => void
}

function ToastCard({ toast, onDismiss }: ToastCardProps) {
  const t = useTranslations('app')
  const { id, title, text, type, duration, action } = toast
  const { icon, mark } = kinds[type]

  const card = useRef<HTMLDivElement>(null)

  useEffect(() => {
    if (duration <= 0) return
    // Nothing goes while somebody reads it or has the focus in it.
    const leave = () => {
      const place = card.current?.parentElement
      if (place?.matches(':hover') || place?.contains(document.activeElement))
        timer = setTimeout(leave, duration)
      else onDismiss(id)
    }
    let timer = setTimeout(leave, duration)
    return () => clearTimeout(timer)
  }, [id, duration, onDismiss])

  return (
    <div
      ref={card}
      role={type === 'error' ? 'alert' : 'status'}
      className="pointer-events-auto flex animate-enter-toast items-start gap-2.5 rounded-md border border-border bg-raised py-2 ps-3 pe-2 shadow-float"
    >
      <Icon icon={icon} className={cx('mt-1', mark)} />
      <div className="min-w-0 flex-1 py-1">
        <p className="font-medium break-words text-strong">{title}</p>
        {text !== undefined && text !== '' && (
          <p className="mt-0.5 line-clamp-6 break-words text-muted">{text}</p>
        )}
        {action && (
          <Button
            size="small"
            className="mt-2"
            onClick={() => {
              onDismiss(id)
              action.run()
            }}
          >
            {action.label}
          </Button>
        )}
      </div>
      <IconButton icon={X} size="small" label={t('dismiss')} onClick={() => onDismiss(id)} />
    </div>
  )
}
