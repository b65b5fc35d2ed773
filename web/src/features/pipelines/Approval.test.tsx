import { screen, waitFor, within } from '@testing-library/react'
import { type Pipeline, pipelineRoutes } from '@yaffle/contract/pipelines'
import { afterEach, describe, expect, it, vi } from 'vitest'

import { failure, fakeApi, reply } from '../../testing/fakeApi.ts'
import { aPerm, aPipeline } from '../../testing/fixtures.ts'
import { harmOn, makeHostile, payloads } from '../../testing/hostile.ts'
import { toasts } from '../../ui/toasts.ts'
import { access, failed, has, showSteps } from './testing/pages.tsx'

afterEach(() => {
  for (const { id } of toasts.list()) toasts.dismiss(id)
  vi.unstubAllGlobals()
})

const blocked = aPipeline({
  status: 'blocked',
  event: 'pull_request',
  ref: 'refs/pull/5/head',
  author: 'stranger',
  sender: 'robot',
  from_fork: true,
  workflows: [],
})

/** A server whose pipeline can be decided about. */
function server(verdict: 'approve' | 'decline', after: Partial<Pipeline>) {
  let pipeline = blocked
  return fakeApi(
    reply(pipelineRoutes.get, () => pipeline),
    reply(pipelineRoutes[verdict], () => (pipeline = aPipeline({ ...blocked, ...after }))),
  )
}

describe('a blocked pipeline', () => {
  it('says who sent what, and that it came from a fork', async () => {
    fakeApi(has(blocked))
    showSteps()
    const panel = await screen.findByRole('region', { name: 'This pipeline waits for approval' })
    expect(panel.textContent).toContain('stranger')
    expect(panel.textContent).toContain('robot')
    expect(panel.textContent).toContain('#5')
    expect(within(panel).getByText('From a fork')).toBeDefined()
    expect(within(panel).getByRole('link', { name: 'Look at the changes' }).getAttribute('rel')).toContain(
      'noopener',
    )
  })

  it.each(['blocked', 'declined'])(
    'that is %s is decided about before its steps are told',
    async (status) => {
      fakeApi(has({ ...failed, status, errors: [] }))
      showSteps()
      const panel = await screen.findByText(/^This pipeline (?:waits for approval|was declined)$/)
      const tree = screen.getByRole('tree', { name: 'Workflows and steps' })
      expect(panel.compareDocumentPosition(tree)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
    },
  )

  it('is approved after a question', async () => {
    const { calls } = server('approve', { status: 'running', workflows: [] })
    const { user } = showSteps()
    await user.click(await screen.findByRole('button', { name: 'Approve' }))
    expect(calls).not.toContain('POST /api/repos/1/pipelines/128/approve')
    await user.click(await screen.findByRole('button', { name: 'Approve and run' }))
    await waitFor(() => expect(toasts.list()).toMatchObject([{ title: 'Pipeline #128 was approved' }]))
    await waitFor(() => expect(screen.queryByText('This pipeline waits for approval')).toBeNull())
    expect(calls).toContain('POST /api/repos/1/pipelines/128/approve')
  })

  it('is declined after a question, and says by whom', async () => {
    server('decline', { status: 'declined', reviewed_by: 'ana' })
    const { user } = showSteps()
    await user.click(await screen.findByRole('button', { name: 'Decline' }))
    await user.click(await screen.findByRole('button', { name: 'Decline pipeline' }))
    await screen.findByText('This pipeline was declined')
    expect(screen.getByText('Declined by ana')).toBeDefined()
  })

  it('says in the question why the server refused', async () => {
    fakeApi(
      has(blocked),
      reply(pipelineRoutes.approve, () => failure(400, 'cannot approve a pipeline with status running')),
    )
    const { user } = showSteps()
    await user.click(await screen.findByRole('button', { name: 'Approve' }))
    await user.click(await screen.findByRole('button', { name: 'Approve and run' }))
    expect((await screen.findByRole('alert')).textContent).toContain('cannot approve')
  })

  it('leaves the decision to those who may push', async () => {
    fakeApi(has(blocked))
    showSteps(undefined, { given: { ...access, perm: aPerm({ push: false, admin: false }) } })
    await screen.findByText(/Somebody who may push/)
    expect(screen.queryByRole('button', { name: /Approve|Decline/ })).toBeNull()
  })

  it.each(payloads.map((_, seed) => [seed]))('shows hostile texts as text, round %i', async (seed) => {
    fakeApi(has({ ...makeHostile(blocked, seed), status: 'blocked', errors: [] }))
    const { page } = showSteps()
    await screen.findByText('This pipeline waits for approval')
    expect(harmOn(page)).toEqual([])
  })
})
