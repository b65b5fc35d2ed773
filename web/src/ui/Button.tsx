import type { LucideIcon } from 'lucide-react'
import type { MouseEvent, ReactNode, Ref } from 'react'

import { cx } from './cx.ts'
import { Icon } from './Icon.tsx'
import { Spinner } from './Spinner.tsx'
import { usePress } from './usePress.ts'

export type ButtonLook = 'normal' | 'primary' | 'danger' | 'quiet'
export type ButtonSize = 'normal' | 'small'

const looks = {
  normal: 'border-control/60 bg-panel text-normal hover:bg-hover active:bg-pressed',
  primary: 'border-transparent bg-solid text-on-solid hover:bg-solid-hover',
  danger: 'border-transparent bg-danger-solid text-on-solid hover:bg-danger-solid-hover',
  quiet: 'border-transparent text-normal hover:bg-hover active:bg-pressed',
} satisfies Record<ButtonLook, string>

const sizes = {
  normal: 'h-8 gap-1.5 px-3 max-sm:h-11',
  small: 'h-7 gap-1 px-2 text-meta max-sm:h-11',
} satisfies Record<ButtonSize, string>

/** The looks of a button, for whatever has to look like one. */
export const buttonClass = (look: ButtonLook, size: ButtonSize, className?: string) =>
  cx(
    'relative inline-flex shrink-0 items-center justify-center rounded-md border font-medium whitespace-nowrap',
    'transition-colors select-none aria-disabled:opacity-55',
    looks[look],
    sizes[size],
    className,
  )

export interface ButtonProps {
  children: ReactNode
  look?: ButtonLook
  size?: ButtonSize
  icon?: LucideIcon | undefined
  /** Sends the form around it; otherwise it only does what `onClick` says. */
  isSubmit?: boolean
  /** Work is going on elsewhere (a mutation, a form). A promise returned by `onClick` counts by itself. */
  isBusy?: boolean
  isDisabled?: boolean
  onClick?: ((event: MouseEvent<HTMLButtonElement>) => unknown) | undefined
  /** Accessible name where the visible words alone would be the same on every row. */
  label?: string
  className?: string
  ref?: Ref<HTMLButtonElement>
}

/**
 * A button that shows its progress and cannot fire twice. While busy or disabled it keeps the focus and its size;
 * other attributes (as menus and tooltips add them) pass through.
 */
export function Button({
  children,
  look = 'normal',
  size = 'normal',
  icon,
  isSubmit = false,
  isBusy = false,
  isDisabled = false,
  onClick,
  label,
  className,
  ...rest
}: ButtonProps) {
  const { isWorking, attributes } = usePress({ onClick, isBusy, isDisabled })

  return (
    <button
      {...rest}
      type={isSubmit ? 'submit' : 'button'}
      aria-label={label}
      {...attributes}
      className={buttonClass(look, size, className)}
    >
      {isWorking && <Spinner className="absolute" />}
      <span className={cx('inline-flex items-center gap-[inherit]', isWorking && 'invisible')}>
        {icon && <Icon icon={icon} size="small" />}
        {children}
      </span>
    </button>
  )
}
