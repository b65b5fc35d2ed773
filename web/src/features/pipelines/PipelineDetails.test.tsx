import { screen, within } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, describe, expect, it, vi } from 'vitest'

import { patterns } from '../../paths.ts'
import { fakeApi } from '../../testing/fakeApi.ts'
import { aPerm, aPipeline, aRepo, aStep, aWorkflow } from '../../testing/fixtures.ts'
import { harmOn, makeHostile, payloads } from '../../testing/hostile.ts'
import { renderScreen } from '../../testing/render.tsx'
import { PipelineDetails } from './PipelineDetails.tsx'
import { PipelineFacts } from './PipelineFacts.tsx'

afterEach(() => vi.unstubAllGlobals())

const draw = (part: ReactNode) => {
  fakeApi()
  return renderScreen(part, patterns.pipeline, {
    at: '/repos/1/pipeline/128',
    access: { repo: aRepo(), perm: aPerm() },
  })
}
const details = (fields: Parameters<typeof aPipeline>[0]) =>
  draw(
    <>
      <PipelineDetails pipeline={aPipeline(fields)} />
      <p>Drawn</p>
    </>,
  )
/** What stands beside a word of the list. */
const beside = async (name: string) => (await screen.findByText(name, { selector: 'dt' })).nextElementSibling

describe('the details of a pipeline', () => {
  it('are not there when the header has said it all', async () => {
    details({})
    await screen.findByText('Drawn')
    expect(screen.queryByText('Details')).toBeNull()
  })

  it.each([
    ['Restart of', { parent: 127 }, '#127'],
    ['Reviewed by', { reviewed_by: 'bob' }, 'bob'],
    ['Deployed to', { deploy_to: 'production' }, 'production'],
    ['Task', { deploy_task: 'migrate' }, 'migrate'],
    ['Milestone', { pr_milestone: 'v2' }, 'v2'],
    ['Draft', { pr_draft: true }, 'Yes'],
    ['Restarts until now', { rerun_count: 3 }, '3'],
    ['Event reason', { event_reason: ['edited', 'label_updated', 'edited'] }, 'edited, label_updated'],
    ['Pre-release', { event: 'release', release: { title: 'v2', is_prerelease: true } }, 'Yes'],
    ['Pre-release', { event: 'release', is_prerelease: true }, 'Yes'],
    ['Server version', { version: '3.9.0' }, '3.9.0'],
    ['Labels', { pr_labels: ['bug', 'urgent', 'bug'] }, 'bugurgent'],
    ['Variables', { variables: { TARGET: 'staging' } }, 'TARGET=staging'],
    [
      'Agents',
      {
        workflows: [
          aWorkflow({ pid: 1, agent_id: 4, platform: 'linux/amd64' }),
          aWorkflow({ pid: 9, agent_id: 4, platform: 'linux/amd64', children: [aStep({ pid: 10 })] }),
          aWorkflow({ pid: 20, agent_id: 6, children: [] }),
        ],
      },
      '#4 (linux/amd64), #6',
    ],
  ])('say: %s', async (name, fields, value) => {
    details(fields)
    expect((await beside(name))?.textContent.trim()).toBe(value)
    expect(screen.getAllByText((_, element) => element?.tagName === 'DT')).toHaveLength(1)
  })

  it('do not say of a release that it is no pre-release', async () => {
    details({
      event: 'release',
      release: { title: 'v2', is_prerelease: false },
      rerun_count: 0,
      event_reason: [],
    })
    await screen.findByText('Drawn')
    expect(screen.queryByText('Details')).toBeNull()
  })

  it('lead to the pipeline that was started again', async () => {
    details({ parent: 127 })
    const link = await screen.findByRole('link', { name: '#127', hidden: true })
    expect(link.getAttribute('href')).toBe('/repos/1/pipeline/127')
  })

  it('say when it was reviewed', async () => {
    details({ reviewed_by: 'bob', reviewed: 1_700_000_000 })
    expect((await beside('Reviewed by'))?.querySelector('time')?.dateTime).toBe('2023-11-14T22:13:20.000Z')
  })

  it.each(payloads.map((_, seed) => [seed]))('show hostile texts as text, round %i', async (seed) => {
    const hostile = makeHostile(
      aPipeline({
        parent: 1,
        event_reason: ['x', 'y'],
        reviewed_by: 'x',
        deploy_to: 'x',
        deploy_task: 'x',
        pr_labels: ['x', 'y'],
        pr_milestone: 'x',
        version: 'x',
        variables: { A: 'x', B: 'y' },
        workflows: [aWorkflow({ agent_id: 3, platform: 'x' })],
      }),
      seed,
    )
    const { page } = draw(<PipelineDetails pipeline={hostile} />)
    await screen.findByText('Details')
    expect(harmOn(page)).toEqual([])
  })
})

describe('the facts in the header', () => {
  const facts = (fields: Parameters<typeof aPipeline>[0]) =>
    draw(<PipelineFacts pipeline={aPipeline(fields)} />)

  it('mark what came from a fork', async () => {
    facts({ from_fork: true })
    await screen.findByText('From a fork')
  })

  it.each([
    ['a newer one', { superseded_by: 130, canceled_by_user: '', canceled_by_step: '' }, 'Superseded by #130'],
    ['a person', { superseded_by: 0, canceled_by_user: 'bob', canceled_by_step: '' }, 'Canceled by bob'],
    [
      'a step',
      { superseded_by: 0, canceled_by_user: '', canceled_by_step: 'test' },
      'Canceled because of step test',
    ],
  ])('say that %s ended it', async (_, cancel_info, words) => {
    const { page } = facts({ status: 'killed', cancel_info })
    await screen.findByText(words)
    const link = page.querySelector('a[href="/repos/1/pipeline/130"]')
    expect(link !== null).toBe(cancel_info.superseded_by > 0)
  })

  it('say it of one that was cancelled before anything ran', async () => {
    facts({
      status: 'canceled',
      cancel_info: { superseded_by: 0, canceled_by_user: 'bob', canceled_by_step: '' },
    })
    await screen.findByText('Canceled by bob')
  })

  it.each(['success', 'failure', 'running', 'pending', 'blocked'])(
    'do not say it of a restart that is or was %s, though the server copied what ended the first one',
    async (status) => {
      facts({
        status,
        parent: 127,
        cancel_info: { superseded_by: 130, canceled_by_user: 'bob', canceled_by_step: 'test' },
      })
      await screen.findByText('Restart of #127')
      expect(screen.queryByText(/Canceled|Superseded/)).toBeNull()
    },
  )

  it('say nothing of an end that nobody brought about', async () => {
    facts({ status: 'killed' })
    await screen.findByText('Push')
    expect(screen.queryByText(/Canceled|Superseded/)).toBeNull()
  })

  it('lead to the branch, and of pull requests and commits to the forge', async () => {
    const { page, unmount } = facts({})
    const branch = await screen.findByRole('link', { name: 'main' })
    expect(branch.getAttribute('href')).toBe('/repos/1/branches/main')
    expect(
      within(page)
        .getByRole('link', { name: /3f9c2e1a5b/ })
        .getAttribute('rel'),
    ).toContain('noopener')
    unmount()
    facts({
      event: 'pull_request',
      ref: 'refs/pull/5/head',
      forge_url: 'https://forge.test/acme/api/pulls/5',
    })
    const request = await screen.findByRole('link', { name: /#5/ })
    expect(request.getAttribute('href')).toBe('https://forge.test/acme/api/pulls/5')
    expect(screen.queryByRole('link', { name: /3f9c2e1a5b/ })).toBeNull()
  })
})
