import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { PipelineMessage } from '@yaffle/contract/events'
import { pipelineRoutes } from '@yaffle/contract/pipelines'
import { afterEach, describe, expect, it, vi } from 'vitest'

import { eventsInto } from '../../api/applyEvents.ts'
import { isListed } from '../../api/pages.ts'
import { patterns } from '../../paths.ts'
import { failure, fakeApi, reply } from '../../testing/fakeApi.ts'
import { aPerm, aPipeline, aRepo } from '../../testing/fixtures.ts'
import { renderScreen } from '../../testing/render.tsx'
import { ActivityScreen } from './ActivityScreen.tsx'

const access = { repo: aRepo(), perm: aPerm() }
const show = (at = '/repos/1') => renderScreen(<ActivityScreen />, patterns.repo, { at, access })

const minute = 60
const hour = 60 * minute
const day = 24 * hour
const now = () => Math.floor(Date.now() / 1000)

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** A server with pipelines of these ages in seconds, which filters as the real one does; and what it was asked. */
function serverWith(ages: number[]) {
  const start = now()
  const asked: { after: string | undefined; before: string | undefined }[] = []
  const list = reply(pipelineRoutes.list, ({ query: { after, before } }) => {
    asked.push({ after, before })
    return ages
      .map((age, index) => aPipeline({ number: ages.length - index, created: start - age }))
      .filter((one) => isListed(one, { ...(after && { after }), ...(before && { before }) }))
  })
  return { asked, list }
}

