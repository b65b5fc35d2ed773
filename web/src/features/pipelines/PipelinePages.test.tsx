import { act, screen, waitFor, within } from '@testing-library/react'
import { logRoutes } from '@yaffle/contract/logs'
import { pipelineRoutes } from '@yaffle/contract/pipelines'
import { afterEach, describe, expect, it, vi } from 'vitest'

import { startEvents } from '../../api/events.ts'
import { useShownFavicon } from '../../domain/favicon.ts'
import { patterns } from '../../paths.ts'
import { failure, fakeApi, never, reply } from '../../testing/fakeApi.ts'
import { fakeEvents } from '../../testing/fakeEvents.ts'
import {
  aConfig,
  aMessage,
  anError,
  aPerm,
  aPipeline,
  aRepo,
  aStep,
  aWorkflow,
} from '../../testing/fixtures.ts'
import { harmOn, makeHostile, payloads } from '../../testing/hostile.ts'
import { aQueryClient, renderNested } from '../../testing/render.tsx'
import { toasts } from '../../ui/toasts.ts'
import { ConfigScreen } from './ConfigScreen.tsx'
import { ErrorsScreen } from './ErrorsScreen.tsx'
import { PipelineFrame } from './PipelineFrame.tsx'
import { StepsScreen } from './StepsScreen.tsx'

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

const access = { repo: aRepo(), perm: aPerm() }
const failed = aPipeline({
  status: 'failure',
  workflows: [
    aWorkflow({
      state: 'failure',
      children: [
        aStep({ pid: 2, name: 'install' }),
        aStep({ pid: 3, name: 'test', state: 'failure', exit_code: 1 }),
        aStep({ pid: 4, name: 'report', state: 'skipped', started: 0, finished: 0 }),
      ],
    }),
  ],
})
const running = aPipeline({
  status: 'running',
  finished: 0,
  workflows: [
    aWorkflow({
      state: 'running',
      finished: 0,
      children: [
        aStep({ pid: 2, name: 'install' }),
        aStep({ pid: 3, name: 'test', state: 'running', finished: 0 }),
      ],
    }),
  ],
})
const has = (pipeline: ReturnType<typeof aPipeline>) => reply(pipelineRoutes.get, () => pipeline)

function Favicon() {
  return <p data-testid="favicon">{useShownFavicon()}</p>
}
interface Shown {
  given?: typeof access
  number?: number
  queryClient?: ReturnType<typeof aQueryClient>
}
const frame = (number = 128) => (
  <div key="frame">
    <Favicon />
    <PipelineFrame number={number} />
  </div>
)
const showSteps = (pid?: number, { given = access, number = 128, queryClient }: Shown = {}) =>
  renderNested(
    [frame(number), <StepsScreen key="page" pid={pid} />],
    pid ? patterns.step : patterns.pipeline,
    {
      at: `/repos/1/pipeline/128${pid ? `/${pid}` : ''}`,
      access: given,
      ...(queryClient && { queryClient }),
    },
  )
const showErrors = () =>
  renderNested([frame(), <ErrorsScreen key="page" />], patterns.errors, {
    at: '/repos/1/pipeline/128/errors',
    access,
  })
const showConfig = () =>
  renderNested([frame(), <ConfigScreen key="page" />], patterns.config, {
    at: '/repos/1/pipeline/128/config',
    access,
  })
const step = (name: RegExp) => screen.findByRole('treeitem', { name })

