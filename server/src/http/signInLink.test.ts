import { expect, it } from 'vitest'

import { type App, anApp, type Browser, locationOf, toForm } from './testing/signInApp.ts'

/** Opens a sign-in link and presses its button. */
async function throughLink(app: App, browser: Browser, link: string) {
  const page = await browser.go(link)
  const field = (name: string) => new RegExp(`name="${name}" value="([^"]+)"`).exec(page.body)?.[1] ?? ''
  const answer = await browser.go(`${app.root}/login/link`, { state: field('state'), token: field('token') })
  return { page, answer }
}

it('signs in by a link, after a question', async () => {
  const app = anApp({ root: '/ci' })
  const browser = app.aBrowser()
  const link = app.link('admin')
  expect(link).toMatch(/^\/ci\/login\/link[?]token=[\w-]{43}$/)
  const { page, answer } = await throughLink(app, browser, link)
  expect(page.body).toContain('Sign in as admin')
  expect(locationOf(answer)).toEqual([303, '/ci/'])
  expect(JSON.parse(await app.who(browser))).toMatchObject({ login: 'admin', admin: true })
})

it('changes nothing when a link is only opened, by whomever', async () => {
  const app = anApp()
  const link = app.link('admin')
  const browser = app.aBrowser()
  for (const { go } of [app.aBrowser(), browser]) expect((await go(link)).statusCode).toBe(200)
  expect(await app.who(browser)).toBe('a visitor')
  expect(locationOf((await throughLink(app, browser, link)).answer)).toEqual([303, '/'])
})

it('takes a link once, for 15 minutes, and only one that it made', async () => {
  const app = anApp()
  const link = app.link('admin')
  await throughLink(app, app.aBrowser(), link)
  const late = app.link('admin')
  app.wait(900)
  for (const gone of [link, late, '/login/link?token=nonsense', '/login/link'])
    expect((await app.aBrowser().go(gone)).statusCode).toBe(410)
})

it('takes the button of a link only from the browser that was asked', async () => {
  const app = anApp()
  const link = app.link('admin')
  const attacker = await app.aBrowser().go(link)
  const state = /name="state" value="([^"]+)"/.exec(attacker.body)![1]!
  const token = new URL(link, 'https://ci.example').searchParams.get('token')!
  const victim = app.aBrowser()
  expect(locationOf(await victim.go('/login/link', { state, token }))).toEqual([
    303,
    '/login?error=invalid_state',
  ])
  expect(await app.who(victim)).toBe('a visitor')
})

it('says that a link is no use when its account is gone', async () => {
  const app = anApp()
  const { answer } = await throughLink(app, app.aBrowser(), app.link('removed'))
  expect(answer.statusCode).toBe(410)
})

it('keeps neither states nor links in a form that would let a reader of the database in', async () => {
  const app = anApp()
  const token = new URL(app.link('admin'), 'https://ci.example').searchParams.get('token')!
  const browser = app.aBrowser()
  const { state } = await toForm(app, browser)
  const rows = JSON.stringify(app.db.all('SELECT * FROM one_time')())
  for (const secret of [token, state, browser.cookies.get('yaffle_login')!])
    expect(rows).not.toContain(secret)
})
