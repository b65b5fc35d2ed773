import type { Repo } from '@yaffle/contract/repos'
import { BadgeCheck, CalendarClock, Container, KeyRound, Puzzle, Settings2, Wrench } from 'lucide-react'

import { pages } from './pages.ts'
import { placeOfRepo } from './places.ts'
import type { SettingsPage } from './SettingsFrame.tsx'

/** The settings of a repository, in the order of their tabs; all of them for its administrators. */
export const repoPages: readonly SettingsPage<Repo>[] = [
  {
    path: '',
    label: 'general',
    icon: Settings2,
    draw: (repo) => <pages.general key={repo.id} repo={repo} />,
    preload: pages.general.preload,
  },
  {
    path: 'secrets',
    label: 'secrets',
    icon: KeyRound,
    draw: (repo) => <pages.secrets place={placeOfRepo(repo)} title={repo.full_name} />,
    preload: pages.secrets.preload,
  },
  {
    path: 'registries',
    label: 'registries',
    icon: Container,
    draw: (repo) => <pages.registries place={placeOfRepo(repo)} title={repo.full_name} />,
    preload: pages.registries.preload,
  },
  {
    path: 'crons',
    label: 'crons',
    icon: CalendarClock,
    draw: (repo) => <pages.crons repo={repo} />,
    preload: pages.crons.preload,
  },
  {
    path: 'badge',
    label: 'badge',
    icon: BadgeCheck,
    draw: (repo) => <pages.badge repo={repo} />,
    preload: pages.badge.preload,
  },
  {
    path: 'actions',
    label: 'actions',
    icon: Wrench,
    draw: (repo) => <pages.actions repo={repo} />,
    preload: pages.actions.preload,
  },
  {
    path: 'extensions',
    label: 'extensions',
    icon: Puzzle,
    draw: (repo) => <pages.extensions repo={repo} />,
    preload: pages.extensions.preload,
  },
]
