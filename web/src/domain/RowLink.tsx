import { useRouter } from '@tanstack/react-router'
import type { KeyboardEventHandler, MouseEvent, ReactNode } from 'react'

import type { paths } from '../paths.ts'

interface RowLinkProps {
  to: ReturnType<typeof paths.repo> | ReturnType<typeof paths.pipeline>
  /** Is the page that is shown the one it leads to, or one below it? */
  isHere?: boolean
  /** Its accessible name and its tooltip, where it has no text. */
  label?: string
  tabIndex?: number
  onKeyDown?: KeyboardEventHandler<HTMLAnchorElement>
  className: string
  children: ReactNode
}

/**
 * A row that is a link inside the product. It does what the router's own link does, which costs more than all the rest of
 * a row: too much where a key in a search box, or a storm of events, brings a screen full of others.
 */
export function RowLink(props: RowLinkProps) {
  const { to: place, isHere = false, label, tabIndex, onKeyDown, className, children } = props
  const router = useRouter()
  const preload = () => void router.preloadRoute(place).catch(() => undefined)

  return (
    <a
      href={hrefOf(router, place)}
      aria-current={isHere ? 'page' : undefined}
      aria-label={label}
      data-tooltip={label}
      tabIndex={tabIndex}
      onKeyDown={onKeyDown}
      className={className}
      onClick={(event) => {
        if (!isPlain(event)) return
        event.preventDefault()
        void router.navigate(place)
      }}
      onMouseEnter={preload}
      onFocus={preload}
      onTouchStart={preload}
    >
      {children}
    </a>
  )
}

/** The feed's filters are part of every address (`app/frames.ts`); few have any, and only the router knows how. */
const hrefOf = (router: ReturnType<typeof useRouter>, place: RowLinkProps['to']) =>
  /[?&]feed/.test(router.state.location.searchStr)
    ? router.buildLocation(place).publicHref
    : router.basepath.replace(/\/$/, '') + filled(place)

const filled = ({ to, params }: RowLinkProps['to']) =>
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
