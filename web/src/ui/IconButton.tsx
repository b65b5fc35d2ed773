import type { LucideIcon } from 'lucide-react'
import type { MouseEvent, Ref } from 'react'

import { cx } from './cx.ts'
import { Icon } from './Icon.tsx'
import { Spinner } from './Spinner.tsx'
import { usePress } from './usePress.ts'

export interface IconButtonProps {
  icon: LucideIcon
  /** Its name, which is also its tooltip. */
  label: string
  size?: 'normal' | 'small'
  onClick?: (event: MouseEvent<HTMLButtonElement>) => unknown
  isBusy?: boolean
  isDisabled?: boolean
  /** Kept in its place, but not there for anybody. */
  isHidden?: boolean
  /** Of a switch: is it on? Leave out for ordinary buttons. */
  isPressed?: boolean
  className?: string
  ref?: Ref<HTMLButtonElement>
}

export const iconButtonClass = (size: 'normal' | 'small' = 'normal', className?: string) =>
  cx(
    'inline-flex shrink-0 items-center justify-center rounded-md text-muted transition-colors',
    'hover:bg-hover hover:text-strong active:bg-pressed aria-disabled:opacity-55 aria-pressed:bg-pressed aria-pressed:text-strong',
    size === 'small' ? 'size-7 max-sm:size-11' : 'size-8 max-sm:size-11',
    className,
  )

/** A button of one icon, named for screen readers and on hover. Like `Button` it never fires twice. */
export function IconButton({
  icon,
  label,
  size = 'normal',
  onClick,
  isBusy = false,
  isDisabled = false,
  isHidden = false,
  isPressed,
  className,
  ...rest
}: IconButtonProps) {
  const { isWorking, attributes } = usePress({ onClick, isBusy, isDisabled })

  return (
    <button
      {...rest}
      type="button"
      hidden={isHidden}
      aria-label={label}
      data-tooltip={label}
      aria-pressed={isPressed}
      {...attributes}
      className={iconButtonClass(size, className)}
    >
      {isWorking ? <Spinner /> : <Icon icon={icon} size={size === 'small' ? 'small' : 'normal'} />}
    </button>
  )
}
