import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { routes } from '../../src/app/routes.ts'
import { kernelProblem } from '../../src/kernel/problems.ts'
import { provokedDir } from '../support/conformance.ts'

/**
 * After a whole `vitest run`: every refusal an endpoint declares itself was met by some test on that endpoint, and every
 * refusal of the kernel by some test somewhere. Lists what was not and exits 1.
 */

/** `endpoint code` or, for a kernel row, `code`: why no test can meet it. */
const unmet: Readonly<Record<string, string>> = {
  unreadable_path: 'the router refuses it before any hook can note it; test/contract/http.test.ts meets it',
}

function readRecords(): { endpoint: string; code: string }[] {
  let names: string[] = []
  try {
    names = readdirSync(provokedDir)
  } catch {
    // No tests have run; the list below says so.
  }
  return names
    .flatMap((name) => readFileSync(join(provokedDir, name), 'utf8').split('\n'))
    .filter((line) => line !== '')
    .map((line) => ({ endpoint: line.split(' ')[0] ?? '', code: line.split(' ')[1] ?? '' }))
}

const records = readRecords()
const met = new Set(records.flatMap(({ endpoint, code }) => [`${endpoint} ${code}`, code]))
const declared = [
  ...routes.flatMap(({ id, refuses = [] }) => refuses.map(({ code }) => `${id} ${code}`)),
  ...kernelProblem.all.map(({ code }) => code),
]
const missing = declared.filter((row) => !met.has(row) && !(row in unmet))
const stale = Object.keys(unmet).filter((row) => met.has(row) || !declared.includes(row))

const say = (line: string): void => void process.stdout.write(`${line}\n`)
for (const row of missing) say(`no test provokes: ${row}`)
for (const row of stale) say(`excused without need: ${row}`)
say(`refusals: ${declared.length} declared, ${declared.length - missing.length} provoked`)
process.exitCode = missing.length + stale.length === 0 ? 0 : 1
