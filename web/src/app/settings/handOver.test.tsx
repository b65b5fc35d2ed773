import { screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

import { config } from '../../config.ts'
import { AdminOrgsScreen } from '../../features/admin/AdminOrgsScreen.tsx'
import { AdminReposScreen } from '../../features/admin/AdminReposScreen.tsx'
import { ForgesScreen } from '../../features/admin/forges/ForgesScreen.tsx'
import { QueueScreen } from '../../features/admin/queue/QueueScreen.tsx'
import { UsersScreen } from '../../features/admin/users/UsersScreen.tsx'
import { AgentsScreen } from '../../features/agents/AgentsScreen.tsx'
import { CronsScreen } from '../../features/crons/CronsScreen.tsx'
import { RegistriesScreen } from '../../features/registries/RegistriesScreen.tsx'
import { SecretsScreen } from '../../features/secrets/SecretsScreen.tsx'
import { patterns } from '../../paths.ts'
import { fakeApi } from '../../testing/fakeApi.ts'
import { anOrg, aRepo } from '../../testing/fixtures.ts'
import { renderScreen } from '../../testing/render.tsx'
import { toasts } from '../../ui/toasts.ts'
import { placeOfOrg, placeOfRepo, placeOfServer } from './places.ts'

const before = { ...config }
beforeEach(() => Object.assign(config, { rootPath: '/ci' }))
afterEach(() => {
  Object.assign(config, before)
  for (const { id } of toasts.list()) toasts.dismiss(id)
  vi.unstubAllGlobals()
})

const inRepo = placeOfRepo(aRepo())
const inOrg = placeOfOrg(anOrg())
const lists = [
  {
    list: 'secrets of a repository',
    screen: <SecretsScreen place={inRepo} title="" />,
    curl: 'repos/1/secrets',
    cli: 'repo secret ls --repository acme/api',
  },
  {
    list: 'secrets of an organization',
    screen: <SecretsScreen place={inOrg} title="" />,
    curl: 'orgs/3/secrets',
    cli: 'org secret ls --organization acme',
  },
  {
    list: 'secrets of the server',
    screen: <SecretsScreen place={placeOfServer} title="" />,
    curl: 'secrets',
    cli: 'admin secret ls',
  },
  {
    list: 'registries of a repository',
    screen: <RegistriesScreen place={inRepo} title="" />,
    curl: 'repos/1/registries',
    cli: 'repo registry ls --repository acme/api',
  },
  {
    list: 'registries of an organization',
    screen: <RegistriesScreen place={inOrg} title="" />,
    curl: 'orgs/3/registries',
    cli: 'org registry ls --organization acme',
  },
  {
    list: 'registries of the server',
    screen: <RegistriesScreen place={placeOfServer} title="" />,
    curl: 'registries',
    cli: 'admin registry ls',
  },
  {
    list: 'crons',
    screen: <CronsScreen repo={aRepo()} />,
    curl: 'repos/1/cron',
    cli: 'repo cron ls --repository acme/api',
  },
  {
    list: 'agents of an organization',
    screen: <AgentsScreen scope={{ level: 'org', orgId: 3 }} title="" />,
    curl: 'orgs/3/agents',
    cli: undefined,
  },
  {
    list: 'agents of the server',
    screen: <AgentsScreen scope={{ level: 'global' }} title="" />,
    curl: 'agents',
    cli: 'admin agent ls',
  },
  { list: 'repositories', screen: <AdminReposScreen />, curl: 'repos', cli: undefined },
  { list: 'users', screen: <UsersScreen />, curl: 'users', cli: 'admin user ls' },
  { list: 'organizations', screen: <AdminOrgsScreen />, curl: 'orgs', cli: 'admin org ls' },
  { list: 'queue', screen: <QueueScreen />, curl: 'queue/info', cli: undefined },
  { list: 'forges', screen: <ForgesScreen />, curl: 'forges', cli: undefined },
]

describe('outside the browser', () => {
  it.each(lists)('the list of $list is read by a call, and a command where there is one', async (one) => {
    fakeApi()
    const { user } = renderScreen(one.screen, patterns.adminPage, { at: '/admin/list' })
    const copied = async (item: string) => {
      await user.click(await screen.findByRole('button', { name: 'Use outside the browser' }))
      await user.click(await screen.findByRole('menuitem', { name: item }))
      await waitFor(() => expect(toasts.list()).toContainEqual(expect.objectContaining({ title: 'Copied' })))
      return navigator.clipboard.readText()
    }
    expect(await copied('Copy as curl')).toBe(
      `curl -H "Authorization: Bearer $WOODPECKER_TOKEN" ${location.origin}/ci/api/${one.curl}`,
    )
    if (one.cli !== undefined) {
      expect(await copied('Copy CLI command')).toBe(`woodpecker-cli ${one.cli}`)
      return
    }
    await user.click(await screen.findByRole('button', { name: 'Use outside the browser' }))
    await screen.findByRole('menuitem', { name: 'Copy as curl' })
    expect(screen.queryByRole('menuitem', { name: 'Copy CLI command' })).toBeNull()
  })
})
