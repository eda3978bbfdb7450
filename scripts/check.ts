import { spawnSync } from 'node:child_process'

/** `npm run check`: everything that can be said about the tree without running it. All findings, then one verdict. */

const steps: ReadonlyArray<readonly [what: string, command: string, ...args: string[]]> = [
  ['format', 'oxfmt', '--check', '.'],
  ['lint', 'oxlint', '--type-aware', '--quiet', '.'],
  ['types', 'tsc', '-p', '.'],
  ['types of the portal', 'tsc', '-p', 'web'],
  ['types of the client', 'tsc', '-p', 'client'],
  ['tidy', 'node', 'scripts/tidy.ts'],
  ['dependencies', 'node', 'scripts/dependencies.ts'],
  ['generated files', 'node', 'scripts/generate.ts', '--check'],
]

const failed = steps.filter(([what, command, ...args]) => {
  const { status, stdout, stderr } = spawnSync(command, args, { encoding: 'utf8' })
  console.log(`${status === 0 ? 'ok    ' : 'FAILED'} ${what}`)
  if (status !== 0) console.log(`${stdout}${stderr}`)
  return status !== 0
})
if (failed.length > 0) process.exit(1)
