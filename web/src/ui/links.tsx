import { createLink } from '@tanstack/react-router'
import type { LucideIcon } from 'lucide-react'
import type { AnchorHTMLAttributes, Ref } from 'react'

import { buttonClass } from './Button.tsx'
import type { ButtonLook, ButtonSize } from './Button.tsx'
import { cx } from './cx.ts'
import { Icon } from './Icon.tsx'
import { iconButtonClass } from './IconButton.tsx'

type Anchor = AnchorHTMLAttributes<HTMLAnchorElement> & { ref?: Ref<HTMLAnchorElement> }

function TextAnchor({ className, children, ...rest }: Anchor) {
  return (
    <a {...rest} className={cx('text-link underline-offset-2 hover:underline', className)}>
      {children}
    </a>
  )
}

function ButtonAnchor({
  look = 'normal',
  size = 'normal',
  icon,
  className,
  children,
  ...rest
}: Anchor & { look?: ButtonLook; size?: ButtonSize; icon?: LucideIcon }) {
  return (
    <a {...rest} className={buttonClass(look, size, className)}>
      {icon && <Icon icon={icon} size="small" />}
      {children}
    </a>
  )
}

function IconAnchor({
  icon,
  label,
  className,
  ...rest
}: Omit<Anchor, 'children'> & { icon: LucideIcon; label: string }) {
  return (
    <a {...rest} aria-label={label} data-tooltip={label} className={iconButtonClass('normal', className)}>
      <Icon icon={icon} />
    </a>
  )
}

/** A link inside the product, in a text. */
export const TextLink = createLink(TextAnchor)
/** A link inside the product that looks like a button. */
export const LinkButton = createLink(ButtonAnchor)
/** A link inside the product of one icon, named for screen readers and on hover. */
export const IconLink = createLink(IconAnchor)
