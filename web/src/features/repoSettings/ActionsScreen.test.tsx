import { screen, waitFor, within } from '@testing-library/react'
import { type Repo, repoRoutes } from '@yaffle/contract/repos'
import { afterEach, describe, expect, it, vi } from 'vitest'

import { repoOf } from '../../api/repos.ts'
import { patterns } from '../../paths.ts'
import { failure, fakeApi, reply } from '../../testing/fakeApi.ts'
import { aRepo } from '../../testing/fixtures.ts'
import { harmOn, makeHostile, payloads } from '../../testing/hostile.ts'
import { tabTo } from '../../testing/keyboard.ts'
import { renderScreen } from '../../testing/render.tsx'
import { toasts } from '../../ui/toasts.ts'
import { ActionsScreen } from './ActionsScreen.tsx'

afterEach(() => {
  for (const { id } of toasts.list()) toasts.dismiss(id)
  vi.unstubAllGlobals()
})

const show = (repo: Repo = aRepo()) =>
  renderScreen(<ActionsScreen repo={repo} />, patterns.repoSettingsPage, {
    at: '/repos/1/settings/actions',
  })
const titles = () => toasts.list().map(({ title }) => title)
const removing = (asked: unknown[]) =>
  reply(repoRoutes.remove, ({ query }) => {
    asked.push(query.remove)
    return aRepo({ active: false })
  })

describe('the actions on a repository', () => {
  it('delete only after its name was typed, and then lead home', async () => {
    const asked: unknown[] = []
    fakeApi(removing(asked))
    const { user, address } = show()
    await user.click(await screen.findByRole('button', { name: 'Delete' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Delete acme/api?' }))
    expect(dialog.getByText(/pipelines, logs, secrets, registries, crons/)).toBeDefined()
    await user.click(dialog.getByRole('button', { name: 'Delete' }))
    await user.type(dialog.getByRole('textbox'), 'acme/ap')
    await user.click(dialog.getByRole('button', { name: 'Delete' }))
    expect(asked).toEqual([])
    await user.type(dialog.getByRole('textbox'), 'i')
    await user.click(dialog.getByRole('button', { name: 'Delete' }))
    await waitFor(() => expect(address()).toBe('/repos'))
    expect(asked).toEqual([true])
  })

  it('disable after a question, and erase nothing', async () => {
    const asked: unknown[] = []
    fakeApi(removing(asked))
    const { user, queryClient } = show()
    await user.click(await screen.findByRole('button', { name: 'Disable' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Disable acme/api?' }))
    expect(dialog.getByText(/its hook is taken off the forge/)).toBeDefined()
    expect(asked).toEqual([])
    await user.click(dialog.getByRole('button', { name: 'Disable' }))
    await waitFor(() => expect(titles()).toEqual(['acme/api was disabled']))
    expect(asked).toEqual([false])
    expect(queryClient.getQueryData(repoOf(1).queryKey)).toMatchObject({ active: false })
  })

  it('enable what is disabled, by the id of the forge', async () => {
    const asked: unknown[] = []
    fakeApi(
      reply(repoRoutes.activate, ({ query }) => {
        asked.push(query.forge_remote_id)
        return aRepo()
      }),
    )
    const { user } = show(aRepo({ active: false }))
    await user.click(await screen.findByRole('button', { name: 'Enable' }))
    await waitFor(() => expect(titles()).toEqual(['acme/api was enabled']))
    expect(asked).toEqual(['11'])
    expect(screen.queryByRole('button', { name: 'Disable' })).toBeNull()
  })

  it('say beside the button why it could not be enabled', async () => {
    fakeApi(reply(repoRoutes.activate, () => failure(409, 'Repository is already active.')))
    const { user } = show(aRepo({ active: false }))
    const section = within(await screen.findByRole('region', { name: 'Enable' }))
    await user.click(section.getByRole('button', { name: 'Enable' }))
    await section.findByText(/already active/)
  })

  it('work by keyboard alone, and give the focus back', async () => {
    const asked: unknown[] = []
    fakeApi(removing(asked))
    const { user, address } = show()
    const button = await screen.findByRole('button', { name: 'Delete' })
    await tabTo(user, button)
    await user.keyboard('{Enter}')
    await screen.findByRole('dialog', { name: 'Delete acme/api?' })
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Cancel'))
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await waitFor(() => expect(document.activeElement).toBe(button))
    await user.keyboard('{Enter}')
    const dialog = within(await screen.findByRole('dialog', { name: 'Delete acme/api?' }))
    await tabTo(user, dialog.getByRole('textbox'))
    await user.keyboard('acme/api')
    await tabTo(user, dialog.getByRole('button', { name: 'Delete' }))
    await user.keyboard('{Enter}')
    await waitFor(() => expect(address()).toBe('/repos'))
    expect(asked).toEqual([true])
  })

  it('repair, and say beside the button why that failed', async () => {
    let isRefused = true
    fakeApi(reply(repoRoutes.repair, () => (isRefused ? failure(500, 'forge is away') : undefined)))
    const { user } = show()
    const section = within(await screen.findByRole('region', { name: 'Repair' }))
    await user.click(section.getByRole('button', { name: 'Repair' }))
    await section.findByText(/forge is away/)
    isRefused = false
    await user.click(section.getByRole('button', { name: 'Repair' }))
    await waitFor(() => expect(titles()).toEqual(['acme/api was repaired']))
  })

  it('keep the dialog with the reason when the server refuses', async () => {
    fakeApi(reply(repoRoutes.remove, () => failure(500, 'the hook stays')))
    const { user, address } = show()
    await user.click(await screen.findByRole('button', { name: 'Delete' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Delete acme/api?' }))
    await user.type(dialog.getByRole('textbox'), 'acme/api')
    await user.click(dialog.getByRole('button', { name: 'Delete' }))
    await dialog.findByText(/the hook stays/)
    expect(address()).toBe('/repos/1/settings/actions')
  })

  it.each(payloads.map((_, seed) => [seed]))('show hostile texts as text, round %i', async (seed) => {
    fakeApi()
    const { user, page } = show(makeHostile(aRepo(), seed))
    await user.click(await screen.findByRole('button', { name: 'Delete' }))
    await screen.findByRole('dialog')
    expect(harmOn(page)).toEqual([])
    expect(harmOn(document.body)).toEqual([])
  })
})
