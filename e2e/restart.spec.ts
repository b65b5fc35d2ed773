import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { cloneOf } from './support/git.ts'
import { startServer } from './support/server.ts'
import { signIn } from './support/signIn.ts'
import { expect, test } from './support/test.ts'

const longRun = `
when:
  - event: push
steps:
  - name: wait
    image: sh
    commands:
      - echo "waiting now"
      - sleep 300
  - name: never
    image: sh
    commands:
      - echo "not reached"
`

test('a server that died in the middle of a run shows it as killed, with the reason, and works on', async ({
  dataDir,
  page,
}) => {
  const first = await startServer({ dataDir, env: { YAFFLE_CAPACITY: '2' } })
  const clone = await cloneOf(first.url, 'demo/hello', `${dataDir}-clone`)
  await writeFile(join(clone.folder, '.woodpecker.yaml'), longRun)
  await clone.commitAndPush('Wait for long')

  await signIn(page, first.url)
  await page
    .getByRole('link', { name: /demo\s*\/\s*hello/ })
    .first()
    .click()
  await page
    .getByRole('link', { name: /Wait for long/ })
    .first()
    .click()
  await page.getByRole('treeitem', { name: /wait/ }).click()
  await expect(page.getByText('waiting now', { exact: true })).toBeVisible()
  const address = page.url()

  await first.kill()
  const second = await startServer({ dataDir, port: Number(new URL(first.url).port) })
  try {
    await page.goto(address)
    await expect(
      page
        .getByRole('main')
        .getByRole('img', { name: /^status/i })
        .first(),
    ).toHaveAccessibleName(/killed/i)
    await expect(
      page
        .getByText(/restart/i)
        .and(page.getByText(/server/i))
        .first(),
    ).toBeVisible()

    await clone.git('revert', '--no-edit', 'HEAD')
    await clone.git('push', '-q', 'origin', 'HEAD')
    await page.goto(address.replace(/\/pipeline\/.*/, ''))
    await expect(page.getByRole('link', { name: /Revert/ }).first()).toBeVisible()
  } finally {
    await second.stop()
  }
})
