import { expect, it } from 'vitest'

import { accounts, anApp, locationOf, stateOf, throughForm, throughRemote } from './testing/signInApp.ts'

it('hands what the forge refused on to the login page, shortened and without odd addresses', async () => {
  const { aBrowser } = anApp({ root: '/ci' })
  const { go } = aBrowser()
  const said = {
    error: 'access_denied',
    error_description: 'no & never',
    error_uri: 'https://git.example/why',
  }
  expect(locationOf(await go(`/ci/authorize?${new URLSearchParams(said).toString()}`))).toEqual([
    303,
    '/ci/login?error=access_denied&error_description=no+%26+never&error_uri=https%3A%2F%2Fgit.example%2Fwhy',
  ])
  expect(locationOf(await go('/ci/authorize', { error: 'x', error_uri: 'javascript:alert(1)' }))).toEqual([
    303,
    '/ci/login?error=x',
  ])
  expect(
    String((await go(`/ci/authorize?error=${'x'.repeat(3000)}`)).headers['location']).length,
  ).toBeLessThan(600)
})

it('refuses a forge that is no number and one that is not there', async () => {
  const { go } = anApp().aBrowser()
  expect(locationOf(await go('/authorize?forge_id=two'))).toEqual([303, '/login?error=invalid_state'])
  expect(locationOf(await go('/authorize?forge_id=3'))).toEqual([303, '/login?error=internal_error'])
})

it('leads to the forge with a fresh state, a challenge, and the public address to come back to', async () => {
  const { aBrowser, remote } = anApp({ root: '/ci' })
  const { go } = aBrowser()
  const [first, second] = [await go('/ci/authorize?forge_id=2'), await go('/ci/authorize', { forge_id: '2' })]
  expect(first.statusCode).toBe(303)
  expect(String(first.headers['location'])).toMatch(
    /^https:\/\/git[.]example\/login\/oauth\/authorize[?]state=[\w-]{43}$/,
  )
  expect(stateOf(second.headers['location'])).not.toBe(stateOf(first.headers['location']))
  expect(remote.seen.redirectUri).toBe('https://ci.example/ci/authorize')
  expect(remote.seen.challenge).toMatch(/^[\w-]{43}$/)
})

it('binds the state to the browser by a cookie that no script and no other site gets', async () => {
  const { go } = anApp().aBrowser()
  const plain = String((await go('/authorize')).headers['set-cookie'])
  expect(plain).toMatch(/^yaffle_login=[\w-]{43}; Path=\/; Max-Age=300; HttpOnly; SameSite=Lax$/)
  const secure = String(
    (await go('/authorize', undefined, { 'x-forwarded-proto': 'https' })).headers['set-cookie'],
  )
  expect(secure).toMatch(/^__Host-yaffle_login=.*; Secure$/)
})

it('refuses a state that is unknown, used, too old, or of another browser', async () => {
  const app = anApp()
  const refused = [303, '/login?error=invalid_state']
  const browser = app.aBrowser()
  const begin = async () => stateOf((await browser.go('/authorize?forge_id=2')).headers['location'])
  const back = (state: string, { go } = browser) =>
    go(`/authorize?code=${app.remote.issueCode({ login: 'ana' })}&state=${state}`)

  expect(locationOf(await back('unknown'))).toEqual(refused)
  expect(locationOf(await back(await begin(), app.aBrowser()))).toEqual(refused)
  const other = app.aBrowser()
  await other.go('/authorize?forge_id=2')
  expect(locationOf(await back(await begin(), other))).toEqual(refused)
  const old = await begin()
  app.wait(300)
  expect(locationOf(await back(old))).toEqual(refused)
  const used = await begin()
  expect(locationOf(await back(used))).not.toEqual(refused)
  await browser.go('/authorize?forge_id=2')
  expect(locationOf(await back(used))).toEqual(refused)
})

it('begins anew when there is a code without a state', async () => {
  const { aBrowser } = anApp()
  expect((await aBrowser().go('/authorize?code=x&forge_id=2')).headers['location']).toContain(
    'https://git.example/',
  )
})

