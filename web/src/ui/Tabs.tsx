import { createLink } from '@tanstack/react-router'
import type { LucideIcon } from 'lucide-react'
import { Children, Suspense, use, useLayoutEffect, useRef, useState } from 'react'
import type { AnchorHTMLAttributes, ReactNode, Ref } from 'react'

import { CountBadge } from './Badge.tsx'
import type { Tone } from './Badge.tsx'
import { cx } from './cx.ts'
import { fitting } from './fitting.ts'
import { Icon } from './Icon.tsx'
import { lazyScreen } from './lazyScreen.ts'
import { tabClass, TabPlace } from './tabPlace.ts'

/** Few windows are too small for their tabs. */
const MoreTabs = lazyScreen(async () => (await import('./MoreTabs.tsx')).MoreTabs)

/** What the button for the rest takes, and what is between tabs (px). */
const moreWidth = 96
const gap = 4

/**
 * Pages that belong together. The links in it are `TabLink`s, or components that draw one; those for which there is no
 * room are in a menu at the end. They stay in the row unseen, where their widths are known.
 */
export function Tabs({ label, children }: { label: string; children: ReactNode }) {
  const row = useRef<HTMLElement>(null)
  const tabs = Children.toArray(children)
  const count = tabs.length
  const [shown, setShown] = useState(count)
  const rest = tabs.slice(shown)

  useLayoutEffect(() => {
    const nav = row.current
    if (!nav) return
    const places = [...nav.querySelectorAll<HTMLElement>(':scope > [data-tab]')].slice(0, count)
    const measure = () => {
      const widths = places.map(({ offsetWidth }) => offsetWidth)
      setShown(fitting(widths, nav.clientWidth, moreWidth, gap))
    }
    measure()
    const observer = new ResizeObserver(measure)
    for (const element of [nav, ...places]) observer.observe(element)
    return () => observer.disconnect()
  }, [count])

  return (
    <nav ref={row} aria-label={label} className="group/tabs relative -mb-px flex items-end gap-x-1">
      {tabs.map((tab, index) => (
        <span
          // They are never moved, and come and go at their own places.
          key={keyOf(tab, index)}
          data-tab={index < shown ? 'shown' : 'rest'}
          className={cx('shrink-0', index >= shown && 'invisible absolute top-0')}
        >
          {tab}
        </span>
      ))}
      {rest.length > 0 && (
        <Suspense>
          <MoreTabs>{rest}</MoreTabs>
        </Suspense>
      )}
    </nav>
  )
}

const keyOf = (tab: ReactNode, index: number) =>
  typeof tab === 'object' && tab !== null && 'key' in tab && tab.key !== null ? tab.key : index

type TabAnchorProps = AnchorHTMLAttributes<HTMLAnchorElement> & {
  ref?: Ref<HTMLAnchorElement>
  icon?: LucideIcon
  /** Shown when it is above 0. */
  count?: number
  countTone?: Tone
}

function TabAnchor({ icon, count = 0, countTone, className, children, ...rest }: TabAnchorProps) {
  const drawElsewhere = use(TabPlace)
  const inside = (
    <>
      {icon && <Icon icon={icon} size="small" />}
      {children}
      <CountBadge count={count} {...(countTone && { tone: countTone })} />
    </>
  )
  if (drawElsewhere) return drawElsewhere(<a {...rest}>{inside}</a>)
  return (
    <a
      {...rest}
      className={cx(
        tabClass,
        'aria-[current=page]:border-brand forced-colors:aria-[current=page]:border-[Highlight] aria-[current=page]:font-medium aria-[current=page]:text-strong',
        className,
      )}
    >
      {inside}
    </a>
  )
}

/**
 * One of the pages. It is the current one when its address is shown exactly; pass
 * `activeOptions={{ exact: false }}` for one that has pages below it.
 */
export const TabLink = createLink(TabAnchor)
