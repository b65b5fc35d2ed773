import { screen, waitFor, within } from '@testing-library/react'
import { orgRoutes } from '@yaffle/contract/orgs'
import { repoRoutes } from '@yaffle/contract/repos'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

import { failure, reply } from '../testing/fakeApi.ts'
import { anOrg } from '../testing/fixtures.ts'
import { openPage, signedIn, userConfig } from './testing/openPage.tsx'

// Each test starts the whole page anew, on machines that do other things too.
vi.setConfig({ testTimeout: 30_000 })

beforeEach(() => localStorage.clear())
afterEach(() => {
  vi.unstubAllGlobals()
})

describe('somebody who is not signed in', () => {
  it.each([
    ['/repos', '/login?url=%2Frepos'],
    ['/repos?q=a%26b#x', '/login?url=%2Frepos%3Fq%3Da%2526b%23x'],
    ['/', '/login?url=%2Frepos'],
    ['/repos/add', '/login?url=%2Frepos%2Fadd'],
    ['/repos/1/manual', '/login?url=%2Frepos%2F1%2Fmanual'],
    ['/user', '/login?url=%2Fuser'],
    ['/admin', '/login?url=%2Fadmin'],
  ])('is sent from %s to %s', async (at, address) => {
    const page = await openPage({ at })
    expect(page.address()).toBe(address)
    expect(await screen.findByRole('heading', { name: 'Sign in to Yaffle' })).toBeDefined()
  })

  it('is sent to login below the root path', async () => {
    const page = await openPage({ at: '/ci/repos', rootPath: '/ci' })
    expect(page.address()).toBe('/ci/login?url=%2Fci%2Frepos')
    const link = await screen.findByRole('link', { name: /Sign in with/ })
    expect(link.getAttribute('href')).toBe('/ci/authorize?forge_id=1')
  })

  it('sees the link to sign in, which comes back to the very place', async () => {
    await openPage({ at: '/cli/nothing' })
    const link = await screen.findByRole('link', { name: 'Sign in' })
    expect(link.getAttribute('href')).toBe('/login?url=%2Fcli%2Fnothing')
    expect(screen.queryByRole('button', { name: /Pipeline feed/ })).toBeNull()
    expect(screen.queryByRole('link', { name: 'Repositories' })).toBeNull()
  })

  it.each([
    ['/login?url=%2Frepos%2F1%3Fx%3D1', '/repos/1?x=1'],
    ['/login', ''],
    ['/login?url=https%3A%2F%2Felsewhere.test', ''],
    ['/login?url=%2F%2Felsewhere.test', ''],
    ['/login?url=%2F%5Celsewhere.test', ''],
  ])('who comes to %s and signs in goes on to %j', async (at, redirectUrl) => {
    const page = await openPage({ at })
    const link = await screen.findByRole('link', { name: /Sign in with/ })
    link.addEventListener('click', (event) => event.preventDefault())
    await page.user.click(link)
    expect(userConfig()).toMatchObject({ redirectUrl })
  })
})

describe('login', () => {
  it.each([
    ['error=access_denied', /You refused the sign-in/],
    ['error=org_access_denied', /You are not a member/],
    ['error=something_new', /something_new/],
    ['error=%3Cimg%20src%3Dx%20onerror%3Dalert(1)%3E', /<img src=x onerror=alert\(1\)>/],
    [`error=${'x'.repeat(5000)}`, /^x{300}…$/],
    ['error=oauth_error&error_description=%3Cb%3EHi', /<b>Hi/],
  ])('says what went wrong: %s', async (query, text) => {
    await openPage({ at: `/login?${query}` })
    expect(within(await screen.findByRole('alert')).getByText(text)).toBeDefined()
  })

  it('links only to http and https', async () => {
    await openPage({ at: '/login?error=oauth_error&error_uri=javascript:alert(1)' })
    const alert = within(await screen.findByRole('alert'))
    expect(alert.getByText('More information')).toBeDefined()
    expect(alert.queryByRole('link')).toBeNull()
  })

  it('is left by somebody who is signed in already', async () => {
    const page = await openPage({ at: '/login?url=%2Fuser', user: signedIn })
    expect(page.address()).toBe('/user')
  })
})

