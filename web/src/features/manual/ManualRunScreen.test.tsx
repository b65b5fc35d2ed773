import { screen, waitFor, within } from '@testing-library/react'
import { pipelineRoutes } from '@yaffle/contract/pipelines'
import { repoRoutes } from '@yaffle/contract/repos'
import { afterEach, describe, expect, it, vi } from 'vitest'

import { patterns } from '../../paths.ts'
import { failure, fakeApi, never, reply } from '../../testing/fakeApi.ts'
import { aPerm, aPipeline, aRepo } from '../../testing/fixtures.ts'
import { harmOn, makeHostile, payloads } from '../../testing/hostile.ts'
import { renderScreen } from '../../testing/render.tsx'
import { toasts } from '../../ui/toasts.ts'
import { ManualRunScreen } from './ManualRunScreen.tsx'

afterEach(() => {
  for (const { id } of toasts.list()) toasts.dismiss(id)
  vi.unstubAllGlobals()
})

const access = { repo: aRepo({ default_branch: 'trunk' }), perm: aPerm() }
const branches = reply(repoRoutes.branches, () => ['feature', 'trunk'])
const show = (given = access) =>
  renderScreen(<ManualRunScreen />, patterns.manual, { at: '/repos/1/manual', access: given })
const run = () => screen.findByRole('button', { name: 'Run pipeline' })

