import { Settings } from 'lucide-react'
import { memo } from 'react'

import { useSharedTexts } from '../i18n/Texts.tsx'
import { cx } from '../ui/cx.ts'
import { Icon } from '../ui/Icon.tsx'
import { isStatus, looksOf, roleText } from './statuses.ts'

/** A status in words; the server's own word for one this page does not know. */
export function useStatusName() {
  const { t } = useSharedTexts()
  return (status: string) => (isStatus(status) ? t(`status.${status}`) : status || t('status.unknown'))
}

interface StatusIconProps {
  status: string
  /** Services run beside the steps and have a gear of their own. */
  isService?: boolean
  size?: 'normal' | 'small'
  className?: string
}

/** A status by shape, colour and word: the word is its accessible name and its tooltip. */
export const StatusIcon = memo(function StatusIcon({
  status,
  isService = false,
  size = 'normal',
  className,
}: StatusIconProps) {
  const { t } = useSharedTexts()
  const name = useStatusName()
  const { icon, role, isMoving = false } = looksOf(status)
  const label = t('status.label', { status: name(status) })

  return (
    <span
      role="img"
      aria-label={label}
      data-tooltip={label}
      className={cx('inline-flex shrink-0', className)}
    >
      <Icon
        icon={isService ? Settings : icon}
        size={size}
        className={cx(roleText[role], isMoving && 'animate-spin')}
      />
    </span>
  )
})
