import type { User } from '@yaffle/contract/users'
import { Container, KeyRound, Server, Terminal, User as Person } from 'lucide-react'

import { config } from '../../config.ts'
import { pages } from './pages.ts'
import { placeOfUser } from './places.ts'
import type { SettingsPage } from './SettingsFrame.tsx'

/** Some servers do not say which organisation is the person's own. */
const hasOrg = ({ org_id }: User) => org_id > 0

/** Everybody's own settings. */
export const userPages: readonly SettingsPage<User>[] = [
  {
    path: '',
    label: 'general',
    icon: Person,
    draw: () => <pages.account />,
    preload: pages.account.preload,
  },
  {
    path: 'secrets',
    label: 'secrets',
    icon: KeyRound,
    isOpenTo: hasOrg,
    draw: (user) => <pages.secrets place={placeOfUser(user)} title={user.login} />,
    preload: pages.secrets.preload,
  },
  {
    path: 'registries',
    label: 'registries',
    icon: Container,
    isOpenTo: hasOrg,
    draw: (user) => <pages.registries place={placeOfUser(user)} title={user.login} />,
    preload: pages.registries.preload,
  },
  {
    path: 'cli-and-api',
    label: 'cliAndApi',
    icon: Terminal,
    draw: () => <pages.cliAndApi />,
    preload: pages.cliAndApi.preload,
  },
  {
    path: 'agents',
    label: 'agents',
    icon: Server,
    isOpenTo: (user) => config.userRegisteredAgents && hasOrg(user),
    draw: ({ org_id, login }) => <pages.agents scope={{ level: 'org', orgId: org_id }} title={login} />,
    preload: pages.agents.preload,
  },
]