describe('the frame of a pipeline', () => {
  it('says at once what it is and how it ended, in the page, the tab’s title and its icon', async () => {
    fakeApi(has(failed))
    showSteps()
    const heading = await screen.findByRole('heading', { level: 1 })
    expect(heading.textContent).toContain('#128')
    expect(heading.textContent).toContain('fix: retry uploads')
    expect(heading.textContent).not.toContain('may be busy')
    expect(within(heading).getByRole('img', { name: 'Status: Failure' })).toBeDefined()
    expect(within(heading).getByRole('link', { name: 'acme/api' }).getAttribute('href')).toBe('/repos/1')
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

describe('the steps', () => {
  it('open at the first that failed', async () => {
    fakeApi(has(failed))
    showSteps()
    await screen.findByText('Log of test')
    expect((await step(/test/)).getAttribute('aria-selected')).toBe('true')
  })

  it('open at the one in the address', async () => {
    fakeApi(has(failed))
    showSteps(4)
    await screen.findByText('Log of report')
  })

  it('are links that lead to their logs', async () => {
    fakeApi(has(failed))
    showSteps()
    expect((await step(/install/)).getAttribute('href')).toBe('/repos/1/pipeline/128/2')
  })

  it('stay at the one that somebody has begun to read', async () => {
    fakeApi(has(running))
    const { user, address } = showSteps()
    await user.click(await screen.findByText('Log of test'))
    await waitFor(() => expect(address()).toBe('/repos/1/pipeline/128/3'))
  })

  it('are reached by arrow keys, with one stop for the tab key', async () => {
    fakeApi(has(failed))
    const { user } = showSteps()
    const chosen = await step(/test/)
    expect(screen.getAllByRole('treeitem').filter(({ tabIndex }) => tabIndex === 0)).toEqual([chosen])
    act(() => chosen.focus())
    await user.keyboard('{ArrowDown}')
    expect(document.activeElement).toBe(await step(/report/))
    await user.keyboard('{Home}')
    expect(document.activeElement).toBe(await step(/install/))
  })

  it('fold with their workflow when there are several', async () => {
    fakeApi(
      has({
        ...failed,
        workflows: [
          aWorkflow({ pid: 1, name: 'lint', children: [aStep({ pid: 11, ppid: 1, name: 'eslint' })] }),
          aWorkflow({
            pid: 2,
            name: 'build',
            state: 'failure',
            environ: { GO: '1.25' },
            children: [aStep({ pid: 12, ppid: 2, name: 'compile', state: 'failure' })],
          }),
        ],
      }),
    )
    const { user } = showSteps()
    const lint = await step(/lint/)
    expect(lint.getAttribute('aria-expanded')).toBe('false')
    expect(screen.queryByRole('treeitem', { name: /eslint/ })).toBeNull()
    expect((await step(/build/)).textContent).toContain('GO1.25')
    act(() => lint.focus())
    await user.keyboard('{ArrowRight}{ArrowRight}')
    expect(document.activeElement).toBe(await step(/eslint/))
    await user.keyboard('{ArrowLeft}{ArrowLeft}')
    expect(lint.getAttribute('aria-expanded')).toBe('false')
    await user.keyboard('{Enter}')
    expect(lint.getAttribute('aria-expanded')).toBe('true')
  })

  it.each([
    ['an error of its files', { ...failed, status: 'error', errors: [anError()] }, 'The pipeline has errors'],
    [
      'approval',
      aPipeline({ status: 'blocked', workflows: [aWorkflow()] }),
      'This pipeline waits for approval',
    ],
    ['a refusal', aPipeline({ status: 'declined', workflows: [aWorkflow()] }), 'This pipeline was declined'],
    ['no steps', aPipeline({ workflows: [] }), 'This pipeline has no steps'],
    [
      'a workflow without steps',
      aPipeline({ workflows: [aWorkflow({ children: [] })] }),
      'This pipeline has no steps',
    ],
  ])('give way to words about %s', async (_, pipeline, words) => {
    fakeApi(has(pipeline))
    showSteps()
    expect((await screen.findAllByText(words)).length).toBeGreaterThan(0)
    expect(screen.queryByText(/^Log of/)).toBeNull()
  })
})

describe('errors and warnings', () => {
  it('name what is wrong, how bad, and where', async () => {
    const data = { file: '.woodpecker.yaml', field: 'steps.a', docs: 'https://docs.test/x' }
    fakeApi(
      has({
        ...failed,
        errors: [anError({ data }), anError({ is_warning: true, type: 'deprecation', message: 'old' })],
        workflows: [aWorkflow({ error: 'no agent took it' })],
      }),
    )
    showErrors()
    await screen.findByText('no agent took it')
    expect(screen.getByText('stepz').tagName).toBe('CODE')
    expect(screen.getByText('in .woodpecker.yaml')).toBeDefined()
    expect(screen.getByRole('link', { name: 'Documentation' }).getAttribute('rel')).toBe(
      'noopener noreferrer',
    )
    expect(screen.getByRole('img', { name: 'Warning' })).toBeDefined()
    expect(screen.getByRole('link', { name: /Errors ?3/ })).toBeDefined()
    expect(document.title).toContain('Errors · Pipeline #128')
  })

  it('are called warnings when nothing is worse, and have no tab when there are none', async () => {
    fakeApi(has({ ...failed, errors: [anError({ is_warning: true })] }))
    const { unmount } = showErrors()
    await screen.findByRole('link', { name: /Warnings ?1/ })
    unmount()
    fakeApi(has(failed))
    showErrors()
    await screen.findByText('No errors and no warnings')
    expect(screen.queryByRole('link', { name: /Warnings|Errors/ })).toBeNull()
  })
})

describe('the files', () => {
  it('show each with its text', async () => {
    fakeApi(
      has(failed),
      reply(pipelineRoutes.config, () => [aConfig(), aConfig({ name: 'deploy', data: btoa('a: 1') })]),
    )
    showConfig()
    await screen.findByRole('region', { name: 'woodpecker' })
    expect(screen.getByRole('region', { name: 'deploy' }).textContent).toContain('a: 1')
    expect(screen.getByRole('button', { name: 'Copy deploy' })).toBeDefined()
  })

  it('say when there are none, and when they cannot be had', async () => {
    fakeApi(
      has(failed),
      reply(pipelineRoutes.config, () => []),
    )
    const { unmount } = showConfig()
    await screen.findByText('No pipeline files')
    unmount()
    fakeApi(
      has(failed),
      reply(pipelineRoutes.config, () => failure(500, 'gone')),
    )
    showConfig()
    await screen.findByText(/gone/)
  })
})

describe('hostile texts', () => {
  const whole = aPipeline({
    status: 'killed',
    errors: [anError({ data: { file: 'f', field: 'g', docs: 'https://x.test' } })],
    cancel_info: { canceled_by_user: 'x', superseded_by: 0, canceled_by_step: 'y' },
    deploy_to: 'prod',
    variables: { A: 'b' },
    workflows: [
      aWorkflow({ pid: 1, error: 'e', environ: { GO: '1' } }),
      aWorkflow({ pid: 9, children: [aStep({ pid: 10, ppid: 9 })] }),
    ],
  })

  it.each(payloads.map((_, seed) => [seed]))(
    'are text on every page of a pipeline, round %i',
    async (seed) => {
      const given = { ...access, repo: makeHostile(aRepo(), seed) }
      fakeApi(
        has(makeHostile(whole, seed)),
        reply(pipelineRoutes.config, () => [makeHostile(aConfig(), seed)]),
        reply(logRoutes.get, () => []),
      )
      const pages = [showSteps(undefined, { given }), showErrors(), showConfig()]
      await waitFor(() => expect(screen.getAllByRole('heading', { level: 1 })).toHaveLength(3))
      await waitFor(() => expect(screen.queryByText('Loading…')).toBeNull())
      for (const { page } of pages) expect(harmOn(page)).toEqual([])
    },
  )
})