describe('somebody who has just signed in', () => {
  const comesBack = (redirectUrl: string) =>
    localStorage.setItem('yaffle:user-config', JSON.stringify({ isPipelineFeedOpen: true, redirectUrl }))

  it('goes on to where they were heading, once', async () => {
    comesBack('/user')
    const page = await openPage({ at: '/', user: signedIn })
    expect(page.address()).toBe('/user')
    expect(userConfig()).toEqual({ isPipelineFeedOpen: true, redirectUrl: '' })
  })

  it.each(['https://elsewhere.test', '//elsewhere.test', '/\\elsewhere.test', 'javascript:alert(1)'])(
    'does not follow %s',
    async (target) => {
      comesBack(target)
      const page = await openPage({ at: '/', user: signedIn })
      expect(page.address()).toBe('/repos')
      expect(userConfig()).toMatchObject({ redirectUrl: '' })
    },
  )
})

describe('old addresses', () => {
  it.each([
    ['/acme/api', '/repos/7'],
    ['/acme/api/branches?x=1#y', '/repos/7/branches?x=1#y'],
    ['/repos/acme/api', '/repos/7'],
    ['/repos/acme/api/pipeline/12/3', '/repos/7/pipeline/12/3'],
    ['/acme/api/build/12', '/repos/7/pipeline/12'],
    ['/repos/acme/branches', '/repos/7'],
    // Somebody of this name has repositories; only what stands first is the product's own.
    ['/repos/admin/hello', '/repos/7'],
    ['/repos/cli/cli/build/3', '/repos/7/pipeline/3'],
    ['/repos/repos/x', '/repos/7'],
    ['/acme/api/branches/a%2Fb', '/repos/7/branches/a%2Fb'],
  ])('%s leads to %s', async (at, address) => {
    const page = await openPage({ at, user: signedIn })
    await waitFor(() => expect(page.address()).toBe(address))
  })

  it('keep the root path', async () => {
    const page = await openPage({ at: '/ci/acme/api', user: signedIn, rootPath: '/ci' })
    await waitFor(() => expect(page.address()).toBe('/ci/repos/7'))
  })

  it.each(['/acme', '/org/acme', '/3'])('%s leads to its organization', async (at) => {
    const page = await openPage({
      at,
      user: signedIn,
      replies: [reply(orgRoutes.lookup, () => anOrg({ id: 3 }))],
    })
    await waitFor(() => expect(page.address()).toBe('/orgs/3'))
  })

  const unknown = [reply(repoRoutes.lookup, () => failure(404)), reply(orgRoutes.lookup, () => failure(404))]
  it.each([
    '/acme/api',
    '/a/b/c/d',
    '/acme',
    '/cli/nothing',
    '/orgs/1/nothing',
    '/%E0%A4%A/x',
    // Without a name, or with what no name is.
    '/org',
    '/orgs',
    '/cli',
    '/login/x',
    '/org/%2F',
    '/%2F',
    '/acme/%2F',
    '/acme/..%2Fapi',
  ])('%s says that there is nothing', async (at) => {
    const page = await openPage({ at, user: signedIn, replies: unknown })
    expect(await screen.findByRole('heading', { name: 'Page not found' })).toBeDefined()
    expect(page.address()).toBe(at)
    expect(screen.getByRole('link', { name: 'Go to your repositories' }).getAttribute('href')).toBe('/')
  })

  it.each(['/org', '/orgs', '/cli'])("%s is nobody's name, which visitors are told at once", async (at) => {
    const page = await openPage({ at })
    expect(await screen.findByRole('heading', { name: 'Page not found' })).toBeDefined()
    expect(page.address()).toBe(at)
    expect(page.calls.filter((call) => call.includes('/orgs/lookup'))).toEqual([])
  })

  it.each(['/org/', '/orgs/', '/repos/'])('%s is no error page', async (at) => {
    await openPage({ at, user: signedIn, replies: unknown })
    await screen.findByRole('main')
    await waitFor(() => expect(screen.queryByRole('heading', { level: 1 })).not.toBeNull())
    expect(screen.queryByRole('alert')).toBeNull()
  })

  it('send a visitor to sign in without asking for the organization, over which some servers break', async () => {
    const page = await openPage({ at: '/acme', replies: [reply(orgRoutes.lookup, () => failure(500))] })
    await waitFor(() => expect(page.address()).toBe('/login?url=%2Facme'))
  })

  it('send a visitor to sign in, for whom a hidden repository looks like none', async () => {
    const page = await openPage({ at: '/acme/api', replies: [reply(repoRoutes.lookup, () => failure(401))] })
    await waitFor(() => expect(page.address()).toBe('/login?url=%2Facme%2Fapi'))
  })
})
