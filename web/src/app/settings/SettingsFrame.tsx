import type { LucideIcon } from 'lucide-react'
import { type ReactNode, Suspense } from 'react'
import { useTranslations } from 'use-intl'

import { NotFoundScreen } from '../../features/notFound/NotFoundScreen.tsx'
import type { Messages } from '../../i18n/english.ts'
import { Page } from '../../ui/Page.tsx'
import { SkeletonRows } from '../../ui/Skeleton.tsx'
import { TabLink, Tabs } from '../../ui/Tabs.tsx'

/** One page of a settings area. `Area` is what the area is about: a repository, an organisation, a person. */
export interface SettingsPage<Area> {
  /** The address below the area's own, '' for its first page. */
  path: string
  /** Of its tab. */
  label: keyof Messages['settings']['tabs']
  icon: LucideIcon
  /** Left out where everybody who may open the area may open the page. */
  isOpenTo?: (area: Area) => boolean
  draw: (area: Area) => ReactNode
  /** Fetches its code ahead. */
  preload: () => Promise<void>
}

interface SettingsFrameProps<Area> {
  title: ReactNode
  actions?: ReactNode
  pages: readonly SettingsPage<Area>[]
  area: Area
  /** The address below the area's own, from the router. */
  path: string
  /** The address of one page, for its tab. */
  linkTo: (path: string) => { to: string; params?: Record<string, string> }
}

/** Around the pages of a settings area: its title, a tab for each page that is open to the caller, the page itself. */
export function SettingsFrame<Area>(props: SettingsFrameProps<Area>) {
  const { title, actions, pages, area, path, linkTo } = props
  const t = useTranslations('settings')
  const open = pages.filter(({ isOpenTo }) => isOpenTo?.(area) ?? true)
  const page = open.find((one) => one.path === path)
  if (!page) return <NotFoundScreen />

  return (
    <Page
      title={title}
      actions={actions}
      tabs={
        <Tabs label={t('sections')}>
          {open.map((one) => (
            <TabLink
              key={one.path}
              {...linkTo(one.path)}
              icon={one.icon}
              // Pages may have more below them; the first page has all the others.
              activeOptions={{ exact: one.path === '', includeSearch: false }}
              onPointerEnter={() => void one.preload().catch(() => undefined)}
            >
              {t(`tabs.${one.label}`)}
            </TabLink>
          ))}
        </Tabs>
      }
    >
      <Suspense key={page.path} fallback={<SkeletonRows />}>
        {page.draw(area)}
      </Suspense>
    </Page>
  )
}
