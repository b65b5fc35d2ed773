import { screen, waitFor } from '@testing-library/react'
import { agentRoutes, orgAgentRoutes } from '@yaffle/contract/agents'
import { afterEach, describe, expect, it, vi } from 'vitest'

import type { AgentScope } from '../../api/agents.ts'
import { stateOf } from '../../domain/agentState.ts'
import { patterns } from '../../paths.ts'
import { failure, fakeApi, reply } from '../../testing/fakeApi.ts'
import { anAgent } from '../../testing/fixtures.ts'
import { harmOn, makeHostile, payloads } from '../../testing/hostile.ts'
import { renderScreen } from '../../testing/render.tsx'
import { toasts } from '../../ui/toasts.ts'
import { AgentsScreen } from './AgentsScreen.tsx'

afterEach(() => {
  for (const { id } of toasts.list()) toasts.dismiss(id)
  vi.unstubAllGlobals()
})

const ofOrg: AgentScope = { level: 'org', orgId: 3 }
const ofServer: AgentScope = { level: 'global' }
const show = (scope: AgentScope = ofOrg, search = '') =>
  renderScreen(<AgentsScreen scope={scope} title="acme" />, patterns.orgSettingsPage, {
    at: `/orgs/3/settings/agents${search}`,
  })
const titles = () => toasts.list().map(({ title }) => title)

describe('agents', () => {
  it.each([
    [0, 'never'],
    [1000 - 120, 'online'],
    [1000 - 121, 'stale'],
    [1000, 'online'],
  ])('with the last contact at %i are %s', (last_contact, state) => {
    expect(stateOf({ last_contact }, 1000)).toBe(state)
  })

  it('of an organization are read from there, of the server with the organization they serve', async () => {
    const { calls } = fakeApi(
      reply(orgAgentRoutes.list, () => [anAgent()]),
      reply(agentRoutes.list, () => [
        anAgent({ name: 'theirs', org_id: 12, last_contact: 0, no_schedule: true }),
      ]),
    )
    const { unmount } = show()
    await screen.findByText('builder')
    expect(screen.getByText('Silent')).toBeDefined()
    unmount()
    show(ofServer)
    await screen.findByText('theirs')
    expect(screen.getByText('12')).toBeDefined()
    expect(screen.getByText('Has never connected')).toBeDefined()
    expect(screen.getByText('No new work')).toBeDefined()
    expect(calls).toEqual(['GET /api/orgs/3/agents', 'GET /api/agents'])
  })

  it('show their token, masked, as soon as they are added', async () => {
    const known = [anAgent()]
    fakeApi(
      reply(orgAgentRoutes.list, () => known),
      reply(orgAgentRoutes.create, ({ body }) => {
        const made = anAgent({ ...body, id: 6, token: 'fresh-token', last_contact: 0 })
        known.push(made)
        return made
      }),
    )
    const { user, address } = show(ofOrg, '?form=new')
    await user.type(await screen.findByRole('textbox', { name: /^Name/ }), 'mine{Enter}')
    const token = await screen.findByLabelText('Token')
    expect(token).toHaveProperty('value', 'fresh-token')
    expect(token).toHaveProperty('type', 'password')
    expect(address()).toContain('form=edit')
    expect(titles()).toEqual(['Agent mine was added'])
  })

  it('need a name, and keep it when the server refuses', async () => {
    fakeApi(
      reply(orgAgentRoutes.list, () => []),
      reply(orgAgentRoutes.create, () => failure(500, 'no more agents')),
    )
    const { user } = show(ofOrg, '?form=new')
    const name = await screen.findByRole('textbox', { name: /^Name/ })
    await user.type(name, ' {Enter}')
    expect(screen.getByText('Fill this in')).toBeDefined()
    await user.type(name, 'mine{Enter}')
    expect((await screen.findByText(/no more agents/)).textContent).toContain('no more agents')
    expect(name).toHaveProperty('value', ' mine')
  })

  it('are told apart from their facts, and get no work when so decided', async () => {
    const sent: unknown[] = []
    fakeApi(
      reply(orgAgentRoutes.list, () => [anAgent({ custom_labels: { gpu: 'yes' }, version: '3.1' })]),
      reply(orgAgentRoutes.update, ({ params, body }) => {
        sent.push([params.agent_id, body])
        return anAgent()
      }),
    )
    const { user } = show(ofOrg, '?form=edit:5')
    await screen.findByText('gpu=yes')
    expect(screen.getByText('2 workflows at a time')).toBeDefined()
    await user.click(screen.getByRole('checkbox', { name: 'Give it no new work' }))
    await user.click(screen.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(sent).toEqual([[5, { name: 'builder', no_schedule: true }]]))
  })

  it('that are working are not deleted, and the dialog says so', async () => {
    fakeApi(
      reply(orgAgentRoutes.list, () => [anAgent()]),
      reply(orgAgentRoutes.remove, () => failure(409, 'Agent has running tasks')),
    )
    const { user } = show()
    await user.click(await screen.findByRole('button', { name: 'Delete builder' }))
    await user.click(await screen.findByRole('button', { name: 'Delete' }))
    await screen.findByText(/Agent has running tasks/)
  })

  it.each(payloads.map((_, seed) => [seed]))('show hostile texts as text, round %i', async (seed) => {
    fakeApi(reply(orgAgentRoutes.list, () => [makeHostile(anAgent({ custom_labels: { a: 'b' } }), seed)]))
    const { page, unmount } = show()
    await screen.findByRole('list', { name: 'Agents' })
    expect(harmOn(page)).toEqual([])
    unmount()
    const form = show(ofOrg, '?form=edit:5')
    await screen.findByRole('button', { name: 'Save' })
    expect(harmOn(form.page)).toEqual([])
  })
})
