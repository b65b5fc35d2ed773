import type { Page } from '@playwright/test'

import { adminPassword } from './server.ts'

/** Through the page's own way: sign-in screen, the local forge's form, back to the page. */
export async function signIn(page: Page, url: string, person: Parameters<typeof signInHere>[1] = {}) {
  await page.goto(`${url}/login`)
  await signInHere(page, person)
  await page.waitForURL((address) => address.pathname.endsWith('/repos'))
}

/** From the sign-in screen that the page has come to. */
export async function signInHere(page: Page, { login = 'admin', password = adminPassword } = {}) {
  await page
    .getByRole('link', { name: /sign in with/i })
    .or(page.getByRole('button', { name: /sign in with/i }))
    .first()
    .click()
  await page.locator('input[name="login"]').fill(login)
  await page.locator('input[name="password"]').fill(password)
  await page.locator('form button[type="submit"]').click()
}
