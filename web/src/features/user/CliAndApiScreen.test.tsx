import { screen, waitFor, within } from '@testing-library/react'
import { userRoutes } from '@yaffle/contract/users'
import { afterEach, describe, expect, it, vi } from 'vitest'

import { config } from '../../config.ts'
import { patterns } from '../../paths.ts'
import { failure, fakeApi, reply } from '../../testing/fakeApi.ts'
import { tabTo } from '../../testing/keyboard.ts'
import { renderScreen } from '../../testing/render.tsx'
import { CliAndApiScreen } from './CliAndApiScreen.tsx'

const before = { ...config }
afterEach(() => {
  Object.assign(config, before)
  vi.unstubAllGlobals()
})

const show = () => renderScreen(<CliAndApiScreen />, patterns.userPage, { at: '/user/cli-and-api' })

describe('the page about command line and API', () => {
  it('asks for the token only when told to, and shows it masked', async () => {
    const { calls } = fakeApi(reply(userRoutes.token, () => 'personal'))
    const { user } = show()
    const button = await screen.findByRole('button', { name: 'Show token' })
    expect(calls).toEqual([])
    await user.click(button)
    const token = await screen.findByLabelText('Personal token', { selector: 'input' })
    expect(token).toHaveProperty('value', 'personal')
    expect(token).toHaveProperty('type', 'password')
    await user.click(screen.getByRole('button', { name: 'Show value' }))
    expect(token).toHaveProperty('type', 'text')
    await user.click(screen.getByRole('button', { name: 'Copy value' }))
    expect(await navigator.clipboard.readText()).toBe('personal')
  })

  it('says why there is no token', async () => {
    fakeApi(reply(userRoutes.token, () => failure(500, 'no hash')))
    const { user } = show()
    await user.click(await screen.findByRole('button', { name: 'Show token' }))
    expect((await screen.findByRole('alert')).textContent).toContain('no hash')
  })

  it('gives commands with the address of this server and no token in them', async () => {
    fakeApi(reply(userRoutes.token, () => 'personal'))
    Object.assign(config, { rootPath: '/ci' })
    const { user } = show()
    await user.click(await screen.findByRole('button', { name: 'Show token' }))
    const commands = await screen.findAllByText(/woodpecker-cli|curl/, { selector: 'pre' })
    const text = commands.map(({ textContent }) => textContent).join('\n')
    expect(text).toContain(`--server ${location.origin}/ci`)
    expect(text).toContain(`${location.origin}/ci/api/user`)
    expect(text).not.toContain('personal')
  })

  it('links the documentation of the API only where the server has it', async () => {
    fakeApi()
    const { unmount } = show()
    await screen.findByRole('button', { name: 'Show token' })
    expect(screen.queryByRole('link', { name: 'Documentation of the API' })).toBeNull()
    unmount()
    Object.assign(config, { enableSwagger: true })
    show()
    await screen.findByRole('link', { name: 'Documentation of the API' })
  })

  it('says what a reset costs before it is done, then signs out', async () => {
    const gone: string[] = []
    vi.spyOn(location, 'assign').mockImplementation((url) => void gone.push(String(url)))
    const { calls } = fakeApi(reply(userRoutes.resetToken, () => 'new'))
    const { user } = show()
    await user.click(await screen.findByRole('button', { name: 'Reset token' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Reset your token?' }))
    expect(dialog.getByText(/signed out in every browser/)).toBeDefined()
    expect(calls).toEqual([])
    await user.click(dialog.getByRole('button', { name: 'Reset and sign out' }))
    await waitFor(() => expect(gone).toEqual(['/logout']))
    expect(calls).toEqual(['DELETE /api/user/token'])
  })

  it('leads to the program, and copies each of its lines', async () => {
    fakeApi()
    const { user } = show()
    const link = await screen.findByRole('link', { name: 'Download the command line program' })
    expect(link.getAttribute('href')).toMatch(/^https:.*releases\/latest$/)
    expect(link.getAttribute('rel')).toContain('noopener')
    for (const [name, text] of [
      ['Set up with the browser', /^woodpecker-cli setup --server /],
      ['Set up by environment variables', /^export WOODPECKER_SERVER=/],
      ['Example of a call', /^curl .*\/api\/user$/],
    ] as const) {
      await user.click(screen.getByRole('button', { name }))
      expect(await navigator.clipboard.readText()).toMatch(text)
    }
  })

  it('works by keyboard alone', async () => {
    fakeApi(reply(userRoutes.token, () => 'personal'))
    const { user } = show()
    await tabTo(user, await screen.findByRole('button', { name: 'Show token' }))
    await user.keyboard('{Enter}')
    await screen.findByLabelText('Personal token', { selector: 'input' })
    await tabTo(user, screen.getByRole('button', { name: 'Reset token' }))
    await user.keyboard('{Enter}')
    await screen.findByRole('dialog', { name: 'Reset your token?' })
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Cancel'))
    await user.keyboard('{Enter}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  it('stays when the reset is refused', async () => {
    const gone = vi.spyOn(location, 'assign').mockImplementation(() => undefined)
    gone.mockClear()
    fakeApi(reply(userRoutes.resetToken, () => failure(500, 'Error revoking tokens.')))
    const { user } = show()
    await user.click(await screen.findByRole('button', { name: 'Reset token' }))
    await user.click(await screen.findByRole('button', { name: 'Reset and sign out' }))
    await screen.findByText(/Error revoking tokens/)
    expect(gone).not.toHaveBeenCalled()
  })
})
