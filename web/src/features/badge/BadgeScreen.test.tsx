import { fireEvent, screen, waitFor } from '@testing-library/react'
import { type Repo, repoRoutes } from '@yaffle/contract/repos'
import { afterEach, describe, expect, it, vi } from 'vitest'

import { patterns } from '../../paths.ts'
import { failure, fakeApi, reply } from '../../testing/fakeApi.ts'
import { aRepo } from '../../testing/fixtures.ts'
import { harmOn, makeHostile, payloads } from '../../testing/hostile.ts'
import { tabTo } from '../../testing/keyboard.ts'
import { renderScreen } from '../../testing/render.tsx'
import { BadgeScreen } from './BadgeScreen.tsx'

afterEach(() => vi.unstubAllGlobals())

const branches = reply(repoRoutes.branches, () => ['main', 'next'])
const show = (repo: Repo = aRepo()) =>
  renderScreen(<BadgeScreen repo={repo} />, patterns.repoSettingsPage, { at: '/repos/1/settings/badge' })
const preview = async () => (await screen.findByRole('img', { name: /The badge/ })).getAttribute('src')
const code = async () => (await screen.findByLabelText('Code to paste', { selector: 'pre' })).textContent

describe('the badge of a repository', () => {
  it('is drawn at once as it was chosen', async () => {
    fakeApi(branches)
    const { user } = show()
    expect(await preview()).toBe('/api/badges/1/status.svg')
    const branch = screen.getByRole('combobox', { name: 'Branch' })
    await waitFor(() => expect(branch).toHaveProperty('disabled', false))
    await user.clear(branch)
    await user.type(branch, 'nex')
    await user.click(await screen.findByRole('option', { name: 'next' }))
    await user.click(screen.getByRole('checkbox', { name: 'Tag' }))
    await user.type(screen.getByRole('textbox', { name: /^Workflow/ }), 'build')
    await user.type(screen.getByRole('textbox', { name: /^Step/ }), 'test')
    expect(await preview()).toBe(
      '/api/badges/1/status.svg?branch=next&events=push%2Ctag&step=test&workflow=build',
    )
  })

  it('is for pushes where nothing else is chosen', async () => {
    fakeApi(branches)
    const { user } = show()
    const push = await screen.findByRole('checkbox', { name: 'Push' })
    expect(push).toHaveProperty('disabled', true)
    await user.click(screen.getByRole('checkbox', { name: 'Tag' }))
    await user.click(push)
    expect(await preview()).toContain('events=tag')
    await user.click(screen.getByRole('checkbox', { name: 'Tag' }))
    expect(push).toHaveProperty('checked', true)
  })

  it('takes a step only within a workflow', async () => {
    fakeApi(branches)
    show()
    expect(await screen.findByRole('textbox', { name: /^Step/ })).toHaveProperty('disabled', true)
  })

  it('is copied in the format of choice, which is remembered', async () => {
    fakeApi(branches)
    const first = show()
    await first.user.click(await screen.findByRole('radio', { name: 'HTML' }))
    expect(await code()).toMatch(/^<a href=".*<\/a>$/)
    await first.user.click(screen.getByRole('button', { name: 'Code to paste' }))
    expect(await navigator.clipboard.readText()).toBe(await code())
    first.unmount()
    show()
    expect(await screen.findByRole('radio', { name: 'HTML' })).toHaveProperty('checked', true)
  })

  it('opens as an image of its own, and says so when there is none', async () => {
    fakeApi(branches)
    const { user } = show()
    const image = await screen.findByRole('img', { name: /The badge/ })
    const link = screen.getByRole('link', { name: 'The badge as it looks now' })
    expect(link.getAttribute('href')).toBe(`${location.origin}/api/badges/1/status.svg`)
    expect(link.getAttribute('target')).toBe('_blank')
    fireEvent.error(image)
    await screen.findByText(/The badge could not be loaded/)
    await user.click(screen.getByRole('checkbox', { name: 'Tag' }))
    expect(await preview()).toContain('events=push%2Ctag')
  })

  it('offers the default branch first, then all others', async () => {
    const many = Array.from({ length: 60 }, (_, index) => `b${index}`)
    fakeApi(reply(repoRoutes.branches, ({ query }) => many.slice((query.page - 1) * 50, query.page * 50)))
    const { user } = show()
    const branch = await screen.findByRole('combobox', { name: 'Branch' })
    expect(branch).toHaveProperty('value', 'Default branch (main)')
    await waitFor(() => expect(branch).toHaveProperty('disabled', false))
    await user.clear(branch)
    await user.type(branch, 'b59')
    await user.click(await screen.findByRole('option', { name: 'b59' }))
    expect(await preview()).toContain('branch=b59')
  })

  it('makes do with the branches it has when the forge does not tell the rest', async () => {
    const asked: number[] = []
    fakeApi(
      reply(repoRoutes.branches, async ({ query: { page } }) => {
        asked.push(page)
        // So long that the page sees that it is waiting.
        await new Promise((resolve) => setTimeout(resolve, 20))
        return page === 1
          ? Array.from({ length: 50 }, (_, index) => `b${index}`)
          : failure(500, 'forge is away')
      }),
    )
    const { user } = show()
    const branch = await screen.findByRole('combobox', { name: 'Branch' })
    await waitFor(() => expect(asked).toContain(2))
    await user.clear(branch)
    await user.type(branch, 'b49')
    await user.click(await screen.findByRole('option', { name: 'b49' }))
    expect(await preview()).toContain('branch=b49')
    expect(asked).toEqual([1, 2])
  })

  it('is put together by keyboard alone', async () => {
    fakeApi(branches)
    const { user } = show()
    const url = await screen.findByRole<HTMLInputElement>('radio', { name: 'URL' })
    await tabTo(user, screen.getByRole('radio', { checked: true }))
    for (let presses = 0; presses < 2 && !url.checked; presses += 1) await user.keyboard('{ArrowUp}')
    await tabTo(user, screen.getByRole('checkbox', { name: 'Tag' }))
    await user.keyboard(' ')
    await tabTo(user, screen.getByRole('textbox', { name: /^Workflow/ }))
    await user.keyboard('build')
    expect(await code()).toBe(`${location.origin}/api/badges/1/status.svg?events=push%2Ctag&workflow=build`)
    await user.tab({ shift: true })
    await tabTo(user, screen.getByRole('button', { name: 'Code to paste' }))
    await user.keyboard('{Enter}')
    await waitFor(async () => expect(await navigator.clipboard.readText()).toContain('workflow=build'))
  })

  it.each(payloads.map((_, seed) => [seed]))('shows hostile texts as text, round %i', async (seed) => {
    fakeApi(reply(repoRoutes.branches, () => makeHostile(['a', 'b'], seed)))
    const { page } = show(makeHostile(aRepo(), seed))
    await preview()
    expect(harmOn(page)).toEqual([])
  })
})
