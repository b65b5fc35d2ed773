import type { LucideIcon } from 'lucide-react'

import { cx } from './cx.ts'

interface IconProps {
  icon: LucideIcon
  /** `normal` is 1.3 rem, `small` goes into lines of meta text, `large` above the title of an empty page. */
  size?: keyof typeof sizes
  className?: string | undefined
}

const sizes = { small: 'size-4', normal: 'size-[1.3rem]', large: 'size-10' } as const

/** A picture beside words, or inside a control with a name: never the only carrier of a meaning. */
export function Icon({ icon: Shape, size = 'normal', className }: IconProps) {
  return (
    <Shape
      aria-hidden
      strokeWidth={size === 'small' ? 2 : size === 'large' ? 1.25 : 1.75}
      className={cx('inline-block shrink-0', sizes[size], className)}
    />
  )
}

/** The icon of a name that came as data. Throws "Icon not found" for a name that is not in the table. */
export function iconNamed(icons: Readonly<Record<string, LucideIcon>>, name: string): LucideIcon {
  const icon = Object.hasOwn(icons, name) ? icons[name] : undefined
  if (!icon) throw new Error(`Icon not found: ${name}`)
  return icon
}
