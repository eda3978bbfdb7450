import { spawnSync } from 'node:child_process'
import { quickTests } from './quick-tests.ts'

/**
 * `npm run test:quick`: what one runs while working, in less than three minutes on two quiet cores. All that can be said
 * without a database, then for each mechanism the tests that most mistakes break; `npm test` is what a commit needs.
 */

const steps: readonly (readonly string[])[] = [
  ['node', 'scripts/check.ts'],
  ['vitest', 'run', ...quickTests],
]
for (const [command = '', ...args] of steps) {
  const { status } = spawnSync(command, args, { stdio: 'inherit' })
  if (status !== 0) process.exit(status ?? 1)
}
