import { useRouter } from '@tanstack/react-router'
import type { MouseEvent, ReactNode } from 'react'

import { paths } from '../paths.ts'

interface RowLinkProps {
  to: ReturnType<typeof paths.repo> | ReturnType<typeof paths.pipeline>
  className: string
  children: ReactNode
}

/** Who only passes over a row does not mean it (ms). */
const intent = 50
let meant: ReturnType<typeof setTimeout> | undefined

/**
 * A row that is a link inside the product. It does what the router's own link does, which costs more than all the rest of
 * a row: too much where a key in a search box brings a screen full of others. It does not say whether one is there already.
 */
export function RowLink({ to: place, className, children }: RowLinkProps) {
  const router = useRouter()
  const preload = () => void router.preloadRoute(place).catch(() => undefined)
  const preloadSoon = () => {
    clearTimeout(meant)
    meant = setTimeout(preload, intent)
  }

  return (
    <a
      href={hrefOf(router.basepath, place)}
      className={className}
      onClick={(event) => {
        if (!isPlain(event)) return
        event.preventDefault()
        void router.navigate(place)
      }}
      onMouseEnter={preloadSoon}
      onMouseLeave={() => clearTimeout(meant)}
      onFocus={preloadSoon}
      onTouchStart={preload}
    >
      {children}
    </a>
  )
}

const hrefOf = (base: string, { to, params }: RowLinkProps['to']) =>
  base.replace(/\/$/, '') +
  to.replaceAll(/\$(\w+)/g, (_, name: string) =>
    encodeURIComponent((params as Readonly<Record<string, string>>)[name] ?? ''),
  )

/** Everything else is the browser's: another tab or window, or a download. */
const isPlain = (event: MouseEvent) =>
  !event.defaultPrevented &&
  event.button === 0 &&
  !event.metaKey &&
  !event.ctrlKey &&
  !event.shiftKey &&
  !event.altKey
