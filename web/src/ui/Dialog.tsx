import { Dialog as Base } from '@base-ui/react/dialog'
import { X } from 'lucide-react'
import type { ReactNode, RefObject } from 'react'
import { useTranslations } from 'use-intl'

import { cx } from './cx.ts'
import { IconButton } from './IconButton.tsx'

interface DialogProps {
  isOpen: boolean
  onClose: () => void
  title: ReactNode
  description?: ReactNode
  children?: ReactNode
  /** Buttons at the bottom; put what the person most likely wants last. */
  actions?: ReactNode
  /** What gets the focus; by default the first thing that can have it. */
  initialFocus?: RefObject<HTMLElement | null>
  isWide?: boolean
}

/**
 * Takes over the page until it is answered: the focus stays inside and returns afterwards; Escape, the cross and a
 * press outside close it.
 */
export function Dialog(props: DialogProps) {
  const { isOpen, onClose, title, description, children, actions, initialFocus, isWide = false } = props
  const t = useTranslations('ui')

  return (
    <Base.Root open={isOpen} onOpenChange={(open) => !open && onClose()}>
      <Base.Portal>
        <Base.Backdrop className="fixed inset-0 z-40 bg-overlay transition-opacity data-ending-style:opacity-0 data-starting-style:opacity-0" />
        <Base.Popup
          {...(initialFocus && { initialFocus })}
          className={cx(
            'fixed top-1/2 left-1/2 z-40 flex max-h-[calc(100dvh-2rem)] w-[calc(100vw-2rem)] -translate-x-1/2 -translate-y-1/2 flex-col',
            'rounded-lg border border-border bg-raised shadow-float outline-none transition-opacity data-ending-style:opacity-0 data-starting-style:opacity-0',
            isWide ? 'max-w-[42rem]' : 'max-w-md',
          )}
        >
          <header className="flex items-start gap-4 pt-4 pb-1 ps-5 pe-3">
            <Base.Title className="min-w-0 flex-1 pt-0.5 text-heading break-words">{title}</Base.Title>
            <IconButton icon={X} label={t('close')} onClick={onClose} />
          </header>
          <div className="min-h-0 overflow-y-auto px-5 pb-5">
            {description !== undefined && (
              <Base.Description className="break-words text-muted" render={<div />}>
                {description}
              </Base.Description>
            )}
            {children !== undefined && (
              <div className={cx(description !== undefined && 'mt-4')}>{children}</div>
            )}
          </div>
          {actions !== undefined && (
            <footer className="flex flex-wrap justify-end gap-2 border-t border-border px-5 py-3">
              {actions}
            </footer>
          )}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  )
}
