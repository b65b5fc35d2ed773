import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    passWithNoTests: true,
    projects: [
      {
        test: {
          name: 'server',
          environment: 'node',
          include: ['{contract,server}/src/**/*.test.ts', 'scripts/**/*.test.mjs'],
          // Real git, real processes and real timeouts: slower than the default on a busy machine.
          testTimeout: 20_000,
          hookTimeout: 20_000,
        },
      },
      {
        test: {
          name: 'web',
          environment: 'happy-dom',
          include: ['web/src/**/*.test.{ts,tsx}'],
          // Testing Library unmounts after each test only where it finds a global afterEach.
          globals: true,
        },
      },
    ],
  },
})
