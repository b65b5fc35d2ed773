import { Menu as Base } from '@base-ui/react/menu'
import type { LucideIcon } from 'lucide-react'
import type { ReactElement, ReactNode } from 'react'

import { cx } from './cx.ts'
import { Icon } from './Icon.tsx'

interface MenuProps {
  /** The button that opens it: a Button or an IconButton, which gets what it needs. */
  trigger: ReactElement
  children: ReactNode
}

/** A list of actions behind a button. Arrow keys, typing a first letter, Enter and Escape work as in any menu. */
export function Menu({ trigger, children }: MenuProps) {
  return (
    <Base.Root modal={false}>
      <Base.Trigger render={trigger} />
      <Base.Portal>
        <Base.Positioner sideOffset={4} align="end" className="z-40 outline-none">
          <Base.Popup className="min-w-44 rounded-md border border-border bg-raised p-1 shadow-float outline-none transition-opacity data-ending-style:opacity-0 data-starting-style:opacity-0">
            {children}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}

interface MenuItemProps {
  icon?: LucideIcon
  children: ReactNode
  onSelect?: () => void
  /** A link instead of an action, e.g. `<Link {...paths.repo(1)} />`. What is in it goes before `children`. */
  link?: ReactElement
  isDisabled?: boolean
  isDangerous?: boolean
}

export function MenuItem({
  icon,
  children,
  onSelect,
  link,
  isDisabled = false,
  isDangerous = false,
}: MenuItemProps) {
  return (
    <Base.Item
      disabled={isDisabled}
      {...(onSelect && { onClick: onSelect })}
      {...(link && { render: link, nativeButton: false })}
      className={cx(
        'flex h-8 cursor-default items-center gap-2 rounded-sm px-2 outline-none select-none max-sm:h-11',
        'data-disabled:opacity-50 data-highlighted:bg-hover aria-[current=page]:font-medium aria-[current=page]:text-strong',
        isDangerous ? 'text-failure' : 'text-normal',
      )}
    >
      {icon && <Icon icon={icon} size="small" />}
      {children}
    </Base.Item>
  )
}

export const MenuSeparator = () => <Base.Separator className="my-1 h-px bg-border" />
