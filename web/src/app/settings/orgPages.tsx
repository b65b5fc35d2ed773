import type { Org } from '@yaffle/contract/orgs'
import { Container, KeyRound, Server } from 'lucide-react'

import { config } from '../../config.ts'
import { pages } from './pages.ts'
import { placeOfOrg } from './places.ts'
import type { SettingsPage } from './SettingsFrame.tsx'

/** The settings of an organisation; all of them for its administrators. */
export const orgPages: readonly SettingsPage<Org>[] = [
  {
    path: 'secrets',
    label: 'secrets',
    icon: KeyRound,
    draw: (org) => <pages.secrets place={placeOfOrg(org)} title={org.name} />,
    preload: pages.secrets.preload,
  },
  {
    path: 'registries',
    label: 'registries',
    icon: Container,
    draw: (org) => <pages.registries place={placeOfOrg(org)} title={org.name} />,
    preload: pages.registries.preload,
  },
  {
    path: 'agents',
    label: 'agents',
    icon: Server,
    isOpenTo: () => config.userRegisteredAgents,
    draw: (org) => <pages.agents scope={{ level: 'org', orgId: org.id }} title={org.name} />,
    preload: pages.agents.preload,
  },
]
