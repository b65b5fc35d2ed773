import { screen, waitFor, within } from '@testing-library/react'
import { type Repo, repoRoutes } from '@yaffle/contract/repos'
import { afterEach, describe, expect, it, vi } from 'vitest'

import { repoOf } from '../../api/repos.ts'
import { config } from '../../config.ts'
import { patterns } from '../../paths.ts'
import { failure, fakeApi, reply } from '../../testing/fakeApi.ts'
import { aRepo, aUser } from '../../testing/fixtures.ts'
import { harmOn, makeHostile, payloads } from '../../testing/hostile.ts'
import { tabTo } from '../../testing/keyboard.ts'
import { renderScreen } from '../../testing/render.tsx'
import { toasts } from '../../ui/toasts.ts'
import { GeneralScreen } from './GeneralScreen.tsx'

const before = { ...config }
afterEach(() => {
  Object.assign(config, before)
  for (const { id } of toasts.list()) toasts.dismiss(id)
  vi.unstubAllGlobals()
})

const show = (repo: Repo = aRepo()) =>
  renderScreen(<GeneralScreen repo={repo} />, patterns.repoSettings, { at: '/repos/1/settings' })
const save = () => screen.findByRole('button', { name: 'Save' })
const accepting = (sent: unknown[]) =>
  reply(repoRoutes.update, ({ body }) => {
    sent.push(body)
    return aRepo()
  })

