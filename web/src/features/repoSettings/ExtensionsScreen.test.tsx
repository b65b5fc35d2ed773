import { screen, waitFor } from '@testing-library/react'
import { type Repo, repoRoutes } from '@yaffle/contract/repos'
import { systemRoutes } from '@yaffle/contract/system'
import { afterEach, describe, expect, it, vi } from 'vitest'

import { repoOf } from '../../api/repos.ts'
import { patterns } from '../../paths.ts'
import { failure, fakeApi, reply } from '../../testing/fakeApi.ts'
import { aRepo } from '../../testing/fixtures.ts'
import { harmOn, makeHostile, payloads } from '../../testing/hostile.ts'
import { tabTo } from '../../testing/keyboard.ts'
import { renderScreen } from '../../testing/render.tsx'
import { toasts } from '../../ui/toasts.ts'
import { ExtensionsScreen } from './ExtensionsScreen.tsx'

afterEach(() => {
  for (const { id } of toasts.list()) toasts.dismiss(id)
  vi.unstubAllGlobals()
})

const pem = '-----BEGIN PUBLIC KEY-----\nMCow\n-----END PUBLIC KEY-----\n'
const key = reply(systemRoutes.publicKey, () => pem)
const show = (repo: Repo = aRepo()) =>
  renderScreen(<ExtensionsScreen repo={repo} />, patterns.repoSettingsPage, {
    at: '/repos/1/settings/extensions',
  })

describe('the extensions of a repository', () => {
  it('are saved together, and an emptied address is taken away', async () => {
    const sent: unknown[] = []
    fakeApi(
      key,
      reply(repoRoutes.update, ({ body }) => {
        sent.push(body)
        return aRepo()
      }),
    )
    const { user } = show(aRepo({ registry_extension_endpoint: 'https://old.test' }))
    await user.type(await screen.findByLabelText(/^Address for pipeline files/), ' https://ext.test/config ')
    await user.clear(screen.getByLabelText(/^Address for registries/))
    await user.click(screen.getByRole('checkbox', { name: 'Do not read the repository' }))
    await user.click(screen.getAllByRole('checkbox', { name: 'Send credentials for the forge' })[2]!)
    await user.click(screen.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(toasts.list()).toMatchObject([{ title: 'The extensions were saved' }]))
    expect(sent).toEqual([
      {
        config_extension_endpoint: 'https://ext.test/config',
        config_extension_exclusive: true,
        config_extension_netrc: false,
        registry_extension_endpoint: '',
        registry_extension_netrc: false,
        secret_extension_endpoint: '',
        secret_extension_netrc: true,
      },
    ])
  })

  it.each(['ext.test', 'ftp://ext.test', 'javascript:alert(1)', 'https://'])(
    'refuse the address "%s"',
    async (address) => {
      const { calls } = fakeApi(key)
      const { user } = show()
      await user.type(await screen.findByLabelText(/^Address for secrets/), address)
      await user.click(screen.getByRole('button', { name: 'Save' }))
      await screen.findByText(/starts with http:\/\/ or https:\/\//)
      expect(calls.some((call) => call.startsWith('PATCH'))).toBe(false)
    },
  )

  it.each(['pipeline files', 'registries', 'secrets'])('need a whole address for %s', async (of) => {
    const { calls } = fakeApi(key)
    const { user } = show()
    await user.type(await screen.findByLabelText(new RegExp(`^Address for ${of}`)), 'ext.test')
    await user.click(screen.getByRole('button', { name: 'Save' }))
    await screen.findByText(/starts with http:\/\/ or https:\/\//)
    expect(calls.some((call) => call.startsWith('PATCH'))).toBe(false)
  })

  it('are known to the rest of the page once they are saved, and ask before changes are lost', async () => {
    fakeApi(
      key,
      reply(repoRoutes.update, ({ body }) =>
        aRepo({ secret_extension_endpoint: body.secret_extension_endpoint ?? '' }),
      ),
    )
    const { user, queryClient, goTo } = show()
    await user.type(await screen.findByLabelText(/^Address for secrets/), 'https://ext.test')
    await user.click(screen.getByRole('button', { name: 'Save' }))
    await waitFor(() =>
      expect(queryClient.getQueryData(repoOf(1).queryKey)).toMatchObject({
        secret_extension_endpoint: 'https://ext.test',
      }),
    )
    await user.type(screen.getByLabelText(/^Address for secrets/), '/2')
    goTo('/repos')
    await user.click(await screen.findByRole('button', { name: 'Discard and leave' }))
    await screen.findByText('Page /repos')
  })

  it('are changed by keyboard alone', async () => {
    const sent: unknown[] = []
    fakeApi(
      key,
      reply(repoRoutes.update, ({ body }) => {
        sent.push(body)
        return aRepo()
      }),
    )
    const { user } = show()
    await tabTo(user, await screen.findByRole('button', { name: 'Public key' }))
    await user.keyboard('{Enter}')
    await waitFor(async () => expect(await navigator.clipboard.readText()).toBe(pem.trim()))
    await tabTo(user, screen.getByLabelText(/^Address for pipeline files/))
    await user.keyboard('https://ext.test')
    await tabTo(user, screen.getByRole('checkbox', { name: 'Do not read the repository' }))
    await user.keyboard(' ')
    await tabTo(user, screen.getByRole('button', { name: 'Save' }))
    await user.keyboard('{Enter}')
    await waitFor(() =>
      expect(sent).toMatchObject([
        { config_extension_endpoint: 'https://ext.test', config_extension_exclusive: true },
      ]),
    )
  })

  it('keep what was typed when the server refuses', async () => {
    fakeApi(
      key,
      reply(repoRoutes.update, () => failure(400, 'not a URL')),
    )
    const { user } = show()
    await user.type(await screen.findByLabelText(/^Address for secrets/), 'https://ext.test')
    await user.click(screen.getByRole('button', { name: 'Save' }))
    expect((await screen.findByRole('alert')).textContent).toContain('not a URL')
    expect(screen.getByLabelText(/^Address for secrets/)).toHaveProperty('value', 'https://ext.test')
  })

  it('come with the key that signs what is sent to them', async () => {
    fakeApi(key)
    show()
    expect((await screen.findByText(/BEGIN PUBLIC KEY/)).textContent).toBe(pem.trim())
    expect(screen.getByRole('button', { name: 'Public key' })).toBeDefined()
  })

  it('can be changed also where the key cannot be read', async () => {
    fakeApi(reply(systemRoutes.publicKey, () => failure(500, 'no key')))
    show()
    await screen.findByText(/no key/)
    expect(screen.getByRole('button', { name: 'Save' })).toBeDefined()
  })

  it.each(payloads.map((_, seed) => [seed]))('show hostile texts as text, round %i', async (seed) => {
    fakeApi(reply(systemRoutes.publicKey, () => makeHostile('key', seed)))
    const { page } = show(makeHostile(aRepo(), seed))
    await screen.findByRole('button', { name: 'Save' })
    expect(harmOn(page)).toEqual([])
  })
})
