import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { availableParallelism } from 'node:os'
import { text } from 'node:stream/consumers'

/** `npm run check`: everything that can be said about the tree without running it. All findings, then one verdict. */

type Step = readonly [what: string, command: string, ...args: string[]]

/** The longest first: then none of them is left for the end, when the other cores have nothing to do. */
const steps: readonly Step[] = [
  ['types of the portal', 'tsc', '-p', 'web'],
  ['types', 'tsc', '-p', '.'],
  ['lint', 'oxlint', '--type-aware', '--quiet', '.'],
  ['generated files', 'node', 'scripts/generate.ts', '--check'],
  ['format', 'oxfmt', '--check', '.'],
  ['tidy', 'node', 'scripts/tidy.ts'],
  ['types of the client', 'tsc', '-p', 'client'],
  ['dependencies', 'node', 'scripts/dependencies.ts'],
]

async function isSound([what, command, ...args]: Step): Promise<boolean> {
  const child = spawn(command, args)
  const [out, err, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
  console.log(`${code === 0 ? 'ok    ' : 'FAILED'} ${what}`)
  if (code !== 0) console.log(`${out}${err}`)
  return code === 0
}

const waiting = steps.values()
/** Takes the next step as long as there is one. */
const goThrough = async (): Promise<boolean> => {
  let sound = true
  for (const step of waiting) sound = (await isSound(step)) && sound
  return sound
}
const verdicts = await Promise.all(Array.from({ length: Math.min(2, availableParallelism()) }, goThrough))
if (verdicts.includes(false)) process.exit(1)
