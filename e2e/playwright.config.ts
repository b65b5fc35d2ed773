import { defineConfig } from '@playwright/test'

import { launchOptions } from './support/browser.ts'

export default defineConfig({
  testDir: '.',
  outputDir: 'results',
  // Each test has a server and a browser of its own, and a demo pipeline takes its seconds.
  timeout: 120_000,
  expect: { timeout: 20_000 },
  workers: 2,
  fullyParallel: true,
  forbidOnly: true,
  // Two cores and a browser: a second try tells a slow moment from a defect, and is listed as flaky.
  retries: process.env['CI'] ? 1 : 0,
  use: {
    browserName: 'chromium',
    locale: 'en-GB',
    colorScheme: 'light',
    viewport: { width: 1440, height: 900 },
    trace: 'retain-on-failure',
    screenshot: 'only-on-failure',
    launchOptions: launchOptions(),
  },
})