it('says when the forge does not take the code', async () => {
  const { aBrowser } = anApp({ isOpen: true })
  const { go } = aBrowser()
  const state = stateOf((await go('/authorize?forge_id=2')).headers['location'])
  expect(locationOf(await go(`/authorize?code=wrong&state=${state}`))).toEqual([
    303,
    '/login?error=oauth_error',
  ])
})

it('says when the forge fails', async () => {
  const app = anApp({ isOpen: true })
  const answer = await throughRemote(app, app.aBrowser(), 'nobody')
  expect(locationOf(answer)).toEqual([303, '/login?error=internal_error'])
})

it('keeps strangers out while registration is closed, but not named admins and those it knows', async () => {
  const closed = anApp({ admins: ['admin', '2:admin'] })
  const stranger = closed.aBrowser()
  expect(locationOf(await throughRemote(closed, stranger))).toEqual([303, '/login?error=registration_closed'])
  expect(await closed.who(stranger)).toBe('a visitor')
  expect(closed.users.byLogin(2, 'ana')).toBeUndefined()
  expect(locationOf(await throughRemote(closed, closed.aBrowser(), 'admin'))).toEqual([303, '/'])
  closed.users.signIn({ forgeId: 2, forgeUser: accounts['ana']!, admins: [], now: 1 })
  expect(locationOf(await throughRemote(closed, closed.aBrowser()))).toEqual([303, '/'])
})

it("does not take another forge's admin for this server's", async () => {
  const app = anApp({ isOpen: true })
  await throughRemote(app, app.aBrowser(), 'admin')
  expect(app.users.byLogin(2, 'admin')?.admin).toBe(false)
})

it('lets only members of the named organisations in', async () => {
  const app = anApp({ isOpen: true, orgs: ['acme', 'umbrella'] })
  app.remote.orgs.push({ name: 'Acme', isUser: false, private: false })
  expect(locationOf(await throughRemote(app, app.aBrowser()))).toEqual([
    303,
    '/login?error=org_access_denied',
  ])
  app.remote.orgs.push({ name: 'umbrella', isUser: false, private: false })
  expect(locationOf(await throughRemote(app, app.aBrowser()))).toEqual([303, '/'])
})

it('signs in: session cookie, user, permissions, and back to the page', async () => {
  const app = anApp({ root: '/ci', isOpen: true })
  const browser = app.aBrowser()
  const answer = await throughRemote(app, browser)
  expect(locationOf(answer)).toEqual([303, '/ci/'])
  const [session, binding] = answer.headers['set-cookie'] as string[]
  expect(session).toMatch(/^user_sess=[\w.-]+; Path=\/; Max-Age=2147483647; HttpOnly; SameSite=Lax$/)
  expect(binding).toMatch(/^yaffle_login=deleted; .*Max-Age=0/)
  expect(JSON.parse(await app.who(browser))).toMatchObject({
    login: 'ana',
    email: 'ana@example.org',
    forge_id: 2,
  })
  expect(app.synced).toEqual(['ana'])
  expect(app.remote.seen.verifier).toMatch(/^[\w-]{43}$/)
})

it('ends the session after its time', async () => {
  const app = anApp({ isOpen: true })
  const browser = app.aBrowser()
  await throughRemote(app, browser)
  app.wait(3599)
  expect(await app.who(browser)).not.toBe('a visitor')
  app.wait(1)
  expect(await app.who(browser)).toBe('a visitor')
})

it('signs out', async () => {
  const app = anApp({ root: '/ci' })
  const browser = app.aBrowser()
  await throughForm(app, browser, 'ana', 'correct horse')
  expect(await app.who(browser)).not.toBe('a visitor')
  const answer = await browser.go('/ci/logout')
  expect(locationOf(answer)).toEqual([303, '/ci/'])
  expect(answer.headers['set-cookie']).toEqual([
    'user_sess=deleted; Path=/; Max-Age=0; HttpOnly; SameSite=Lax',
    'user_last=deleted; Path=/; Max-Age=0; HttpOnly; SameSite=Lax',
  ])
  expect(await app.who(browser)).toBe('a visitor')
})