describe('the general settings of a repository', () => {
  it('send what was changed together with what was not', async () => {
    const sent: unknown[] = []
    fakeApi(accepting(sent))
    const { user } = show(aRepo({ cancel_previous_pipeline_events: ['push', 'release'] }))
    await user.type(await screen.findByRole('textbox', { name: /^Pipeline files/ }), ' ci/ ')
    await user.click(screen.getByRole('radio', { name: 'Private' }))
    await user.click(screen.getByRole('checkbox', { name: 'Allow deployments' }))
    await user.click(screen.getByRole('radio', { name: 'For everything' }))
    await user.type(screen.getByRole('textbox', { name: /^Who never needs approval/ }), 'bob{Enter}')
    await user.clear(screen.getByRole('spinbutton', { name: /^Time limit/ }))
    await user.type(screen.getByRole('spinbutton', { name: /^Time limit/ }), '90')
    await user.click(screen.getByRole('checkbox', { name: 'Tag' }))
    await user.type(screen.getByRole('textbox', { name: /^Plugins with access/ }), 'a/git')
    await user.click(await save())
    await waitFor(() => expect(toasts.list().map(({ title }) => title)).toEqual(['The settings were saved']))
    expect(sent).toEqual([
      {
        config_file: 'ci/',
        visibility: 'private',
        allow_pr: true,
        allow_deploy: true,
        require_approval: 'all_events',
        approval_allowed_users: ['bob'],
        timeout: 90,
        cancel_previous_pipeline_events: ['push', 'release', 'tag'],
        netrc_trusted: ['a/git'],
      },
    ])
  })

  it('show and send trust only for administrators of the server', async () => {
    const sent: unknown[] = []
    fakeApi(accepting(sent))
    const { unmount } = show()
    await save()
    expect(screen.queryByText('Trusted')).toBeNull()
    unmount()

    Object.assign(config, { user: aUser({ admin: true }) })
    const { user } = show()
    await user.click(await screen.findByRole('checkbox', { name: 'Volumes' }))
    await user.click(await save())
    await waitFor(() =>
      expect(sent).toMatchObject([{ trusted: { network: false, volumes: true, security: false } }]),
    )
  })

  it.each(['0', '', '1.5', '-3'])('refuse a time limit of "%s" before it is sent', async (minutes) => {
    const { calls } = fakeApi()
    const { user } = show()
    const timeout = await screen.findByRole('spinbutton', { name: /^Time limit/ })
    await user.clear(timeout)
    if (minutes) await user.type(timeout, minutes)
    await user.click(await save())
    await screen.findByText(/a whole number of minutes, at least 1/)
    expect(calls).toEqual([])
  })

  it.each(['ci', '../ci/', 'a/../b.yml', '.gitlab-ci.json'])('refuse the path "%s"', async (path) => {
    const { calls } = fakeApi()
    const { user } = show()
    await user.type(await screen.findByRole('textbox', { name: /^Pipeline files/ }), path)
    await user.click(await save())
    await screen.findByText(/a path inside the repository/)
    expect(calls).toEqual([])
  })

  it('keep everything when the server refuses', async () => {
    fakeApi(
      reply(repoRoutes.update, () =>
        failure(403, 'Timeout is not allowed to be higher than max timeout (120 min)'),
      ),
    )
    const { user } = show()
    const timeout = await screen.findByRole('spinbutton', { name: /^Time limit/ })
    await user.clear(timeout)
    await user.type(timeout, '500')
    await user.click(await save())
    expect((await screen.findByRole('alert')).textContent).toContain('max timeout (120 min)')
    expect(timeout).toHaveProperty('value', '500')
  })

  it('say what it means to require no approval, and then need nobody who is spared', async () => {
    fakeApi()
    const { user } = show()
    await user.click(await screen.findByRole('radio', { name: 'For nothing' }))
    expect(screen.getByText(/can run any command on your agents/)).toBeDefined()
    expect(screen.queryByRole('textbox', { name: /^Who never needs approval/ })).toBeNull()
  })

  it('name the usual places of pipeline files, and say what every choice means', async () => {
    Object.assign(config, { defaultConfigPaths: ['.woodpecker/', '.woodpecker.yaml'] })
    fakeApi()
    show()
    const path = await screen.findByRole('textbox', { name: /^Pipeline files/ })
    expect(path.getAttribute('placeholder')).toBe('.woodpecker/, .woodpecker.yaml')
    const choices = [
      ...screen.getAllByRole('radio'),
      screen.getByRole('checkbox', { name: 'Allow deployments' }),
    ]
    expect(choices).toHaveLength(3 + 4 + 1)
    for (const choice of choices) {
      const described = choice.getAttribute('aria-describedby') ?? ''
      expect(document.querySelector(`#${CSS.escape(described)}`)?.textContent).toMatch(/\w{3}/)
    }
  })

  it('take only images for the plugins that get credentials', async () => {
    const { calls } = fakeApi()
    const { user } = show()
    await user.type(await screen.findByRole('textbox', { name: /^Plugins with access/ }), 'no image{Enter}')
    await user.click(await save())
    await screen.findByText(/Every entry must be the name of an image/)
    expect(calls).toEqual([])
  })

  it('stop pull requests from starting pipelines', async () => {
    const sent: unknown[] = []
    fakeApi(accepting(sent))
    const { user } = show()
    await user.click(await screen.findByRole('checkbox', { name: 'Run for pull requests' }))
    await user.click(await save())
    await waitFor(() => expect(sent).toMatchObject([{ allow_pr: false }]))
  })

  it('are known to the rest of the page once they are saved', async () => {
    fakeApi(reply(repoRoutes.update, ({ body }) => aRepo({ timeout: body.timeout ?? 0 })))
    const { user, queryClient } = show()
    const timeout = await screen.findByRole('spinbutton', { name: /^Time limit/ })
    await user.clear(timeout)
    await user.type(timeout, '90')
    await user.click(await save())
    await waitFor(() => expect(queryClient.getQueryData(repoOf(1).queryKey)).toMatchObject({ timeout: 90 }))
  })

  it('are changed by keyboard alone', async () => {
    const sent: unknown[] = []
    fakeApi(accepting(sent))
    const { user } = show()
    await tabTo(user, await screen.findByRole('textbox', { name: /^Pipeline files/ }))
    await user.keyboard('ci/')
    await tabTo(user, screen.getByRole('radio', { name: 'Public' }))
    await user.keyboard('{ArrowDown}')
    await tabTo(user, screen.getByRole('checkbox', { name: 'Allow deployments' }))
    await user.keyboard(' ')
    await tabTo(user, screen.getByRole('textbox', { name: /^Who never needs approval/ }))
    await user.keyboard('bob{Enter}')
    await tabTo(user, screen.getByRole('spinbutton', { name: /^Time limit/ }))
    await user.keyboard('{Control>}a{/Control}30')
    await tabTo(user, await save())
    await user.keyboard('{Enter}')
    await waitFor(() =>
      expect(sent).toMatchObject([
        {
          config_file: 'ci/',
          visibility: 'internal',
          allow_deploy: true,
          approval_allowed_users: ['bob'],
          timeout: 30,
        },
      ]),
    )
  })

  it('take a name once, and give one back', async () => {
    fakeApi()
    const { user } = show(aRepo({ approval_allowed_users: ['bob'] }))
    const users = await screen.findByRole('textbox', { name: /^Who never needs approval/ })
    await user.type(users, 'bob{Enter}')
    expect(screen.getByText('This is in the list already')).toBeDefined()
    await user.clear(users)
    await user.click(screen.getByRole('button', { name: 'Remove bob' }))
    expect(screen.queryByText('bob')).toBeNull()
  })

  it('ask before changes are lost', async () => {
    fakeApi()
    const { user, goTo } = show()
    await user.click(await screen.findByRole('radio', { name: 'Private' }))
    goTo('/repos')
    const dialog = within(await screen.findByRole('dialog', { name: 'Leave without saving?' }))
    await user.click(dialog.getByRole('button', { name: 'Discard and leave' }))
    await screen.findByText('Page /repos')
  })

  it('let go without a question once they are saved', async () => {
    fakeApi(accepting([]))
    const { user, goTo } = show()
    await user.click(await screen.findByRole('radio', { name: 'Private' }))
    await user.click(await save())
    await waitFor(() => expect(toasts.list()).toHaveLength(1))
    goTo('/repos')
    await screen.findByText('Page /repos')
  })

  it.each(payloads.map((_, seed) => [seed]))('show hostile texts as text, round %i', async (seed) => {
    fakeApi()
    const { page } = show(makeHostile(aRepo({ approval_allowed_users: ['a'], netrc_trusted: ['b'] }), seed))
    await save()
    expect(harmOn(page)).toEqual([])
  })
})
