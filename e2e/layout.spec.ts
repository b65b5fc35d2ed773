import { readdir, readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'

import { layoutProblems } from './support/everything/layout.ts'
import { screenRows } from './support/everything/screens.ts'
import { calmPage, expect, test } from './support/everything/world.ts'

// Pages are walked through by the dozen: pictures and recordings of all of that help nobody.
test.use({ trace: 'off', screenshot: 'off' })

/** `target` is the least height of a control; what a mouse points at is axe's to judge. */
const wide = { width: 1440, height: 900, target: 0 }
const small = { width: 390, height: 844, target: 44 }
/** A window of 1440 × 900 at twice the size, and the least that WCAG 1.4.10 asks for. */
const others = [
  { width: 720, height: 450, target: 0 },
  { width: 320, height: 640, target: 44 },
]

for (const part of [0, 1]) {
  test(`every screen fits in the longest languages, at any size: part ${part + 1}`, async ({
    world,
    browser,
  }) => {
    test.setTimeout(600_000)
    const [longest = 'de', ...more] = [...new Set([await longestLanguage(), 'de', 'ru', 'bar'])]
    const member = await calmPage(world, browser)
    const visitor = await calmPage(world, browser, { storageState: undefined })
    const problems: string[] = []
    for (const { name, path, ready, isVisitor } of screenRows.filter((_, index) => index % 2 === part)) {
      const page = isVisitor ? visitor : member
      const note = (where: string, found: string[]) =>
        problems.push(...found.map((problem) => `${name}, ${where}: ${problem}`))
      await page.setViewportSize(wide)
      await page.goto(world.url + path(world))
      await expect(
        page.getByRole('main').getByText(ready).filter({ visible: true }).first(),
        name,
      ).toBeVisible()
      for (const language of [longest, ...more]) {
        await speak(page, language)
        for (const { target, ...size } of language === longest ? [wide, ...others, small] : [small, wide]) {
          await page.setViewportSize(size)
          note(`${language}, ${size.width} px`, await layoutProblems(page, { target }))
        }
      }
      await speak(page, 'en')
    }
    expect(problems).toEqual([])
  })
}

/** As if it were chosen in another tab: pages follow each other. */
async function speak(page: Awaited<ReturnType<typeof calmPage>>, language: string) {
  await page.evaluate((chosen) => {
    localStorage.setItem('yaffle:locale', chosen)
    dispatchEvent(new StorageEvent('storage', { key: 'yaffle:locale', newValue: chosen }))
  }, language)
  await expect(page.locator('html')).toHaveAttribute('lang', language)
}

/** The one with the most to say in all. */
async function longestLanguage(): Promise<string> {
  const folder = resolve(import.meta.dirname, '../web/src/i18n')
  const files = (await readdir(folder)).filter((file) => file.endsWith('.json'))
  const lengths = await Promise.all(
    files.map(async (file) => ({
      language: file.replace('.json', ''),
      length: textLength(JSON.parse(await readFile(join(folder, file), 'utf8'))),
    })),
  )
  return lengths.toSorted((one, other) => other.length - one.length)[0]?.language ?? ''
}

const textLength = (value: unknown): number =>
  typeof value === 'string'
    ? value.length
    : Object.values(value ?? {}).reduce((sum: number, part) => sum + textLength(part), 0)
