import { ChevronDown } from 'lucide-react'
import type { ReactElement, ReactNode } from 'react'
import { useTranslations } from 'use-intl'

import { cx } from './cx.ts'
import { Icon } from './Icon.tsx'
import { Menu, MenuItem } from './Menu.tsx'
import { tabClass, TabPlace } from './tabPlace.ts'

/** The tabs for which there is no room. The button looks like the current tab when that is one of them. */
export function MoreTabs({ children }: { children: ReactNode }) {
  const t = useTranslations('ui')
  return (
    <Menu
      trigger={
        <button
          type="button"
          className={cx(
            tabClass,
            'max-w-24 group-has-[[data-tab=rest]_[aria-current=page]]/tabs:border-brand group-has-[[data-tab=rest]_[aria-current=page]]/tabs:font-medium group-has-[[data-tab=rest]_[aria-current=page]]/tabs:text-strong',
          )}
        >
          <span className="truncate">{t('moreTabs')}</span>
          <Icon icon={ChevronDown} size="small" />
        </button>
      }
    >
      <TabPlace value={drawItem}>{children}</TabPlace>
    </Menu>
  )
}

/** The link brings what is in it. */
const drawItem = (link: ReactElement) => <MenuItem link={link}>{null}</MenuItem>
