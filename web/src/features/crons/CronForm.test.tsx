import { screen, waitFor, within } from '@testing-library/react'
import { cronRoutes } from '@yaffle/contract/crons'
import { repoRoutes } from '@yaffle/contract/repos'
import { afterEach, describe, expect, it, vi } from 'vitest'

import { patterns } from '../../paths.ts'
import { failure, fakeApi, reply } from '../../testing/fakeApi.ts'
import { aCron, aRepo } from '../../testing/fixtures.ts'
import { tabTo } from '../../testing/keyboard.ts'
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

describe('the form of a cron', () => {
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

  it.each([
    ['', 'Fill this in'],
    ['* * *', /five fields/],
    ['@sometimes', /@daily/],
    ['@every often', /such as/],
    ['* 24 * * *', 'The second field, the hour, goes from 0 to 23'],
    ['* * 0 * *', 'The third field, the day of the month, goes from 1 to 31'],
    ['* * * 13 *', /fourth field, the month/],
    ['* * * * 8', /fifth field, the day of the week/],
    ['CRON_TZ=Moon/Base 0 3 * * *', /time zone/i],
  ])('refuse the schedule "%s" before it is sent', async (schedule, complaint) => {
    const { calls } = fakeApi(crons(), branches)
    const { user } = show('?form=new')
    await user.click(await field(/^Schedule/))
    await user.paste(schedule)
    await user.click(screen.getByRole('button', { name: 'Add cron' }))
    const described = (await field(/^Schedule/)).getAttribute('aria-describedby')?.split(' ').at(-1) ?? ''
    expect(document.querySelector(`#${CSS.escape(described)}`)?.textContent).toMatch(complaint)
    expect(calls.some((call) => call.startsWith('POST'))).toBe(false)
  })

  it('show their runs by the clock of the job and by that of the reader', async () => {
    const here = new Intl.DateTimeFormat().resolvedOptions().timeZone
    fakeApi(crons(aCron({ timezone: 'Australia/Lord_Howe', schedule: '0 3 1 * *' })), branches)
    show('?form=edit:4')
    const preview = within(await screen.findByRole('region', { name: 'What this schedule means' }))
    expect(preview.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
      'Next runs in Australia/Lord_Howe',
      `In your time zone, ${here}`,
    ])
    const [, first] = preview.getAllByRole('row')
    const [theirs, mine] = within(first!).getAllByRole('cell')
    expect(theirs!.textContent).toMatch(/\b1, \d{4}, 3:00\sAM$/)
    expect(mine!.textContent).not.toBe(theirs!.textContent)
  })

  it('say so when a schedule never comes, or is switched off', async () => {
    fakeApi(crons(aCron({ schedule: '0 0 30 2 *', enabled: false })), branches)
    show('?form=edit:4')
    const preview = within(await screen.findByRole('region', { name: 'What this schedule means' }))
    expect(preview.getByText('It will not run within the next five years.')).toBeDefined()
    expect(preview.getByText('Disabled')).toBeDefined()
  })

  it('are changed as a whole: time zone, branch, variables, and whether they run', async () => {
    const sent: unknown[] = []
    fakeApi(
      crons(aCron({ variables: { A: 'b' } })),
      branches,
      reply(cronRoutes.update, ({ params, body }) => {
        sent.push([params.cron_id, body])
        return aCron()
      }),
    )
    const { user } = show('?form=edit:4')
    await user.click(await screen.findByRole('checkbox', { name: 'Enabled' }))
    const zone = await screen.findByRole('combobox', { name: /^Time zone/ })
    await user.clear(zone)
    await user.type(zone, 'Lord')
    await user.click(await screen.findByRole('option', { name: 'Australia/Lord_Howe' }))
    const branch = screen.getByRole('combobox', { name: /^Branch/ })
    await waitFor(() => expect(branch).toHaveProperty('disabled', false))
    await user.clear(branch)
    await user.type(branch, 'nex')
    await user.click(await screen.findByRole('option', { name: 'next' }))
    await user.click(screen.getByRole('button', { name: 'Remove A' }))
    await user.type(screen.getByRole('textbox', { name: 'Key 1' }), 'C')
    await user.click(screen.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(titles()).toEqual(['Cron nightly was saved']))
    expect(sent).toEqual([
      [
        4,
        {
          name: 'nightly',
          schedule: '0 3 * * *',
          timezone: 'Australia/Lord_Howe',
          branch: 'next',
          enabled: false,
          variables: { C: '' },
        },
      ],
    ])
  })

  it('keep a branch once they have one', async () => {
    const { calls } = fakeApi(crons(aCron({ branch: 'next' })), branches)
    const { user } = show('?form=edit:4')
    const branch = await screen.findByRole('combobox', { name: /^Branch/ })
    await waitFor(() => expect(branch).toHaveProperty('disabled', false))
    await user.clear(branch)
    await user.type(branch, 'Default')
    await user.click(await screen.findByRole('option', { name: 'Default branch (main)' }))
    await user.click(screen.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(branch.getAttribute('aria-invalid')).toBe('true'))
    expect(calls.some((call) => call.startsWith('PATCH'))).toBe(false)
  })

  it('are added by keyboard alone', async () => {
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
    await tabTo(user, await field(/^Name/))
    await user.keyboard('weekly')
    await tabTo(user, await field(/^Schedule/))
    await user.keyboard('@weekly')
    await tabTo(user, screen.getByRole('combobox', { name: /^Time zone/ }))
    await user.keyboard('{Control>}a{/Control}{Backspace}Lord_')
    await screen.findByRole('option', { name: 'Australia/Lord_Howe' })
    await user.keyboard('{Enter}')
    await tabTo(user, screen.getByRole('textbox', { name: 'Key 1' }))
    await user.keyboard('A')
    await tabTo(user, screen.getByRole('button', { name: 'Add cron' }))
    await user.keyboard('{Enter}')
    await waitFor(() =>
      expect(sent).toMatchObject([
        { name: 'weekly', timezone: 'Australia/Lord_Howe', enabled: true, variables: { A: '' } },
      ]),
    )
  })

  it('make do with the branches there are when the forge does not tell the rest', async () => {
    const asked: number[] = []
    fakeApi(
      crons(),
      reply(repoRoutes.branches, async ({ query: { page } }) => {
        asked.push(page)
        // So long that the page sees that it is waiting.
        await new Promise((resolve) => setTimeout(resolve, 20))
        return page === 1
          ? Array.from({ length: 50 }, (_, index) => `b${index}`)
          : failure(500, 'forge is away')
      }),
    )
    const { user } = show('?form=new')
    const branch = await screen.findByRole('combobox', { name: /^Branch/ })
    await waitFor(() => expect(asked).toContain(2))
    await user.clear(branch)
    await user.type(branch, 'b49')
    await user.click(await screen.findByRole('option', { name: 'b49' }))
    expect(branch).toHaveProperty('value', 'b49')
    expect(asked).toEqual([1, 2])
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
})
