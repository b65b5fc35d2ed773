import { availableParallelism } from 'node:os'

import { defineConfig } from 'vitest/config'

import { textParts } from './web/textParts.ts'

/** What needs no server to be tested. */
const pure = 'server/src/{config.test.ts,{database,engine,host}/**/*.test.ts}'

export default defineConfig({
  test: {
    // A test that waits for something that never comes fails soon enough; one on a busy machine shall not.
    testTimeout: 90_000,
    hookTimeout: 90_000,
    // By default one core is kept free for the watch mode; on two cores that would be one test file at a time.
    maxWorkers: Math.max(2, availableParallelism()),
    projects: [
      {
        test: {
          name: 'unit',
          setupFiles: ['vitest.setup.ts'],
          environment: 'node',
          include: ['contract/src/**/*.test.ts', 'scripts/**/*.test.mjs', pure],
        },
      },
      {
        test: {
          name: 'server',
          setupFiles: ['vitest.setup.ts'],
          environment: 'node',
          // With the whole server, real git and real processes: longer than all others together.
          include: ['server/src/**/*.test.ts'],
          exclude: [pure, '**/node_modules/**'],
        },
      },
      {
        plugins: [textParts(false)],
        test: {
          name: 'web',
          setupFiles: ['vitest.setup.ts'],
          environment: 'happy-dom',
          include: ['web/src/**/*.test.{ts,tsx}'],
          // Testing Library unmounts after each test only where it finds a global afterEach.
          globals: true,
        },
      },
    ],
  },
})
