import { defineConfig } from 'vitest/config'

/** Nothing may depend on how busy the machine is: an import yields to everybody, and on a loaded one it takes minutes. */
const patient = { testTimeout: 600_000, hookTimeout: 600_000 }

/**
 * State belongs to a server and never to a module, so test files share the modules they test: reading and warming them
 * anew was most of a file's time. What faults break are processes of their own.
 */
const shared = { isolate: false }

/** What a test leaves behind lives shortly: with room for it, a seventh of the workers' time is not spent on clearing up. */
const roomy = { execArgv: ['--max-semi-space-size=64', '--min-semi-space-size=32'] }

/** Two projects: what needs nothing but itself, and what needs a PostgreSQL, of whatever kind (ARCHITECTURE, "Tests"). */
export default defineConfig({
  test: {
    // Servers, browsers and kills are waited for as much as computed: three workers leave a third of two cores idle.
    maxWorkers: 4,
    projects: [
      {
        test: {
          name: 'unit',
          ...shared,
          ...patient,
          ...roomy,
          include: ['{client,src,scripts,web,test/scenarios,test/second,test/support}/**/*.test.ts'],
        },
      },
      {
        test: {
          name: 'house',
          ...shared,
          ...patient,
          ...roomy,
          include: ['test/{api,contract,journeys,faults,browser}/**/*.test.ts'],
          globalSetup: ['test/support/cluster.ts', 'test/support/built.ts', 'test/support/browser/found.ts'],
          expect: { poll: { timeout: 60_000 } },
        },
      },
    ],
  },
})
