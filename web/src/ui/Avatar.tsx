import { useState } from 'react'

import { cx } from './cx.ts'
import { safeUrl } from './safeUrl.ts'

interface AvatarProps {
  /** Whose picture; gives the initial when there is none. */
  name: string
  url: string
  /** Edge in pixels. */
  size?: number
  className?: string
}

/** A person's picture as decoration: say the name beside it. The picture's host is told nothing. */
export function Avatar({ name, url, size = 24, className }: AvatarProps) {
  const [failed, setFailed] = useState('')
  const source = safeUrl(url)
  const edge = { width: size, height: size }

  if (source && failed !== source) {
    return (
      <img
        src={source}
        alt=""
        style={edge}
        width={size}
        height={size}
        loading="lazy"
        decoding="async"
        referrerPolicy="no-referrer"
        onError={() => setFailed(source)}
        className={cx('shrink-0 rounded-full bg-neutral-soft object-cover', className)}
      />
    )
  }
  return (
    <span
      aria-hidden
      style={{ ...edge, fontSize: size * 0.42 }}
      className={cx(
        'inline-flex shrink-0 items-center justify-center rounded-full bg-neutral-soft font-semibold text-neutral uppercase select-none',
        className,
      )}
    >
      {Array.from(name.trim())[0] ?? '?'}
    </span>
  )
}
