import { screen, waitFor } from '@testing-library/react'
import { type Repo, repoRoutes } from '@yaffle/contract/repos'
import { afterEach, describe, expect, it, vi } from 'vitest'

import { patterns } from '../../paths.ts'
import { fakeApi, reply } from '../../testing/fakeApi.ts'
import { aRepo } from '../../testing/fixtures.ts'
import { harmOn, makeHostile, payloads } from '../../testing/hostile.ts'
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

  it.each(payloads.map((_, seed) => [seed]))('shows hostile texts as text, round %i', async (seed) => {
    fakeApi(reply(repoRoutes.branches, () => makeHostile(['a', 'b'], seed)))
    const { page } = show(makeHostile(aRepo(), seed))
    await preview()
    expect(harmOn(page)).toEqual([])
  })
})
