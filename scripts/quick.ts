import { spawnSync } from 'node:child_process'

/**
 * `npm run test:quick`: what one runs while working, in less than three minutes on two quiet cores. All that can be said
 * without a database, then for each mechanism the tests that most mistakes break; `npm test` is what a commit needs.
 */

const chosen = [
  // Pure tests.
  'src/',
  'scripts/',
  'web/',
  'client/',
  'test/support/',
  'test/second/',
  // Walks over the tables of endpoints, refusals and rows, and the mechanisms of the kernel.
  'test/contract/access',
  'test/contract/catalogue',
  'test/contract/docs',
  'test/contract/http',
  'test/contract/kernel/',
  'test/contract/openapi',
  'test/contract/table',
  'test/contract/tidy',
  // Tokens, and a block from the search to its invoice.
  'test/api/oauth/',
  'test/journeys/purchase',
]

const steps: readonly (readonly string[])[] = [
  ['node', 'scripts/check.ts'],
  ['vitest', 'run', ...chosen],
]
for (const [command = '', ...args] of steps) {
  const { status } = spawnSync(command, args, { stdio: 'inherit' })
  if (status !== 0) process.exit(status ?? 1)
}