describe('ManualRunScreen', () => {
  it('runs the default branch when nothing is filled in, and shows the pipeline', async () => {
    const asked: unknown[] = []
    fakeApi(
      branches,
      reply(pipelineRoutes.create, ({ body }) => {
        asked.push(body)
        return aPipeline({ number: 7 })
      }),
    )
    const { user, address } = show()
    await user.click(await run())
    await waitFor(() => expect(address()).toBe('/repos/1/pipeline/7'))
    expect(asked).toEqual([{ branch: 'trunk', message: '', variables: {} }])
  })

  it('sends what was chosen and typed', async () => {
    const asked: unknown[] = []
    fakeApi(
      branches,
      reply(pipelineRoutes.create, ({ body }) => {
        asked.push(body)
        return aPipeline({ number: 7 })
      }),
    )
    const { user } = show()
    const branch = await screen.findByRole('combobox', { name: /^Branch/ })
    await user.clear(branch)
    await user.type(branch, 'feat')
    await user.click(await screen.findByRole('option', { name: 'feature' }))
    await user.type(screen.getByRole('textbox', { name: /^Message/ }), 'try it')
    await user.type(screen.getByRole('textbox', { name: 'Key 1' }), 'LEVEL')
    await user.type(screen.getByRole('textbox', { name: 'Value 1' }), 'debug')
    await user.click(await run())
    await waitFor(() =>
      expect(asked).toEqual([{ branch: 'feature', message: 'try it', variables: { LEVEL: 'debug' } }]),
    )
  })

  it('says that no workflow wanted to run', async () => {
    fakeApi(
      branches,
      reply(pipelineRoutes.create, () => undefined),
    )
    const { user, address } = show()
    await user.click(await run())
    await waitFor(() => expect(address()).toBe('/repos/1'))
    expect(toasts.list()).toMatchObject([{ type: 'warn', title: 'Nothing to run' }])
  })

  it('says why the server refused and keeps everything that was typed', async () => {
    let isDown = true
    fakeApi(
      branches,
      reply(pipelineRoutes.create, () =>
        isDown ? failure(500, 'branch head unknown') : aPipeline({ number: 7 }),
      ),
    )
    const { user, address } = show()
    await user.type(await screen.findByRole('textbox', { name: /^Message/ }), 'try it')
    await user.click(await run())
    expect((await screen.findByRole('alert')).textContent).toContain('branch head unknown')
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: /^Message/ }).value).toBe('try it')
    isDown = false
    await user.click(await run())
    await waitFor(() => expect(address()).toBe('/repos/1/pipeline/7'))
  })

  it('runs once, however often it is pressed', async () => {
    let count = 0
    fakeApi(
      branches,
      reply(pipelineRoutes.create, () => {
        count += 1
        return never()
      }),
    )
    const { user } = show()
    await user.dblClick(await run())
    await waitFor(async () => expect((await run()).getAttribute('aria-busy')).toBe('true'))
    await user.type(screen.getByRole('textbox', { name: /^Message/ }), '{Enter}')
    expect(count).toBe(1)
  })

  it('does not run with a variable that is there twice', async () => {
    const { calls } = fakeApi(branches)
    const { user } = show()
    await user.type(await screen.findByRole('textbox', { name: 'Key 1' }), 'A')
    await user.type(screen.getByRole('textbox', { name: 'Key 2' }), 'A')
    await user.click(await run())
    expect((await screen.findByRole('alert')).textContent).toContain('Mend the marked variables')
    expect(calls).not.toContain('POST /api/repos/1/pipelines')
  })

  it('offers branches of all pages, while the form can be used at once', async () => {
    const first = Array.from({ length: 50 }, (_, index) => `b${index}`)
    fakeApi(reply(repoRoutes.branches, ({ query: { page } }) => (page === 1 ? first : ['on-page-two'])))
    const { user } = show()
    const branch = await screen.findByRole('combobox', { name: /^Branch/ })
    await user.clear(branch)
    await user.type(branch, 'page-two')
    await screen.findByRole('option', { name: 'on-page-two' })
  })

  it('makes do with the branches it has when a later page fails', async () => {
    const first = Array.from({ length: 50 }, (_, index) => `b${index}`)
    const { calls } = fakeApi(
      reply(repoRoutes.branches, ({ query: { page } }) =>
        page === 1 ? first : failure(500, 'forge is away'),
      ),
      reply(pipelineRoutes.create, () => aPipeline({ number: 7 })),
    )
    const { user, address } = show()
    await run()
    await waitFor(() => expect(calls).toHaveLength(2))
    await user.click(await run())
    await waitFor(() => expect(address()).toBe('/repos/1/pipeline/7'))
    expect(calls.filter((made) => made.endsWith('/branches'))).toHaveLength(2)
  })

  describe('where the default branch is not there any more', () => {
    const gone = { ...access, repo: aRepo({ default_branch: 'gone' }) }
    const field = () => screen.findByRole('combobox', { name: /^Branch/ })

    it('says so at the field and sends nothing until another is chosen', async () => {
      const asked: unknown[] = []
      const { calls } = fakeApi(
        branches,
        reply(pipelineRoutes.create, ({ body }) => {
          asked.push(body)
          return aPipeline({ number: 7 })
        }),
      )
      const { user } = show(gone)
      const branch = await field()
      expect(branch.getAttribute('aria-invalid')).toBe('true')
      expect(screen.getByText('This repository has no such branch')).toBeDefined()
      await user.click(await run())
      expect(calls).not.toContain('POST /api/repos/1/pipelines')

      await user.click(branch)
      expect(await screen.findAllByRole('option')).toHaveLength(2)
      await user.click(screen.getByRole('option', { name: 'feature' }))
      await waitFor(() => expect(branch.getAttribute('aria-invalid')).toBeNull())
      await user.click(await run())
      await waitFor(() => expect(asked).toEqual([{ branch: 'feature', message: '', variables: {} }]))
    })

    it.each([
      ['on its way', never],
      ['not to be had', () => failure(500, 'forge is away')],
    ])('does not say so while the rest of the branches is %s', async (_, rest) => {
      const first = Array.from({ length: 50 }, (__, index) => `b${index}`)
      const { calls } = fakeApi(
        reply(repoRoutes.branches, ({ query: { page } }) => (page === 1 ? first : rest())),
        reply(pipelineRoutes.create, () => aPipeline({ number: 7 })),
      )
      const { user, address } = show(gone)
      await run()
      await waitFor(() => expect(calls.filter((made) => made.endsWith('/branches'))).toHaveLength(2))
      expect((await field()).getAttribute('aria-invalid')).toBeNull()
      await user.click(await run())
      await waitFor(() => expect(address()).toBe('/repos/1/pipeline/7'))
    })
  })

  it('explains an empty repository, what is on its way and what failed', async () => {
    fakeApi(reply(repoRoutes.branches, () => []))
    const empty = show()
    await screen.findByText('No branches yet')
    empty.unmount()

    fakeApi(reply(repoRoutes.branches, never))
    const loading = show()
    expect((await screen.findByRole('status')).textContent).toContain('Loading')
    loading.unmount()

    fakeApi(reply(repoRoutes.branches, () => failure(500, 'failed to load branches')))
    show()
    await screen.findByText(/failed to load branches/)
    expect(screen.getByRole('button', { name: 'Try again' })).toBeDefined()
  })

  it('asks before what was typed is lost, and not once it is sent', async () => {
    fakeApi(
      branches,
      reply(pipelineRoutes.create, () => aPipeline({ number: 7 })),
    )
    const { user, address, goTo } = show()
    await user.type(await screen.findByRole('textbox', { name: /^Message/ }), 'Why')
    goTo('/repos/1')
    const dialog = within(await screen.findByRole('dialog', { name: 'Leave without saving?' }))
    await user.click(dialog.getByRole('button', { name: 'Keep editing' }))
    expect(address()).toBe('/repos/1/manual')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await user.click(await run())
    await waitFor(() => expect(address()).toBe('/repos/1/pipeline/7'))
  })

  it('is not for those who may not push', async () => {
    const { calls } = fakeApi()
    show({ ...access, perm: aPerm({ push: false, admin: false }) })
    await screen.findByText('Not allowed')
    expect(screen.queryByRole('button', { name: 'Run pipeline' })).toBeNull()
    expect(calls).toEqual([])
  })

  it('shows hostile texts as text', async () => {
    fakeApi(reply(repoRoutes.branches, () => [...payloads]))
    const { page } = show({ ...access, repo: makeHostile(aRepo()) })
    await run()
    expect(harmOn(page)).toEqual([])
  })
})
