import { screen, waitFor, within } from '@testing-library/react'
import { cronRoutes } from '@yaffle/contract/crons'
import { afterEach, describe, expect, it, vi } from 'vitest'

import { patterns } from '../../paths.ts'
import { fakeApi, reply } from '../../testing/fakeApi.ts'
import { aCron, aPipeline, aRepo } from '../../testing/fixtures.ts'
import { harmOn, makeHostile, payloads } from '../../testing/hostile.ts'
import { renderScreen } from '../../testing/render.tsx'
import { toasts } from '../../ui/toasts.ts'
import { CronsScreen } from './CronsScreen.tsx'

afterEach(() => {
  for (const { id } of toasts.list()) toasts.dismiss(id)
  vi.unstubAllGlobals()
})

const crons = (...list: ReturnType<typeof aCron>[]) => reply(cronRoutes.list, () => list)
const show = (search = '') =>
  renderScreen(<CronsScreen repo={aRepo()} />, patterns.repoSettingsPage, {
    at: `/repos/1/settings/crons${search}`,
  })
const titles = () => toasts.list().map(({ title }) => title)

describe('crons', () => {
  it('say in words when they run, and which are disabled', async () => {
    fakeApi(
      crons(
        aCron({ timezone: 'Australia/Lord_Howe' }),
        aCron({ id: 5, name: 'old', enabled: false, schedule: '@every 90s', timezone: 'Moon/Base' }),
      ),
    )
    show()
    await screen.findByText(/^At 3:00\sAM, every day$/)
    expect(screen.getByText('Every 1 minute 30 seconds')).toBeDefined()
    expect(screen.getByText('Disabled')).toBeDefined()
    const next = screen.getByText(/Next:/).querySelector('time')
    expect(next?.textContent).toMatch(/^Jan 15, 2027, 8:00\sAM$/)
    expect(next?.parentElement?.dataset['tooltip']).toMatch(/^Jan 15, 2027, 7:00\sPM, Australia\/Lord_Howe$/)
  })

  it('run now and lead to their pipeline', async () => {
    fakeApi(
      crons(aCron()),
      reply(cronRoutes.run, () => aPipeline({ number: 9 })),
    )
    const { user, address } = show()
    await user.click(await screen.findByRole('button', { name: 'Run nightly now' }))
    await waitFor(() => expect(address()).toBe('/repos/1/pipeline/9'))
  })

  it('say so when there is nothing to run', async () => {
    fakeApi(
      crons(aCron()),
      reply(cronRoutes.run, () => undefined),
    )
    const { user } = show()
    await user.click(await screen.findByRole('button', { name: 'Run nightly now' }))
    await waitFor(() => expect(titles()).toEqual(['Nothing to run']))
  })

  it('come by name, or those first that run next; those that are off come last', async () => {
    fakeApi(
      crons(
        aCron({ id: 1, name: 'a', enabled: false, next_exec: 1 }),
        aCron({ id: 2, name: 'b', next_exec: 1_900_000_000 }),
        aCron({ id: 3, name: 'c', next_exec: 1_800_000_000 }),
      ),
    )
    const { user } = show()
    const names = async () =>
      within(await screen.findByRole('list', { name: 'Crons' }))
        .getAllByRole('listitem')
        .map((row) => row.textContent[0])
    expect(await names()).toEqual(['a', 'b', 'c'])
    await user.selectOptions(screen.getByRole('combobox', { name: 'Sort by' }), 'Next run')
    await waitFor(async () => expect(await names()).toEqual(['c', 'b', 'a']))
    await user.type(screen.getByRole('textbox', { name: 'Search' }), 'b')
    await screen.findByText('1 of 3')
  })

  it('are deleted after a question that names them', async () => {
    const removed: number[] = []
    fakeApi(
      crons(aCron()),
      reply(cronRoutes.remove, ({ params }) => void removed.push(params.cron_id)),
    )
    const { user } = show()
    await user.click(await screen.findByRole('button', { name: 'Delete nightly' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Delete cron nightly?' }))
    expect(dialog.getByText(/starts no more pipelines/)).toBeDefined()
    await user.click(dialog.getByRole('button', { name: 'Delete' }))
    await waitFor(() => expect(removed).toEqual([4]))
  })

  it('teach what they are for while there is none', async () => {
    fakeApi(crons())
    show()
    await screen.findByText('No crons yet')
  })

  it.each(payloads.map((_, seed) => [seed]))('show hostile texts as text, round %i', async (seed) => {
    fakeApi(crons(makeHostile(aCron({ branch: 'x' }), seed)))
    const { page } = show()
    await screen.findByRole('list', { name: 'Crons' })
    expect(harmOn(page)).toEqual([])
  })
})
