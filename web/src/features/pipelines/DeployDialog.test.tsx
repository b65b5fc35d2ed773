import { screen, waitFor } from '@testing-library/react'
import { pipelineRoutes } from '@yaffle/contract/pipelines'
import { afterEach, describe, expect, it, vi } from 'vitest'

import { failure, fakeApi, reply } from '../../testing/fakeApi.ts'
import { aPerm, aPipeline, aRepo } from '../../testing/fixtures.ts'
import { harmOn, makeHostile } from '../../testing/hostile.ts'
import { toasts } from '../../ui/toasts.ts'
import { access, failed, has, showSteps } from './testing/pages.tsx'

afterEach(() => {
  for (const { id } of toasts.list()) toasts.dismiss(id)
  vi.unstubAllGlobals()
})

const given = { ...access, repo: aRepo({ allow_deploy: true }) }
const green = aPipeline({ workflows: [] })
type Restart = Parameters<typeof reply<typeof pipelineRoutes.restart>>[1]

async function openDialog(answer: Restart, pipeline = green) {
  const api = fakeApi(has(pipeline), reply(pipelineRoutes.restart, answer))
  const shown = showSteps(undefined, { given })
  await shown.user.click(await screen.findByRole('button', { name: 'Deploy' }))
  await screen.findByRole('dialog')
  const send = async () => {
    const buttons = screen.getAllByRole('button', { name: 'Deploy' })
    await shown.user.click(buttons.at(-1) ?? document.body)
  }
  return { ...shown, ...api, send }
}
const environment = () => screen.getByRole<HTMLInputElement>('textbox', { name: /^Environment/ })

describe('deploying a pipeline', () => {
  it('sends the environment, the task and each variable, and goes to the new pipeline', async () => {
    let asked: unknown
    const { user, send, address } = await openDialog(({ query }) => {
      asked = query
      return aPipeline({ number: 129 })
    })
    await user.type(environment(), 'production')
    await user.type(screen.getByRole('textbox', { name: 'Task' }), 'migrate')
    await user.type(screen.getByRole('textbox', { name: 'Key 1' }), 'SPEED')
    await user.type(screen.getByRole('textbox', { name: 'Value 1' }), 'a&b=c')
    await send()
    await waitFor(() => expect(address()).toBe('/repos/1/pipeline/129'))
    expect(asked).toEqual({
      event: 'deployment',
      deploy_to: 'production',
      deploy_task: 'migrate',
      SPEED: 'a&b=c',
    })
    expect(toasts.list()).toMatchObject([{ title: 'Deployment started as #129' }])
  })

  it('asks before what was typed is lost', async () => {
    const { user, address, goTo } = await openDialog(() => aPipeline({ number: 129 }))
    const before = address()
    await user.type(environment(), 'production')
    goTo('/repos/1')
    await screen.findByRole('dialog', { name: 'Leave without saving?' })
    expect(address()).toBe(before)
  })

  it('asks for the environment before it asks the server', async () => {
    const { send, calls } = await openDialog(() => aPipeline({ number: 129 }))
    await send()
    await screen.findByText('Name an environment')
    expect(calls).not.toContain('POST /api/repos/1/pipelines/128')
  })

  it.each(['event', 'deploy_to', 'deploy_task', 'fork', 'access_token'])(
    'refuses %s as the name of a variable',
    async (name) => {
      const { user, send, calls } = await openDialog(() => aPipeline({ number: 129 }))
      await user.type(environment(), 'production')
      await user.type(screen.getByRole('textbox', { name: 'Key 1' }), name)
      expect((await screen.findByRole('alert')).textContent).toContain(name)
      await send()
      expect(calls).not.toContain('POST /api/repos/1/pipelines/128')
    },
  )

  it('says at a variable that the pipeline has one of that name already, and whose value counts', async () => {
    const { user } = await openDialog(() => failure(500), { ...green, variables: { SPEED: 'slow' } })
    const key = screen.getByRole('textbox', { name: 'Key 1' })
    const note = () => document.getElementById(key.getAttribute('aria-describedby') ?? '')?.textContent
    await user.type(key, 'SPEE')
    expect(note()).toBeUndefined()
    await user.type(key, 'D')
    expect(note()).toContain('Pipeline #128 has set this')
    expect(note()).toContain('only plugins')
    await user.clear(key)
    await user.type(key, 'constructor')
    expect(note()).toBeUndefined()
  })

  it('keeps what was typed when the server refuses, and when the dialog is closed', async () => {
    const { user, send } = await openDialog(() => failure(403, 'deployments are off'))
    await user.type(environment(), 'production')
    await send()
    await screen.findByText(/deployments are off/)
    expect(environment().value).toBe('production')
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await user.click(screen.getByRole('button', { name: 'Deploy' }))
    await screen.findByRole('dialog')
    expect(environment().value).toBe('production')
  })

  it('starts with what a deployment was deployed with before', async () => {
    await openDialog(() => failure(500), aPipeline({ ...green, event: 'deployment', deploy_to: 'staging' }))
    expect(environment().value).toBe('staging')
  })

  it.each([
    ['failed', failed, given],
    ['green, where deployments are off', green, access],
    ['green, for those who may not push', green, { ...given, perm: aPerm({ push: false, admin: false }) }],
  ])('is not offered when it is %s', async (_, pipeline, shown) => {
    fakeApi(has(pipeline))
    showSteps(undefined, { given: shown })
    await screen.findByRole('heading', { level: 1 })
    expect(screen.queryByRole('button', { name: 'Deploy' })).toBeNull()
  })

  it('shows hostile texts as text', async () => {
    await openDialog(() => failure(500), { ...makeHostile(green, 3), status: 'success', errors: [] })
    expect(harmOn(document)).toEqual([])
  })
})
