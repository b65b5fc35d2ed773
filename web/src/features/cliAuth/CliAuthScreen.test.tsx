import { screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'

import { patterns } from '../../paths.ts'
import { renderScreen } from '../../testing/render.tsx'
import { CliAuthScreen } from './CliAuthScreen.tsx'

afterEach(() => vi.unstubAllGlobals())

/** The server and the program on this machine, and what each was asked. */
function twoSides({
  token = () => new Response('personal\n'),
  program = () => Response.json({ ok: 'true' }),
}: { token?: () => Response; program?: () => Response } = {}) {
  const asked: string[] = []
  vi.stubGlobal('fetch', async (url: string, init: { method: string; body?: string }) => {
    asked.push(`${init.method} ${url} ${init.body ?? ''}`.trim())
    return url.startsWith('http://localhost:') ? program() : token()
  })
  return asked
}

const show = (port: string) =>
  renderScreen(<CliAuthScreen port={port} />, patterns.cliAuth, { at: `/cli/auth?port=${port}` })
const allow = () => screen.findByRole('button', { name: 'Sign in' })

describe('the sign-in of the command line', () => {
  it('names the port and sends nothing before it is allowed', async () => {
    const asked = twoSides()
    show('4000')
    await screen.findByText(/on port 4000/)
    await allow()
    expect(asked).toEqual([])
  })

  it('hands the token to the waiting program', async () => {
    const asked = twoSides()
    const { user } = show('4000')
    await user.click(await allow())
    await screen.findByRole('heading', { name: 'The command line is signed in' })
    expect(asked).toEqual(['POST /api/user/token', 'POST http://localhost:4000/token {"token":"personal"}'])
  })

  it('tells the program when it is refused, without asking for a token', async () => {
    const asked = twoSides()
    const close = vi.fn()
    vi.stubGlobal('close', close)
    const { user } = show('4000')
    await user.click(await screen.findByRole('button', { name: 'Refuse' }))
    await screen.findByRole('heading', { name: 'Refused' })
    expect(close, 'the window has nothing more to do').toHaveBeenCalledOnce()
    expect(asked).toEqual(['POST http://localhost:4000/token {"token":""}'])
  })

  it('is refused also where nobody listens any more', async () => {
    twoSides({
      program: () => {
        throw new TypeError('Failed to fetch')
      },
    })
    const { user } = show('4000')
    await user.click(await screen.findByRole('button', { name: 'Refuse' }))
    await screen.findByRole('heading', { name: 'Refused' })
  })

  it('offers the token for copying, masked, and another try when nobody takes it', async () => {
    let isThere = false
    const asked = twoSides({
      program: () => {
        if (!isThere) throw new TypeError('Failed to fetch')
        return Response.json({ ok: 'true' })
      },
    })
    const { user } = show('4000')
    await user.click(await allow())
    await screen.findByRole('heading', { name: 'The program cannot be reached' })
    const token = screen.getByLabelText('Personal token', { selector: 'input' })
    expect(token).toHaveProperty('value', 'personal')
    expect(token).toHaveProperty('type', 'password')
    isThere = true
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    await screen.findByRole('heading', { name: 'The command line is signed in' })
    expect(asked.filter((call) => call.includes('localhost'))).toHaveLength(2)
  })

  it('fails when the program answers something else', async () => {
    twoSides({ program: () => Response.json({ ok: 'false' }) })
    const { user } = show('4000')
    await user.click(await allow())
    await screen.findByRole('heading', { name: 'The program cannot be reached' })
  })

  it('stays open when the server gives no token', async () => {
    const asked = twoSides({ token: () => new Response('no', { status: 500, statusText: 'Broken' }) })
    const { user } = show('4000')
    await user.click(await allow())
    expect((await screen.findByRole('alert')).textContent).toContain('Broken')
    expect(asked).toEqual(['POST /api/user/token'])
    await waitFor(async () => expect((await allow()).getAttribute('aria-busy')).toBeNull())
  })

  it.each(['', '0', '70000', '80@evil.test', '80/x', '<script>'])(
    'asks nothing for the port "%s"',
    async (port) => {
      const asked = twoSides()
      show(encodeURIComponent(port))
      await screen.findByRole('heading', { name: 'This link is incomplete' })
      expect(screen.queryByRole('button', { name: 'Sign in' })).toBeNull()
      expect(screen.getByRole('link', { name: 'Go to your token' }).getAttribute('href')).toBe(
        '/user/cli-and-api',
      )
      expect(asked).toEqual([])
    },
  )
})
