import { screen, waitFor, within } from '@testing-library/react'
import { type OrgPerm, orgRoutes } from '@yaffle/contract/orgs'
import { repoRoutes } from '@yaffle/contract/repos'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

import { config } from '../../config.ts'
import { patterns } from '../../paths.ts'
import { failure, fakeApi, reply } from '../../testing/fakeApi.ts'
import { anOrg, aRepoRow, aUser } from '../../testing/fixtures.ts'
import { harmOn, makeHostile, payloads } from '../../testing/hostile.ts'
import { renderScreen } from '../../testing/render.tsx'
import { OrgReposScreen } from './OrgReposScreen.tsx'

const before = { ...config }
beforeEach(() => Object.assign(config, { user: aUser() }))
afterEach(() => {
  Object.assign(config, before)
  vi.unstubAllGlobals()
})

const may = (perm: Partial<OrgPerm>) =>
  reply(orgRoutes.permissions, () => ({ member: false, admin: false, ...perm }))
const org = reply(orgRoutes.get, () => anOrg())
const mine = reply(repoRoutes.mine, () => [
  aRepoRow({ id: 1, full_name: 'acme/api' }),
  aRepoRow({ id: 2, name: 'web', full_name: 'acme/web' }),
  aRepoRow({ id: 9, org_id: 8, owner: 'other', name: 'x', full_name: 'other/x' }),
])
const show = (orgId = 3) =>
  renderScreen(<OrgReposScreen orgId={orgId} />, patterns.org, { at: `/orgs/${orgId}` })
const links = async () =>
  within(await screen.findByRole('list', { name: 'Repositories' })).getAllByRole('link')

describe('the page of an organization', () => {
  it('lists its repositories, and no others, and finds among them', async () => {
    fakeApi(may({ member: true }), org, mine)
    const { user } = show()
    expect(await links()).toHaveLength(2)
    expect(screen.getByRole('heading', { name: 'acme' })).toBeDefined()
    expect(screen.queryByRole('link', { name: 'Settings' })).toBeNull()
    await user.type(screen.getByRole('textbox', { name: 'Search repositories' }), 'we')
    await waitFor(async () => expect(await links()).toHaveLength(1))
  })

  it('leads its administrators to the settings', async () => {
    fakeApi(may({ member: true, admin: true }), org, mine)
    show()
    const link = await screen.findByRole('link', { name: 'Settings' })
    expect(link.getAttribute('href')).toBe('/orgs/3/settings')
  })

  it.each([
    ['oneself', aUser({ org_id: 3 }), '/user'],
    ['oneself, where the server does not say which organization that is', aUser({ org_id: 0 }), '/user'],
    ['somebody else, to an administrator', aUser({ org_id: 8, admin: true }), '/orgs/3/settings'],
  ])('of %s leads to the settings there are for that', async (_, user, href) => {
    Object.assign(config, { user })
    fakeApi(
      may({ member: true, admin: true }),
      reply(orgRoutes.get, () => anOrg({ is_user: true })),
      mine,
    )
    show()
    await screen.findByText('Person')
    expect(screen.getByRole('link', { name: 'Settings' }).getAttribute('href')).toBe(href)
  })

  it('shows what somebody who is no member may push to, and asks for nothing forbidden', async () => {
    const { calls } = fakeApi(may({}), mine)
    show()
    expect(await links()).toHaveLength(2)
    expect(screen.getByRole('heading', { name: 'acme' })).toBeDefined()
    expect(calls).not.toContain('GET /api/orgs/3')
  })

  it('asks visitors to sign in, with the way back, and calls nothing that needs it', async () => {
    Object.assign(config, { user: null })
    const { calls } = fakeApi(may({}))
    show()
    const link = await screen.findByRole('link', { name: 'Sign in' })
    expect(link.getAttribute('href')).toBe('/login?url=%2Forgs%2F3')
    expect(calls).toEqual(['GET /api/orgs/3/permissions'])
  })

  it.each([99, 0, NaN])('says that there is no organization %i', async (orgId) => {
    fakeApi(reply(orgRoutes.permissions, () => failure(404, 'Organization not found')))
    show(orgId)
    await screen.findByText('There is no such organization')
  })

  it('offers another try when the server fails', async () => {
    let isDown = true
    fakeApi(
      reply(orgRoutes.permissions, () =>
        isDown ? failure(500, 'no forge') : { member: true, admin: false },
      ),
      org,
      mine,
    )
    const { user } = show()
    await screen.findByText(/no forge/)
    isDown = false
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    await links()
  })

  it('says what would be here', async () => {
    fakeApi(
      may({ member: true }),
      org,
      reply(repoRoutes.mine, () => []),
    )
    show()
    await screen.findByText('No repositories here')
  })

  it.each(payloads.map((_, seed) => [seed]))('shows hostile texts as text, round %i', async (seed) => {
    fakeApi(
      may({ member: true }),
      reply(orgRoutes.get, () => makeHostile(anOrg(), seed)),
      reply(repoRoutes.mine, () => [makeHostile(aRepoRow(), seed)]),
    )
    const { page } = show()
    await links()
    expect(harmOn(page)).toEqual([])
  })
})
