import { defineConfig } from 'vitest/config'

/** One project per kind of test: what it may touch decides where it lives (ARCHITECTURE, "Tests"). */
const overDatabase = { globalSetup: ['test/support/cluster.ts'], testTimeout: 30_000, hookTimeout: 60_000 }

export default defineConfig({
  test: {
    projects: [
      { test: { name: 'unit', include: ['src/**/*.test.ts', 'scripts/**/*.test.ts'] } },
      { test: { name: 'api', include: ['test/api/**/*.test.ts'], ...overDatabase } },
      { test: { name: 'contract', include: ['test/contract/**/*.test.ts'], ...overDatabase } },
      { test: { name: 'journeys', include: ['test/journeys/**/*.test.ts'], ...overDatabase } },
      { test: { name: 'faults', include: ['test/faults/**/*.test.ts'], ...overDatabase, testTimeout: 90_000 } },
      { test: { name: 'browser', include: ['test/browser/**/*.test.ts'], ...overDatabase, testTimeout: 60_000 } },
    ],
  },
})
