import { act, screen, waitFor, within } from '@testing-library/react'
import { pipelineRoutes } from '@yaffle/contract/pipelines'
import { afterEach, describe, expect, it, vi } from 'vitest'

import { startEvents } from '../../api/events.ts'
import { failure, fakeApi, never, reply } from '../../testing/fakeApi.ts'
import { fakeEvents } from '../../testing/fakeEvents.ts'
import { aMessage, aPerm, aPipeline, aRepo } from '../../testing/fixtures.ts'
import { aQueryClient } from '../../testing/render.tsx'
import { toasts } from '../../ui/toasts.ts'
import { access, failed, has, running, showSteps, step } from './testing/pages.tsx'

vi.mock(import('./log/LogPane.tsx'), () => ({
  // The log has tests of its own, in browsers with workers.
  LogPane: ({ step }) => <p>{`Log of ${step.name}`}</p>,
}))

const stopping: (() => void)[] = []
afterEach(() => {
  for (const stop of stopping.splice(0)) stop()
  for (const { id } of toasts.list()) toasts.dismiss(id)
  vi.unstubAllGlobals()
})

describe('the frame of a pipeline', () => {
  it('says at once what it is and how it ended, in the page, the tab’s title and its icon', async () => {
    fakeApi(has(failed))
    showSteps()
    const heading = await screen.findByRole('heading', { level: 1 })
    expect(heading.textContent).toContain('#128')
    expect(heading.textContent).toContain('fix: retry uploads')
    expect(heading.textContent).not.toContain('may be busy')
    expect(within(heading).getByRole('img', { name: 'Status: Failure' })).toBeDefined()
    expect(within(heading).getByRole('link', { name: 'acme' }).getAttribute('href')).toBe('/orgs/3')
    expect(within(heading).getByRole('link', { name: 'api' }).getAttribute('href')).toBe('/repos/1')
    expect(document.title).toContain('Pipeline #128: Failure · acme/api')
    expect(screen.getByTestId('favicon').textContent).toBe('error')
    expect(screen.getByRole('link', { name: 'main' }).getAttribute('href')).toBe('/repos/1/branches/main')
    expect(screen.getByText('2 min')).toBeDefined()
  })

  it('follows what happens', async () => {
    vi.stubGlobal('BroadcastChannel', undefined)
    const source = fakeEvents()
    const queryClient = aQueryClient()
    stopping.push(startEvents(queryClient))
    fakeApi(has(running))
    showSteps(undefined, { queryClient })
    await screen.findByText('Log of test')
    expect(screen.getByTestId('favicon').textContent).toBe('pending')
    act(() =>
      source()?.send(aMessage(aRepo(), aPipeline({ ...failed, updated: 1_800_000_000, message: '' }))),
    )
    await waitFor(() => expect(screen.getByTestId('favicon').textContent).toBe('error'))
    expect(screen.getByRole('heading', { level: 1 }).textContent).toContain('retry uploads')
    expect((await step(/report/)).getAttribute('aria-level')).toBe('1')
  })

  it('restarts and goes to the new pipeline', async () => {
    fakeApi(
      has(failed),
      reply(pipelineRoutes.restart, ({ params }) => aPipeline({ number: 129, parent: params.number })),
    )
    const { user, address } = showSteps()
    await user.click(await screen.findByRole('button', { name: 'Restart' }))
    await waitFor(() => expect(address()).toBe('/repos/1/pipeline/129'))
    expect(toasts.list()).toMatchObject([{ title: 'Restarted as #129' }])
  })

  it('says why it could not be restarted', async () => {
    fakeApi(
      has(failed),
      reply(pipelineRoutes.restart, () => failure(400, 'cannot restart')),
    )
    const { user } = showSteps()
    await user.click(await screen.findByRole('button', { name: 'Restart' }))
    await waitFor(() =>
      expect(toasts.list()).toMatchObject([{ type: 'error', text: 'Bad Request: cannot restart' }]),
    )
  })

  it('asks before it cancels', async () => {
    const { calls } = fakeApi(
      has(running),
      reply(pipelineRoutes.cancel, () => undefined),
    )
    const cancel = 'POST /api/repos/1/pipelines/128/cancel'
    const { user } = showSteps()
    await user.click(await screen.findByRole('button', { name: 'Cancel' }))
    await user.click(await screen.findByRole('button', { name: 'Keep running' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(calls).not.toContain(cancel)

    await user.click(await screen.findByRole('button', { name: 'Cancel' }))
    await user.click(await screen.findByRole('button', { name: 'Cancel pipeline' }))
    await waitFor(() => expect(calls).toContain(cancel))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(toasts.list()).toMatchObject([{ title: 'Pipeline #128 was canceled' }])
  })

  it('says in the question why it could not be canceled', async () => {
    fakeApi(
      has(running),
      reply(pipelineRoutes.cancel, () => failure(400, 'Cannot cancel')),
    )
    const { user } = showSteps()
    await user.click(await screen.findByRole('button', { name: 'Cancel' }))
    await user.click(await screen.findByRole('button', { name: 'Cancel pipeline' }))
    expect((await screen.findByRole('alert')).textContent).toContain('Cannot cancel')
  })

  it.each([
    ['nothing to those who may only look', running, { push: false, admin: false }, []],
    ['nothing while it is blocked', aPipeline({ status: 'blocked', workflows: [] }), {}, []],
    ['no cancel once it has ended', failed, {}, ['Restart']],
    ['both while it runs', running, {}, ['Restart', 'Cancel']],
    ['both while it is pending', { ...running, status: 'pending' }, {}, ['Restart', 'Cancel']],
  ])('offers %s', async (_, pipeline, perm, names) => {
    fakeApi(has(pipeline))
    showSteps(undefined, { given: { ...access, perm: aPerm(perm) } })
    await screen.findByRole('heading', { level: 1 })
    const buttons = screen.queryAllByRole('button', { name: /^(?:Restart|Cancel)$/ })
    expect(buttons.map(({ textContent }) => textContent)).toEqual(names)
  })

  it.each([
    [{ canceled_by_user: '', superseded_by: 130, canceled_by_step: '' }, 'Superseded by #130'],
    [{ canceled_by_user: 'ana', superseded_by: 0, canceled_by_step: '' }, 'Canceled by ana'],
    [{ canceled_by_user: '', superseded_by: 0, canceled_by_step: 'lint' }, 'Canceled because of step lint'],
  ])('says who or what ended it: %o', async (cancel_info, words) => {
    fakeApi(has({ ...failed, status: 'killed', cancel_info }))
    showSteps()
    await screen.findByText(words)
  })

  it('says what is on its way, what is not there, and what failed', async () => {
    fakeApi(reply(pipelineRoutes.get, never))
    const loading = showSteps()
    expect((await screen.findByRole('status')).textContent).toContain('Loading')
    loading.unmount()

    fakeApi(reply(pipelineRoutes.get, () => failure(404)))
    const missing = showSteps()
    await screen.findByText('There is no such pipeline')
    expect(screen.getByRole('link', { name: 'Go to all pipelines' }).getAttribute('href')).toBe('/repos/1')
    missing.unmount()

    const { calls } = fakeApi()
    const nonsense = showSteps(undefined, { number: Number('abc') })
    await screen.findByText('There is no such pipeline')
    expect(calls).toEqual([])
    nonsense.unmount()

    fakeApi(reply(pipelineRoutes.get, () => failure(500, 'no database')))
    showSteps()
    await screen.findByText(/no database/)
    expect(screen.getByRole('button', { name: 'Try again' })).toBeDefined()
  })
})
