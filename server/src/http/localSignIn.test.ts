import { expect, it } from 'vitest'

import { anApp, locationOf, throughForm, toForm } from './testing/signInApp.ts'

it('leads to the local form by path, whatever name the browser knows the server by', async () => {
  const { aBrowser } = anApp({ root: '/ci' })
  expect((await aBrowser().go('/ci/authorize')).headers['location']).toMatch(/^\/ci\/login\/local\?state=/)
})

it('shows a form that needs no script', async () => {
  const app = anApp({ root: '/ci' })
  const { form } = await toForm(app, app.aBrowser())
  expect(form.headers['content-type']).toBe('text/html; charset=utf-8')
  expect(form.body).toContain('<form method="post" action="/ci/login/local">')
  expect(form.body).toMatch(/<label for="login">User name<\/label>\n<input id="login" name="login"/)
  expect(form.body).toMatch(
    /<label for="password">Password<\/label>\n<input id="password" name="password" type="password"/,
  )
  expect(form.body).not.toMatch(/<script|style=| on\w+=/)
  const style = await app.app.inject({ url: /href="([^"]*[.]css)"/.exec(form.body)![1]! })
  expect([style.statusCode, style.headers['content-type']]).toEqual([200, 'text/css; charset=utf-8'])
})

it('speaks German to those who prefer it', async () => {
  const app = anApp()
  const browser = app.aBrowser()
  const { state } = await toForm(app, browser)
  const form = await browser.go(`/login/local?state=${state}`, undefined, {
    'accept-language': 'xx, de-AT;q=0.8, en;q=0.7',
  })
  expect(form.body).toContain('<html lang="de">')
  expect(form.body).toContain('Passwort')
})

it('begins a sign-in when the form is opened without one, and refuses a foreign state', async () => {
  const app = anApp()
  expect(locationOf(await app.aBrowser().go('/login/local'))).toEqual([303, '/authorize?forge_id=1'])
  const { state } = await toForm(app, app.aBrowser())
  expect(locationOf(await app.aBrowser().go(`/login/local?state=${state}`))).toEqual([
    303,
    '/login?error=invalid_state',
  ])
})

it('keeps the login, not the password, when they do not fit', async () => {
  const app = anApp()
  const browser = app.aBrowser()
  for (const [login, password] of [
    ['ana', 'wr0ng'],
    ['"><b>', 'correct horse'],
    ['ana', 'correct horse'.padEnd(2000)],
  ] as const) {
    const answer = await throughForm(app, browser, login, password)
    expect(answer.statusCode).toBe(401)
    expect(answer.body).toContain('role="alert">The user name or the password is wrong.')
    expect(answer.body).toContain(
      `value="${login.replaceAll('"', '&quot;').replaceAll('>', '&gt;').replaceAll('<', '&lt;')}"`,
    )
    expect(answer.body).not.toContain(password)
  }
  expect(await app.who(browser)).toBe('a visitor')
})

it('asks for what is missing', async () => {
  const app = anApp()
  const answer = await throughForm(app, app.aBrowser(), 'ana', '')
  expect([answer.statusCode, answer.body.includes('Enter your user name and your password.')]).toEqual([
    400,
    true,
  ])
})

it('does not take a form that another site made a browser send', async () => {
  const app = anApp()
  const attacker = app.aBrowser()
  const { state } = await toForm(app, attacker)
  const victim = app.aBrowser()
  const answer = await victim.go('/login/local', { login: 'ana', password: 'correct horse', state })
  expect(answer.statusCode).toBe(400)
  expect(await app.who(victim)).toBe('a visitor')
})

it('lets a person who left the form open for too long just try again', async () => {
  const app = anApp()
  const browser = app.aBrowser()
  const { state } = await toForm(app, browser)
  app.wait(301)
  const late = await browser.go('/login/local', { login: 'ana', password: 'correct horse', state })
  expect([
    late.statusCode,
    late.body.includes('open for too long'),
    late.body.includes('value="ana"'),
  ]).toEqual([400, true, true])
  const fresh = /name="state" value="([^"]+)"/.exec(late.body)![1]!
  const posted = await browser.go('/login/local', { login: 'ana', password: 'correct horse', state: fresh })
  await browser.go(String(posted.headers['location']))
  expect(await app.who(browser)).toContain('"login":"ana"')
})

