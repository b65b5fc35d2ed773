import type { Page } from '@playwright/test'

/** A pipeline that ends well and says where it was sent. */
export const passing = JSON.stringify({
  when: { event: ['push', 'manual', 'pull_request', 'deployment'] },
  skip_clone: true,
  steps: [{ name: 'say', image: 'sh', commands: ['echo "to $PLACE for $CI_PIPELINE_DEPLOY_TARGET"'] }],
})

export const main = (page: Page) => page.getByRole('main')
