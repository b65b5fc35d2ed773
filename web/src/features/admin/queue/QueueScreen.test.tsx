import { act, screen, waitFor, within } from '@testing-library/react'
import { Agent, agentRoutes } from '@yaffle/contract/agents'
import { QueueInfo, queueRoutes, QueueTask } from '@yaffle/contract/queue'
import { afterEach, describe, expect, it, vi } from 'vitest'

import { queueInfo } from '../../../api/queue.ts'
import { patterns } from '../../../paths.ts'
import { failure, fakeApi, reply } from '../../../testing/fakeApi.ts'
import { harmOn, makeHostile, payloads } from '../../../testing/hostile.ts'
import { tabTo } from '../../../testing/keyboard.ts'
import { aQueryClient, renderScreen } from '../../../testing/render.tsx'
import { toasts } from '../../../ui/toasts.ts'
import { QueueScreen } from './QueueScreen.tsx'

afterEach(() => {
  for (const { id } of toasts.list()) toasts.dismiss(id)
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const seconds = () => Math.floor(Date.now() / 1000)
const aTask = (overrides: Partial<QueueTask>): QueueTask =>
  QueueTask.parse({
    id: '10',
    pid: 1,
    name: 'build',
    pipeline_number: 5,
    repo_id: 3,
    created: seconds() - 300,
    labels: { repo: 'acme/api', 'org-id': '3', platform: 'linux/amd64', empty: '' },
    ...overrides,
  })
const anAgent = (overrides: Partial<Agent> = {}): Agent =>
  Agent.parse({
    id: 1,
    name: 'vm',
    org_id: -1,
    last_contact: seconds() - 3,
    platform: 'linux/amd64',
    backend: 'local',
    capacity: 2,
    ...overrides,
  })

const empty: QueueInfo = QueueInfo.parse({ stats: {} })
const full: QueueInfo = QueueInfo.parse({
  running: [
    aTask({ id: '10', name: 'ten', agent_id: 1, agent_name: 'vm' }),
    aTask({ id: '9', pid: 4, name: 'nine', agent_id: 1, agent_name: 'vm' }),
  ],
  pending: [aTask({ id: '11', name: 'arm', labels: { platform: 'linux/arm64' } })],
  waiting_on_deps: [aTask({ id: '12', name: 'deploy', dependencies: ['10'] })],
  stats: { worker_count: 3, pending_count: 1, waiting_on_deps_count: 1, running_count: 2 },
})

const answers = (info: () => QueueInfo, agents = [anAgent()]) => [
  reply(queueRoutes.info, info),
  reply(agentRoutes.list, () => agents),
]
const show = (queryClient = aQueryClient()) =>
  renderScreen(<QueueScreen />, patterns.adminPage, { at: '/admin/queue', queryClient })
const rowsOf = async (name: string) =>
  within(await screen.findByRole('list', { name })).getAllByRole('listitem')

describe('the queue', () => {
  it('groups tasks by state, each with why it is there, oldest first, linked to its pipeline', async () => {
    fakeApi(...answers(() => full))
    show()
    expect((await rowsOf('Running')).map((row) => row.textContent)).toEqual([
      expect.stringMatching(/^nine acme\/api #5Runs on vmplatform=linux\/amd64.*5 minutes ago$/),
      expect.stringMatching(/^ten acme\/api #5Runs on vm/),
    ])
    await waitFor(async () =>
      expect((await rowsOf('Pending'))[0]?.textContent).toContain('No agent has platform=linux/arm64'),
    )
    expect((await rowsOf('Waiting for others'))[0]?.textContent).toContain('Waits for ten')
    const link = within((await rowsOf('Running'))[0] as HTMLElement).getByRole('link', { name: 'nine' })
    expect(link.getAttribute('href')).toBe('/repos/3/pipeline/5/4')
  })

  it('counts what the server sends, and nothing else', async () => {
    fakeApi(...answers(() => full))
    const { page } = show()
    await screen.findByText('Free slots')
    expect([...page.querySelectorAll('dl > div')].map((tile) => tile.textContent)).toEqual([
      'Free slots3',
      'Running2',
      'Pending1',
      'Waiting for others1',
    ])
  })

  it('says whether agents are there, how much they can take and what they do', async () => {
    const agents = [
      anAgent({ custom_labels: { gpu: 'yes' }, no_schedule: true }),
      anAgent({ id: 2, name: 'old', last_contact: seconds() - 7200 }),
      anAgent({ id: 3, name: '', last_contact: 0, platform: '', backend: '' }),
    ]
    fakeApi(...answers(() => full, agents))
    show()
    const rows = await rowsOf('Agents')
    expect(rows.map((row) => row.textContent)).toEqual([
      'vmOnlineNo new workWorks on ten, nineplatform=linux/amd64backend=localgpu=yes0 of 2 free',
      'oldSilentplatform=linux/amd64backend=local2 hours ago',
      '#3Never seen',
    ])
  })

  it('is calm when there is nothing, and says what to do without agents', async () => {
    fakeApi(...answers(() => empty, []))
    show()
    expect(await screen.findByText('Nothing runs and nothing waits')).toBeTruthy()
    expect((await screen.findByRole('link', { name: 'Add an agent' })).getAttribute('href')).toBe(
      '/admin/agents',
    )
  })

  it('pauses after asking, and resumes at once', async () => {
    let paused = false
    const { calls } = fakeApi(
      ...answers(() => ({ ...full, paused })),
      reply(queueRoutes.pause, () => void (paused = true)),
      reply(queueRoutes.resume, () => void (paused = false)),
    )
    const { user } = show()
    await user.click(await screen.findByRole('button', { name: 'Pause' }))
    const dialog = await screen.findByRole('dialog', { name: 'Pause the queue?' })
    expect(calls).not.toContain('POST /api/queue/pause')
    await user.click(within(dialog).getByRole('button', { name: 'Pause' }))
    expect((await rowsOf('Pending'))[0]?.textContent).toContain('Waits until the queue is resumed')
    await user.click(screen.getByRole('button', { name: 'Resume' }))
    expect(await screen.findByRole('button', { name: 'Pause' })).toBeTruthy()
    expect(toasts.list()).toMatchObject([{ title: 'The queue is paused' }, { title: 'The queue goes on' }])
  })

  it('says why it could not be paused', async () => {
    fakeApi(
      ...answers(() => empty),
      reply(queueRoutes.pause, () => failure(500, 'broken')),
    )
    const { user } = show()
    await user.click(await screen.findByRole('button', { name: 'Pause' }))
    const dialog = await screen.findByRole('dialog')
    await user.click(within(dialog).getByRole('button', { name: 'Pause' }))
    expect((await within(dialog).findByRole('alert')).textContent).toContain('broken')
  })

  it('says why it could not be resumed', async () => {
    fakeApi(
      ...answers(() => ({ ...full, paused: true })),
      reply(queueRoutes.resume, () => failure(500, 'broken')),
    )
    const { user } = show()
    expect(await screen.findByText('Paused')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Resume' }))
    await waitFor(() =>
      expect(toasts.list()).toMatchObject([{ type: 'error', title: 'The queue could not be resumed' }]),
    )
    expect(toasts.list()[0]?.text).toContain('broken')
  })

  it('is paused by keyboard alone', async () => {
    const { calls } = fakeApi(
      ...answers(() => empty),
      reply(queueRoutes.pause, () => undefined),
    )
    const { user } = show()
    await tabTo(user, await screen.findByRole('button', { name: 'Pause' }))
    await user.keyboard('{Enter}')
    const dialog = within(await screen.findByRole('dialog', { name: 'Pause the queue?' }))
    expect(dialog.getByText(/No workflow of any repository starts/)).toBeTruthy()
    await tabTo(user, dialog.getByRole('button', { name: 'Pause' }))
    await user.keyboard('{Enter}')
    await waitFor(() => expect(calls).toContain('POST /api/queue/pause'))
  })

  it('leads from an agent to what it works on', async () => {
    fakeApi(...answers(() => full))
    show()
    const [row] = await rowsOf('Agents')
    await waitFor(() =>
      expect(
        within(row as HTMLElement)
          .getByRole('link', { name: 'nine' })
          .getAttribute('href'),
      ).toBe('/repos/3/pipeline/5/4'),
    )
  })

  it('keeps what it knows when it cannot be asked again, and says so', async () => {
    let isDown = false
    fakeApi(...answers(() => (isDown ? failure(500, 'no') : full)))
    const queryClient = aQueryClient()
    show(queryClient)
    await rowsOf('Running')
    isDown = true
    await queryClient.refetchQueries({ queryKey: queueInfo.queryKey })
    expect(await screen.findByText('This may be out of date')).toBeTruthy()
    expect(await rowsOf('Running')).toHaveLength(2)
    expect(toasts.list()).toEqual([])
  })

  it('shows the agents’ failure without hiding the tasks', async () => {
    fakeApi(
      reply(queueRoutes.info, () => full),
      reply(agentRoutes.list, () => failure(500, 'no agents today')),
    )
    show()
    expect(await screen.findByText(/no agents today/)).toBeTruthy()
    expect((await rowsOf('Pending'))[0]?.textContent).toContain('Starts next')
  })

  it('is asked again every five seconds, but not while the page is hidden', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    const { calls } = fakeApi(...answers(() => empty))
    const count = () => calls.filter((call) => call === 'GET /api/queue/info').length
    show()
    await waitFor(() => expect(count()).toBe(1))
    await act(() => vi.advanceTimersByTimeAsync(5_100))
    expect(count()).toBe(2)
    const hidden = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
    await act(() => vi.advanceTimersByTimeAsync(30_000))
    expect(count()).toBe(2)
    hidden.mockRestore()
    document.dispatchEvent(new Event('visibilitychange'))
    globalThis.dispatchEvent(new Event('visibilitychange'))
    await waitFor(() => expect(count()).toBe(3))
  })

  it.each(payloads.map((_, seed) => [seed]))('does no harm, whatever its texts are (%i)', async (seed) => {
    fakeApi(...answers(() => makeHostile(full, seed), [makeHostile(anAgent(), seed)]))
    const { page } = show()
    expect(await rowsOf('Running')).toHaveLength(2)
    await rowsOf('Agents')
    expect(harmOn(page)).toEqual([])
  })
})