const numbers = () =>
  within(screen.getByRole('list', { name: /^Pipelines of/ }))
    .getAllByRole('link')
    .map((link) => Number(/#(\d+)/.exec(link.textContent)?.[1]))
const shows = (...expected: number[]) => waitFor(() => expect(numbers()).toEqual(expected))
const time = () => screen.findByRole<HTMLSelectElement>('combobox', { name: 'Time' })
const field = (name: 'From' | 'To') => screen.getByLabelText<HTMLInputElement>(name)
/** As a browser does when a date and a time are complete. */
const fill = (name: 'From' | 'To', value: string) => fireEvent.change(field(name), { target: { value } })
/** What a field for a date and a time shows for a moment (Unix seconds). */
const written = (at: number) => {
  const local = new Date(at * 1000)
  return new Date(local.getTime() - local.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}

describe('the filter by time', () => {
  it('lists what was made in the last day, week or month, and keeps that in the address', async () => {
    const { list, asked } = serverWith([hour, 3 * day, 20 * day, 90 * day])
    fakeApi(list)
    const { user, address } = show()
    await shows(4, 3, 2, 1)
    await user.selectOptions(await time(), 'Last 24 hours')
    await shows(4)
    expect(address()).toBe('/repos/1?after=24h')
    expect(Date.parse(asked.at(-1)?.after ?? '') / 1000).toBeGreaterThan(now() - day - 2 * minute)
    await user.selectOptions(await time(), 'Last 7 days')
    await shows(4, 3)
    await user.selectOptions(await time(), 'Last 30 days')
    await shows(4, 3, 2)
    expect(address()).toBe('/repos/1?after=30d')
    await user.selectOptions(await time(), 'Any')
    await shows(4, 3, 2, 1)
    expect(address()).toBe('/repos/1')
  })

  it('lists what was made between two moments, the start included; a link means the same moments everywhere', async () => {
    const start = Math.floor((now() - 5 * day) / minute) * minute
    const { list } = serverWith([hour, now() - start - day, now() - start, 9 * day])
    fakeApi(list)
    const { user, address } = show()
    await shows(4, 3, 2, 1)
    await user.selectOptions(await time(), 'Between…')
    await shows(4, 3, 2)
    expect(field('From').value).toMatch(/T00:00$/)
    expect(field('To').value).toBe('')
    fill('From', written(start))
    fill('To', written(start + day))
    await shows(2)
    const query = new URLSearchParams(address().split('?')[1])
    expect(Object.fromEntries(query)).toEqual({
      after: new Date((start - 1) * 1000).toISOString().replace('.000', ''),
      before: new Date((start + day) * 1000).toISOString().replace('.000', ''),
    })
  })

  it('is what the address says, and is gone when the filters are cleared', async () => {
    const { list, asked } = serverWith([hour])
    fakeApi(list)
    const { user, address } = show('/repos/1?after=2020-02-03T04:05:06Z&before=2020-02-04T00:00:00%2B01:00')
    await screen.findByText('No pipeline matches the filters')
    expect(asked).toEqual([{ after: '2020-02-03T04:05:06Z', before: '2020-02-03T23:00:00Z' }])
    expect((await time()).value).toBe('between')
    expect(field('To').value).toBe(written(Date.UTC(2020, 1, 3, 23) / 1000))
    await user.click(screen.getAllByRole('link', { name: 'Clear filters' })[0]!)
    await shows(1)
    expect(address()).toBe('/repos/1')
    expect((await time()).value).toBe('')
    expect(screen.queryByLabelText('From')).toBeNull()
  })

  it('leaves out what is no time', async () => {
    const { list, asked } = serverWith([hour])
    fakeApi(list)
    show('/repos/1?after=yesterday&before=2020-02-31')
    await shows(1)
    expect(asked).toEqual([{ after: undefined, before: undefined }])
    expect((await time()).value).toBe('')
  })

  it('lets a year be typed digit by digit, and both ends be emptied and filled anew', async () => {
    const { list, asked } = serverWith([hour, 9 * day])
    fakeApi(list)
    const { user } = show()
    await shows(2, 1)
    await user.selectOptions(await time(), 'Between…')
    await shows(2)
    for (const year of ['0002', '0020', '0202']) {
      fill('From', `${year}-01-01T00:00`)
      fireEvent.blur(field('From'))
      expect(field('From').value).toBe(`${year}-01-01T00:00`)
    }
    expect(asked).toHaveLength(2)
    fill('From', '')
    await shows(2, 1)
    expect(field('From').value).toBe('')
    fill('To', written(now() - day))
    await shows(1)
    fill('To', '')
    fireEvent.blur(field('To'))
    await shows(2, 1)
    await user.selectOptions(await time(), 'Any')
    await waitFor(() => expect(screen.queryByLabelText('From')).toBeNull())
  })

  it('does not leave its emptied fields behind when the other filters are cleared', async () => {
    const { list } = serverWith([hour, 9 * day])
    fakeApi(list)
    const { user, address } = show('/repos/1?status=success')
    await user.selectOptions(await time(), 'Between…')
    fill('From', '')
    fill('To', '')
    fireEvent.blur(field('To'))
    await waitFor(() => expect(address()).toBe('/repos/1?status=success'))
    expect(field('From').value).toBe('')
    await user.click(screen.getAllByRole('link', { name: 'Clear filters' })[0]!)
    await waitFor(() => expect(screen.queryByLabelText('From')).toBeNull())
    expect((await time()).value).toBe('')
  })

  it('says when the end is not after the start', async () => {
    const { list } = serverWith([hour])
    fakeApi(list)
    show('/repos/1?after=2020-02-03T00:00:00Z&before=2020-02-01T00:00:00Z')
    await screen.findByText('The end is not after the start')
    expect(field('To').getAttribute('aria-invalid')).toBe('true')
    await screen.findByText('No pipeline matches the filters')
  })

  it('lets in only those live pipelines that belong there', async () => {
    const { list } = serverWith([hour])
    fakeApi(list)
    const before = new Date((now() - minute) * 1000).toISOString()
    const { queryClient } = show(`/repos/1?before=${before}`)
    await shows(1)
    const arrives = (number: number, created: number) =>
      PipelineMessage.parse({ repo: access.repo, pipeline: aPipeline({ number, created, updated: now() }) })
    act(() => eventsInto(queryClient)([arrives(3, now()), arrives(2, now() - 2 * minute)]))
    await shows(2, 1)
  })

  it('lets go of what has grown too old on the page', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    const { list, asked } = serverWith([hour, day - 10 * minute])
    fakeApi(list)
    show('/repos/1?after=24h')
    await shows(2, 1)
    await act(() => vi.advanceTimersByTimeAsync(12 * minute * 1000))
    await shows(2)
    expect(asked).toHaveLength(1)
  })

  it('shows what the server has against it, and offers another try', async () => {
    fakeApi(reply(pipelineRoutes.list, () => failure(400, 'before is no time')))
    show('/repos/1?before=2020-02-03')
    await screen.findByText(/before is no time/)
    expect(screen.getByRole('button', { name: 'Try again' })).toBeDefined()
    expect((await time()).value).toBe('between')
  })
})
