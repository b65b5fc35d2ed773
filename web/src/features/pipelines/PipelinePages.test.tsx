import { act, screen, waitFor } from '@testing-library/react'
import { logRoutes } from '@yaffle/contract/logs'
import { pipelineRoutes } from '@yaffle/contract/pipelines'
import { afterEach, describe, expect, it, vi } from 'vitest'

import { failure, fakeApi, reply } from '../../testing/fakeApi.ts'
import { aConfig, anError, aPipeline, aRepo, aStep, aWorkflow } from '../../testing/fixtures.ts'
import { harmOn, makeHostile, payloads } from '../../testing/hostile.ts'
import { access, failed, has, running, showConfig, showErrors, showSteps, step } from './testing/pages.tsx'

vi.mock(import('./log/LogPane.tsx'), () => ({
  // The log has tests of its own, in browsers with workers.
  LogPane: ({ step }) => <p>{`Log of ${step.name}`}</p>,
}))

afterEach(() => vi.unstubAllGlobals())

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

  it('are there to see when several workflows were approved, and where one fails', async () => {
    const names = [
      ['lint', 'eslint'],
      ['build', 'compile'],
      ['deploy', 'ship'],
    ] as const
    const now = (status: string, ...states: [string, string, string]) =>
      aPipeline({
        status,
        finished: 0,
        workflows: names.map(([name, child], index) => {
          const [pid, state = ''] = [index + 1, states[index]]
          const children = [aStep({ pid: pid * 10, ppid: pid, name: child, state, finished: 0 })]
          return aWorkflow({ pid, name, state, children })
        }),
      })
    let pipeline = now('blocked', 'blocked', 'blocked', 'blocked')
    fakeApi(reply(pipelineRoutes.get, () => pipeline))
    const { user, queryClient } = showSteps()
    const goOn = async (next: typeof pipeline) => {
      pipeline = next
      await act(() => queryClient.invalidateQueries())
    }
    expect((await step(/build/)).getAttribute('aria-expanded')).toBe('false')

    await goOn(now('running', 'running', 'pending', 'pending'))
    await step(/compile/)
    await user.click(await step(/deploy/))
    expect(screen.queryByRole('treeitem', { name: /ship/ })).toBeNull()

    await goOn(now('running', 'running', 'failure', 'running'))
    await screen.findByText('Log of compile')
    expect((await step(/compile/)).getAttribute('aria-selected')).toBe('true')
    expect(screen.queryByRole('treeitem', { name: /ship/ })).toBeNull()
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
