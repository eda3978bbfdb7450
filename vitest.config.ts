import { defineConfig } from 'vitest/config'

/**
 * State belongs to a server and never to a module, so the files of a project may share the modules they test: reading and
 * warming them anew was most of a file's time. What faults break are processes of their own.
 */
const shared = { isolate: false }

/** Nothing may depend on how busy the machine is: an import yields to everybody, and on a loaded one it takes minutes. */
const patient = { testTimeout: 600_000, hookTimeout: 600_000 }

/** One project per kind of test: what it may touch decides where it lives (ARCHITECTURE, "Tests"). */
const overDatabase = {
  globalSetup: ['test/support/cluster.ts', 'test/support/built.ts'],
  ...patient,
  expect: { poll: { timeout: 60_000 } },
}

export default defineConfig({
  test: {
    // Servers, browsers and kills are waited for as much as computed: three workers leave a third of two cores idle.
    maxWorkers: 4,
    projects: [
      {
        test: {
          name: 'unit',
          ...shared,
          include: ['{client,src,scripts,web,test/scenarios,test/second,test/support}/**/*.test.ts'],
          ...patient,
        },
      },
      { test: { name: 'api', ...shared, include: ['test/api/**/*.test.ts'], ...overDatabase } },
      { test: { name: 'contract', ...shared, include: ['test/contract/**/*.test.ts'], ...overDatabase } },
      { test: { name: 'journeys', ...shared, include: ['test/journeys/**/*.test.ts'], ...overDatabase } },
      { test: { name: 'faults', ...shared, include: ['test/faults/**/*.test.ts'], ...overDatabase } },
      {
        test: {
          name: 'browser',
          ...shared,
          include: ['test/browser/**/*.test.ts'],
          ...overDatabase,
          globalSetup: ['test/support/browser/found.ts', ...overDatabase.globalSetup],
        },
      },
    ],
  },
})
