import { main } from './support/page.ts'
import { expect, test } from './support/shared.ts'

test.use({ viewport: { width: 390, height: 844 } })

const step = (name: string, command: string) => ({ name, image: 'sh', commands: [command] })
const stopping = JSON.stringify({
  skip_clone: true,
  steps: [
    ...Array.from({ length: 20 }, (_, index) => step(`early-${index}`, 'echo early')),
    step('stop', 'exit 1'),
    step('later', 'echo later'),
  ],
})

test('on a phone what waits is decided about at once, and a step that did not run leads back to the others', async ({
  ci,
  page,
}) => {
  const owner = 'an-owner-whose-name-goes-on-and-on-and-on'
  const project = await ci.project(`${owner}/tool-${test.info().workerIndex}`, {
    '.woodpecker.yaml': stopping,
  })
  await ci.api('PATCH', project.path, { require_approval: 'all_events' })
  const number = await project.push('To be approved', { 'a.txt': 'a' })
  const first = page.getByRole('treeitem', { name: /early-0/ })
  const later = page.getByRole('treeitem', { name: /later/ })

  await page.goto(`${project.url}/pipeline/${number}`)
  const approve = page.getByRole('button', { name: 'Approve' })
  await expect(approve).toBeInViewport()
  await expect(page.getByRole('button', { name: 'Decline' })).toBeInViewport()
  await expect(first).toBeHidden()
  await approve.click()
  await page.getByRole('dialog').getByRole('button', { name: 'Approve and run' }).click()
  await expect(first).toBeVisible()
  expect((await project.finished(number)).status).toBe('failure')

  await expect(later).toHaveAccessibleName(/skipped/i)
  await later.click()
  await expect(page.getByText('This step was skipped')).toBeInViewport()
  await expect(first).toBeHidden()
  await page.getByRole('button', { name: 'Back to the steps' }).click()
  await expect(first).toBeVisible()
  await expect(page).toHaveURL(`${project.url}/pipeline/${number}`)

  await main(page).getByRole('link', { name: project.repo.name, exact: true }).click()
  await expect(page).toHaveURL(project.url)
  await page.goBack()
  await main(page).getByRole('link', { name: owner, exact: true }).click()
  await expect(page).toHaveURL(`${ci.server.url}/orgs/${project.repo.org_id}`)
})
