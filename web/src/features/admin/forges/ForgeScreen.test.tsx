import { screen, waitFor } from '@testing-library/react'
import { type Forge, forgeRoutes } from '@yaffle/contract/forges'
import { afterEach, describe, expect, it, vi } from 'vitest'

import { config } from '../../../config.ts'
import { patterns } from '../../../paths.ts'
import { failure, fakeApi, reply } from '../../../testing/fakeApi.ts'
import { aForge } from '../../../testing/fixtures.ts'
import { harmOn, makeHostile, payloads } from '../../../testing/hostile.ts'
import { renderScreen } from '../../../testing/render.tsx'
import { toasts } from '../../../ui/toasts.ts'
import { ForgeScreen } from './ForgeScreen.tsx'
import { ForgesScreen } from './ForgesScreen.tsx'

afterEach(() => {
  for (const { id } of toasts.list()) toasts.dismiss(id)
  config.rootPath = ''
  vi.unstubAllGlobals()
})

const local = aForge({ id: 1, type: 'addon', url: 'http://ci.test' })
const gitea = aForge({ id: 2, type: 'gitea', url: 'https://git.test', client: 'abc' })
const field = (name: RegExp | string) => screen.findByRole<HTMLInputElement>('textbox', { name })
const secret = (name = /^Client secret/) => screen.findByLabelText<HTMLInputElement>(name)

describe('one forge', () => {
  const show = (forge: Forge, id = forge.id) => {
    const api = fakeApi(reply(forgeRoutes.get, () => forge))
    return {
      ...api,
      ...renderScreen(<ForgeScreen forgeId={id} />, patterns.adminForge, { at: `/admin/forges/${id}` }),
    }
  }

  it('is saved with all its fields, and no secret stays behind', async () => {
    const asked: unknown[] = []
    const stored = { ...gitea, orgs: ['acme'], oauth_host: 'https://public.test' }
    fakeApi(
      reply(forgeRoutes.get, () => stored),
      reply(forgeRoutes.update, ({ body }) => {
        asked.push(body)
        return { ...stored, client: body.client }
      }),
    )
    const { user } = renderScreen(<ForgeScreen forgeId={2} />, patterns.adminForge, { at: '/admin/forges/2' })
    expect((await secret()).value).toBe('')
    const client = await field(/^Client ID/)
    await user.clear(client)
    await user.type(client, 'new')
    await user.type(await secret(), 'shh')
    await user.type(await field(/^Only members of/), 'other')
    await user.click(screen.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(toasts.list()).toMatchObject([{ title: 'The forge was saved' }]))
    expect(asked).toMatchObject([
      {
        client: 'new',
        oauth_client_secret: 'shh',
        orgs: ['acme', 'other'],
        oauth_host: 'https://public.test',
      },
    ])
    await waitFor(async () => expect((await secret()).value).toBe(''))
    expect((await field(/^Client ID/)).value).toBe('new')
  })

  it('keeps what was typed when saving is refused', async () => {
    fakeApi(
      reply(forgeRoutes.get, () => gitea),
      reply(forgeRoutes.update, () => failure(409)),
    )
    const { user } = renderScreen(<ForgeScreen forgeId={2} />, patterns.adminForge, { at: '/admin/forges/2' })
    await user.type(await secret(), 'shh{Enter}')
    expect((await screen.findByRole('alert')).textContent).toContain('Conflict')
    expect((await secret()).value).toBe('shh')
  })

  it('of the server itself can only be read', async () => {
    const { calls } = show(local)
    expect(await screen.findByText('Part of this server')).toBeTruthy()
    expect(screen.queryByRole('textbox')).toBeNull()
    expect(calls).toEqual(['GET /api/forges/1'])
  })

  it.each(['radicle', '', '__proto__', 'constructor'])(
    'of the unknown kind "%s" can only be read',
    async (type) => {
      show(aForge({ id: 4, type, url: 'https://odd.test' }))
      expect(await screen.findByText('This kind cannot be edited here')).toBeTruthy()
      expect(screen.queryByRole('textbox')).toBeNull()
    },
  )

  it('that comes from the configuration says that changes do not last', async () => {
    show(aForge({ id: 1, type: 'github', url: 'https://github.com' }))
    expect(await screen.findByText('This forge comes from the server’s configuration')).toBeTruthy()
  })

  it('that does not exist says so', async () => {
    fakeApi(reply(forgeRoutes.get, () => failure(404)))
    renderScreen(<ForgeScreen forgeId={9} />, patterns.adminForge, { at: '/admin/forges/9' })
    expect(await screen.findByText('There is no such forge')).toBeTruthy()
    expect(screen.getByRole('link', { name: 'All forges' }).getAttribute('href')).toBe('/admin/forges')
  })

  it.each(payloads.map((_, seed) => [seed]))('does no harm, whatever its texts are (%i)', async (seed) => {
    const hostile = {
      ...makeHostile({ ...gitea, orgs: ['a'] }, seed),
      type: seed % 2 ? 'gitea' : (payloads[seed] ?? ''),
    }
    fakeApi(
      reply(forgeRoutes.get, () => hostile),
      reply(forgeRoutes.list, () => [local, hostile]),
    )
    const one = renderScreen(<ForgeScreen forgeId={2} />, patterns.adminForge, { at: '/admin/forges/2' })
    await screen.findByRole('link', { name: 'All forges' })
    await waitFor(() => expect(one.page.querySelector('form, dl')).not.toBeNull())
    expect(harmOn(document)).toEqual([])
    one.unmount()
    const list = renderScreen(<ForgesScreen />, patterns.adminPage, { at: '/admin/forges' })
    await screen.findByText('This server')
    expect(harmOn(list.page)).toEqual([])
  })
})