it('signs in through the form although registration is closed, and although permissions could not be read', async () => {
  const app = anApp()
  const browser = app.aBrowser()
  expect(locationOf(await throughForm(app, browser, 'admin', 'battery staple'))).toEqual([303, '/'])
  expect(JSON.parse(await app.who(browser))).toMatchObject({ login: 'admin', admin: true, forge_id: 1 })
})

it('lets somebody who is signed in sign in as somebody else', async () => {
  const app = anApp()
  const browser = app.aBrowser()
  await throughForm(app, browser, 'ana', 'correct horse')
  await throughForm(app, browser, 'admin', 'battery staple')
  expect(await app.who(browser)).toContain('"login":"admin"')
})

it('makes a guesser wait, even with the right password, and nobody else', async () => {
  const app = anApp()
  const browser = app.aBrowser()
  for (let i = 0; i < 10; i++)
    expect((await throughForm(app, browser, i % 2 ? 'ana' : 'ANA', 'wrong')).statusCode).toBe(401)
  const answer = await throughForm(app, browser, 'ana', 'correct horse')
  expect([answer.statusCode, answer.headers['retry-after']]).toEqual([429, '900'])
  expect(answer.body).toContain('Try again in 15 minutes.')
  expect((await throughForm(app, browser, 'admin', 'battery staple')).statusCode).toBe(303)
  app.wait(900)
  expect(locationOf(await throughForm(app, browser, 'ana', 'correct horse'))).toEqual([303, '/'])
})

it('does not let guesses slip through by sending them all at once', async () => {
  const app = anApp()
  const browser = app.aBrowser()
  const { state } = await toForm(app, browser)
  const answers = await Promise.all(
    Array.from({ length: 30 }, () => browser.go('/login/local', { login: 'ana', password: 'wrong', state })),
  )
  expect(answers.filter(({ statusCode }) => statusCode === 401)).toHaveLength(10)
  expect(answers.filter(({ statusCode }) => statusCode === 429)).toHaveLength(20)
})

it('makes an address wait that tries many names', async () => {
  const app = anApp()
  const browser = app.aBrowser()
  const { state } = await toForm(app, browser)
  for (let i = 0; i < 100; i++)
    await browser.go('/login/local', { login: `name${i}`, password: 'wrong', state })
  expect((await throughForm(app, browser, 'ana', 'correct horse')).statusCode).toBe(429)
})

it('counts the people behind a proxy of this machine apart, and still protects a name from all of them together', async () => {
  const app = anApp()
  const browser = app.aBrowser()
  const { state } = await toForm(app, browser)
  const guess = (seenBy: string) =>
    browser.go(
      '/login/local',
      { login: 'ana', password: 'wrong', state },
      { 'x-forwarded-for': `203.0.113.1, ${seenBy}` },
    )
  for (let i = 0; i < 11; i++) expect((await guess('198.51.100.1')).statusCode).toBe(i < 10 ? 401 : 429)
  expect((await guess('198.51.100.2')).statusCode).toBe(401)
  const statuses = await Promise.all(
    Array.from({ length: 120 }, async (_, i) => (await guess(`198.51.100.${i + 3}`)).statusCode),
  )
  expect(statuses.filter((status) => status === 401)).toHaveLength(89)
})

it('believes no forwarded address that comes from elsewhere', async () => {
  const app = anApp()
  const browser = app.aBrowser()
  const { state } = await toForm(app, browser)
  const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const guess = async (forwarded: string) => {
    const answer = await app.app.inject({
      url: '/login/local',
      method: 'POST',
      remoteAddress: '192.0.2.7',
      headers: {
        cookie,
        'content-type': 'application/x-www-form-urlencoded',
        'x-forwarded-for': forwarded,
      },
      payload: new URLSearchParams({ login: 'ana', password: 'wrong', state }).toString(),
    })
    return answer.statusCode
  }
  const statuses: number[] = []
  for (let i = 0; i < 12; i++) statuses.push(await guess(`198.51.100.${i}`))
  expect(statuses.filter((status) => status === 429)).toHaveLength(2)
})

it('still asks for the CSRF header where a session posts to /authorize', async () => {
  const app = anApp()
  const browser = app.aBrowser()
  await throughForm(app, browser, 'ana', 'correct horse')
  const answer = await browser.go('/authorize', { forge_id: '2' })
  expect([answer.statusCode, answer.body]).toEqual([401, ''])
})
