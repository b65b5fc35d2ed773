import { screen, waitFor, within } from '@testing-library/react'
import { cronRoutes } from '@yaffle/contract/crons'
import { repoRoutes } from '@yaffle/contract/repos'
import { afterEach, describe, expect, it, vi } from 'vitest'

import { patterns } from '../../paths.ts'
import { failure, fakeApi, reply } from '../../testing/fakeApi.ts'
import { aCron, aPipeline, aRepo } from '../../testing/fixtures.ts'
import { harmOn, makeHostile, payloads } from '../../testing/hostile.ts'
import { renderScreen } from '../../testing/render.tsx'
import { toasts } from '../../ui/toasts.ts'
import { CronsScreen } from './CronsScreen.tsx'

afterEach(() => {
  for (const { id } of toasts.list()) toasts.dismiss(id)
  vi.unstubAllGlobals()
})

const branches = reply(repoRoutes.branches, () => ['main', 'next'])
const crons = (...list: ReturnType<typeof aCron>[]) => reply(cronRoutes.list, () => list)
const show = (search = '') =>
  renderScreen(<CronsScreen repo={aRepo()} />, patterns.repoSettingsPage, {
    at: `/repos/1/settings/crons${search}`,
  })
const field = (name: RegExp) => screen.findByRole('textbox', { name })
const titles = () => toasts.list().map(({ title }) => title)

describe('crons', () => {
  it('say in words when they run, and which are disabled', async () => {
    fakeApi(crons(aCron(), aCron({ id: 5, name: 'old', enabled: false, schedule: '@every 90s' })))
    show()
    await screen.findByText(/^At 3:00\sAM, every day$/)
    expect(screen.getByText('Every 1 minute 30 seconds')).toBeDefined()
    expect(screen.getByText('Disabled')).toBeDefined()
    expect(screen.getByText(/Next:/).querySelector('time')).not.toBeNull()
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

  it('are enabled when they are added, and that is sent', async () => {
    const sent: unknown[] = []
    fakeApi(
      crons(),
      branches,
      reply(cronRoutes.create, ({ body }) => {
        sent.push(body)
        return aCron()
      }),
    )
    const { user } = show('?form=new')
    await user.type(await field(/^Name/), 'weekly')
    await user.type(await field(/^Schedule/), '@weekly')
    await user.type(screen.getByRole('textbox', { name: 'Key 1' }), 'A')
    await user.type(screen.getByRole('textbox', { name: 'Value 1' }), 'b')
    await user.click(screen.getByRole('button', { name: 'Add cron' }))
    await waitFor(() => expect(titles()).toEqual(['Cron weekly was added']))
    expect(sent).toEqual([
      {
        name: 'weekly',
        schedule: '@weekly',
        timezone: 'UTC',
        branch: '',
        enabled: true,
        variables: { A: 'b' },
      },
    ])
  })

  it('show the next five runs while the schedule is typed', async () => {
    fakeApi(crons(), branches)
    const { user } = show('?form=new')
    await user.type(await field(/^Schedule/), '*/10 8-9 * * mon-fri')
    const preview = within(await screen.findByRole('region', { name: 'What this schedule means' }))
    expect(preview.getByText(/on Monday to Friday/)).toBeDefined()
    expect(preview.getAllByRole('row')).toHaveLength(6)
  })

  it('say what is wrong with each field', async () => {
    const { calls } = fakeApi(crons(aCron({ name: 'taken' })), branches)
    const { user } = show('?form=new')
    await user.type(await field(/^Name/), 'taken')
    await user.type(await field(/^Schedule/), '61 * * * *')
    await user.type(screen.getByRole('textbox', { name: 'Value 1' }), 'b')
    await user.click(screen.getByRole('button', { name: 'Add cron' }))
    expect(screen.getByText('There is one of this name already')).toBeDefined()
    expect(screen.getByText('The first field, the minute, goes from 0 to 59')).toBeDefined()
    expect(screen.getByText('Mend the marked variables first')).toBeDefined()
    expect(calls.some((call) => call.startsWith('POST'))).toBe(false)
  })

  it('offer UTC and the zones of the world', async () => {
    fakeApi(crons(), branches)
    const { user } = show('?form=new')
    const zone = await screen.findByRole('combobox', { name: /^Time zone/ })
    expect(zone).toHaveProperty('value', 'UTC')
    await user.clear(zone)
    await user.type(zone, 'Lord')
    await user.click(await screen.findByRole('option', { name: 'Australia/Lord_Howe' }))
    expect(zone).toHaveProperty('value', 'Australia/Lord_Howe')
  })

  it('stay as they were in the list when an edit is cancelled', async () => {
    fakeApi(crons(aCron()), branches)
    const { user } = show('?form=edit:4')
    const name = await field(/^Name/)
    await user.clear(name)
    await user.type(name, 'changed')
    await user.click(screen.getByRole('button', { name: 'Cancel' }))
    await user.click(await screen.findByRole('button', { name: 'Discard and leave' }))
    await screen.findByRole('button', { name: 'Edit nightly' })
  })

  it('keep what was typed when the server refuses', async () => {
    fakeApi(
      crons(aCron()),
      branches,
      reply(cronRoutes.update, () => failure(500, 'cron with this name exists')),
    )
    const { user } = show('?form=edit:4')
    await user.type(await field(/^Name/), '2')
    await user.click(screen.getByRole('button', { name: 'Save' }))
    expect((await screen.findByRole('alert')).textContent).toContain('cron with this name exists')
    expect(await field(/^Name/)).toHaveProperty('value', 'nightly2')
  })

  it('are deleted after a question that names them', async () => {
    const removed: number[] = []
    fakeApi(
      crons(aCron()),
      reply(cronRoutes.remove, ({ params }) => void removed.push(params.cron_id)),
    )
    const { user } = show()
    await user.click(await screen.findByRole('button', { name: 'Delete nightly' }))
    await screen.findByRole('dialog', { name: 'Delete cron nightly?' })
    await user.click(screen.getByRole('button', { name: 'Delete' }))
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
