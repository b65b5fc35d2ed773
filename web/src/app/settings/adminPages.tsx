import {
  Building2,
  Container,
  FolderGit2,
  Globe,
  Info,
  KeyRound,
  ListOrdered,
  Server,
  Users,
} from 'lucide-react'
import { useTranslations } from 'use-intl'

import { NotFoundScreen } from '../../features/notFound/NotFoundScreen.tsx'
import { WarningBox } from '../../ui/MessageBox.tsx'
import { adminScreens } from './adminScreens.ts'
import { pages } from './pages.ts'
import { placeOfServer } from './places.ts'
import type { SettingsPage } from './SettingsFrame.tsx'

export interface AdminArea {
  /** Of the whole area, for the title of the tab. */
  title: string
  /** The address below that of the page: `5` or `create` of forges; '' everywhere else. */
  below: string
}

/** The administration of the server. */
export const adminPages: readonly SettingsPage<AdminArea>[] = [
  {
    path: '',
    label: 'info',
    icon: Info,
    draw: () => <adminScreens.info />,
    preload: adminScreens.info.preload,
  },
  {
    path: 'secrets',
    label: 'secrets',
    icon: KeyRound,
    draw: ({ title }) => (
      <ForEverybody of="secrets">
        <pages.secrets place={placeOfServer} title={title} />
      </ForEverybody>
    ),
    preload: pages.secrets.preload,
  },
  {
    path: 'registries',
    label: 'registries',
    icon: Container,
    draw: ({ title }) => (
      <ForEverybody of="registries">
        <pages.registries place={placeOfServer} title={title} />
      </ForEverybody>
    ),
    preload: pages.registries.preload,
  },
  {
    path: 'repos',
    label: 'repos',
    icon: FolderGit2,
    draw: () => <adminScreens.repos />,
    preload: adminScreens.repos.preload,
  },
  {
    path: 'users',
    label: 'users',
    icon: Users,
    draw: () => <adminScreens.users />,
    preload: adminScreens.users.preload,
  },
  {
    path: 'orgs',
    label: 'orgs',
    icon: Building2,
    draw: () => <adminScreens.orgs />,
    preload: adminScreens.orgs.preload,
  },
  {
    path: 'agents',
    label: 'agents',
    icon: Server,
    draw: ({ title }) => <pages.agents scope={{ level: 'global' }} title={title} />,
    preload: pages.agents.preload,
  },
  {
    path: 'queue',
    label: 'queue',
    icon: ListOrdered,
    draw: () => <adminScreens.queue />,
    preload: adminScreens.queue.preload,
  },
  {
    path: 'forges',
    label: 'forges',
    icon: Globe,
    draw: ({ below }) => <Forges below={below} />,
    preload: adminScreens.forges.preload,
  },
]

function Forges({ below }: { below: string }) {
  if (below === '') return <adminScreens.forges />
  if (below === 'create') return <adminScreens.newForge />
  return /^\d{1,15}$/.test(below) ? (
    <adminScreens.forge key={below} forgeId={Number(below)} />
  ) : (
    <NotFoundScreen />
  )
}

/** What every repository of the server gets, whoever may push to it. */
function ForEverybody({ of, children }: { of: 'secrets' | 'registries'; children: React.ReactNode }) {
  const t = useTranslations('admin.forEverybody')
  return (
    <div className="flex flex-col gap-4">
      <WarningBox>{t(of)}</WarningBox>
      {children}
    </div>
  )
}
