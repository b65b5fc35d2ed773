import { act, screen, waitFor, within } from '@testing-library/react'
import { agentRoutes, orgAgentRoutes } from '@yaffle/contract/agents'
import { afterEach, describe, expect, it, vi } from 'vitest'

import type { AgentScope } from '../../api/agents.ts'
import { stateOf } from '../../domain/agentState.ts'
import { patterns } from '../../paths.ts'
import { failure, fakeApi, reply } from '../../testing/fakeApi.ts'
import { anAgent } from '../../testing/fixtures.ts'
import { harmOn, makeHostile, payloads } from '../../testing/hostile.ts'
import { tabTo } from '../../testing/keyboard.ts'
import { renderScreen } from '../../testing/render.tsx'
import { toasts } from '../../ui/toasts.ts'
import { AgentsScreen } from './AgentsScreen.tsx'

afterEach(() => {
  for (const { id } of toasts.list()) toasts.dismiss(id)
  vi.useRealTimers()
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
    await user.click(screen.getByRole('button', { name: 'Show value' }))
    expect(token).toHaveProperty('type', 'text')
    await user.click(screen.getByRole('button', { name: 'Copy value' }))
    expect(await navigator.clipboard.readText()).toBe('fresh-token')
    expect(token).toHaveProperty('readOnly', true)
    expect(address()).toContain('form=edit')
    expect(titles()).toEqual(['Agent mine was added'])
  })

  it('show it for as long as their form is open where the server tells it only once', async () => {
    const known = [anAgent({ token: '' })]
    fakeApi(
      reply(orgAgentRoutes.list, () => known),
      reply(orgAgentRoutes.create, ({ body }) => {
        known.push(anAgent({ ...body, id: 6, token: '', last_contact: 0 }))
        return anAgent({ ...body, id: 6, token: 'told once' })
      }),
    )
    const { user } = show(ofOrg, '?form=new')
    await user.type(await screen.findByRole('textbox', { name: /^Name/ }), 'mine{Enter}')
    await screen.findByText(/once it has connected/)
    expect(await screen.findByLabelText('Token')).toHaveProperty('value', 'told once')
    expect(screen.getByText(/does not show it again/)).toBeDefined()
    await user.click(screen.getByRole('button', { name: 'Cancel' }))
    await user.click(await screen.findByRole('button', { name: 'Edit builder' }))
    await screen.findByRole('button', { name: 'Save' })
    expect(screen.queryByLabelText('Token')).toBeNull()
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
    await waitFor(() => expect(titles()).toEqual(['Agent builder was saved']))
  })

  it('keep what was typed when a change is refused, and ask before it is lost', async () => {
    fakeApi(
      reply(orgAgentRoutes.list, () => [anAgent()]),
      reply(orgAgentRoutes.update, () => failure(409, 'not now')),
    )
    const { user, address } = show(ofOrg, '?form=edit:5')
    const name = await screen.findByRole('textbox', { name: /^Name/ })
    await user.type(name, '2{Enter}')
    expect((await screen.findByRole('alert')).textContent).toContain('not now')
    expect(name).toHaveProperty('value', 'builder2')
    await user.click(screen.getByRole('button', { name: 'Cancel' }))
    await user.click(await screen.findByRole('button', { name: 'Keep editing' }))
    expect(name).toHaveProperty('value', 'builder2')
    await user.click(screen.getByRole('button', { name: 'Cancel' }))
    await user.click(await screen.findByRole('button', { name: 'Discard and leave' }))
    await screen.findByRole('button', { name: 'Edit builder' })
    expect(address()).toBe('/orgs/3/settings/agents')
  })

  it('that have just connected say so in the form that shows their token', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    let agent = anAgent({ last_contact: 0, platform: '', backend: '' })
    const { calls } = fakeApi(reply(orgAgentRoutes.list, () => [agent]))
    show(ofOrg, '?form=edit:5')
    const name = await screen.findByRole('textbox', { name: /^Name/ })
    expect(screen.getByText('Never seen')).toBeDefined()
    expect(screen.queryByText('Backend')).toBeNull()
    agent = anAgent()
    await act(() => vi.advanceTimersByTimeAsync(10_100))
    await screen.findByText('docker')
    expect(name).toHaveProperty('value', 'builder')
    const hidden = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
    const before = calls.length
    await act(() => vi.advanceTimersByTimeAsync(30_000))
    expect(calls).toHaveLength(before)
    hidden.mockRestore()
  })

  it('are found by their labels, and come by name or by last contact', async () => {
    fakeApi(
      reply(orgAgentRoutes.list, () => [
        anAgent({ id: 1, name: 'arm', last_contact: 10, custom_labels: { gpu: 'yes' } }),
        anAgent({ id: 2, name: 'big', last_contact: 20 }),
      ]),
    )
    const { user } = show()
    const rows = async () =>
      within(await screen.findByRole('list', { name: 'Agents' }))
        .getAllByRole('listitem')
        .map((row) => row.textContent.slice(0, 3))
    expect(await rows()).toEqual(['arm', 'big'])
    expect(screen.getByText('gpu=yes')).toBeDefined()
    expect(screen.getByText('2 entries')).toBeDefined()
    await user.selectOptions(screen.getByRole('combobox', { name: 'Sort by' }), 'Last contact')
    await waitFor(async () => expect(await rows()).toEqual(['big', 'arm']))
    await user.type(screen.getByRole('textbox', { name: 'Search' }), 'gpu')
    await waitFor(async () => expect(await rows()).toEqual(['arm']))
  })

  it('teach what to do while there is none', async () => {
    fakeApi(
      reply(orgAgentRoutes.list, () => []),
      reply(agentRoutes.list, () => []),
    )
    const { unmount } = show()
    await screen.findByText(/Add one to run them on a machine of your own/)
    unmount()
    const { user, address } = show(ofServer)
    await screen.findByText(/then start an agent with its token/)
    await user.click(screen.getAllByRole('button', { name: 'Add agent' })[0]!)
    expect(address()).toContain('form=new')
  })

  it('are deleted after a question that says what is lost', async () => {
    const removed: number[] = []
    fakeApi(
      reply(orgAgentRoutes.list, () => [anAgent()]),
      reply(orgAgentRoutes.remove, ({ params }) => void removed.push(params.agent_id)),
    )
    const { user } = show()
    await user.click(await screen.findByRole('button', { name: 'Delete builder' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Delete agent builder?' }))
    expect(dialog.getByText(/Its token stops working/)).toBeDefined()
    expect(removed).toEqual([])
    await user.click(dialog.getByRole('button', { name: 'Delete' }))
    await waitFor(() => expect(titles()).toEqual(['Agent builder was deleted']))
    expect(removed).toEqual([5])
  })

  it('are added by keyboard alone', async () => {
    const sent: unknown[] = []
    fakeApi(
      reply(orgAgentRoutes.list, () => []),
      reply(orgAgentRoutes.create, ({ body }) => {
        sent.push(body)
        return anAgent({ id: 6, ...body })
      }),
    )
    const { user } = show()
    await screen.findByText('No agents yet')
    await tabTo(user, screen.getAllByRole('button', { name: 'Add agent' })[0]!)
    await user.keyboard('{Enter}')
    await tabTo(user, await screen.findByRole('textbox', { name: /^Name/ }))
    await user.keyboard('mine')
    await tabTo(user, screen.getByRole('checkbox', { name: 'Give it no new work' }))
    await user.keyboard(' ')
    await tabTo(user, screen.getByRole('button', { name: 'Add agent' }))
    await user.keyboard('{Enter}')
    await waitFor(() => expect(sent).toEqual([{ name: 'mine', no_schedule: true }]))
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
