import { expect, type Page } from '@playwright/test'

/** The log viewer of a step, as a reader uses it. */
export function logView(page: Page, step: string) {
  const view = page.getByRole('region', { name: `Log of ${step}` })
  const menu = async (item: string) => {
    await view.getByRole('button', { name: 'More', exact: true }).click()
    await page.getByRole('menuitem', { name: item }).click()
  }
  const line = (number: number) => view.locator(`[data-line="${number - 1}"]`)
  return {
    view,
    table: view.getByRole('table'),
    line,
    /** What a line says, without its number and time. */
    text: (number: number) => line(number).locator('.log-text'),
    /** What the toolbar says about the stream while a step runs. */
    connection: (state: string) => view.locator('span', { hasText: new RegExp(`^${state}$`) }).last(),
    /** The highest number among the lines `counted to …` that are drawn, 0 without any. */
    async counted() {
      const texts = await view.getByText(/^counted to \d+$/).allTextContents()
      return Math.max(0, ...texts.map((text) => Number(text.slice('counted to '.length))))
    },
    find: view.getByRole('textbox', { name: 'Find in log' }),
    menu,
    /** Every line, shown or not. */
    async all(): Promise<string[]> {
      await page.evaluate(() => navigator.clipboard.writeText(''))
      await menu('Copy the whole log')
      const copied = () => page.evaluate(() => navigator.clipboard.readText())
      await expect.poll(copied).not.toBe('')
      return (await copied()).split('\n')
    },
  }
}
