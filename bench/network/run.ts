import { absent } from '../../test/support/market/network.ts'
import type { Finding } from './contest.ts'
import { measureIndex, measureValidity, tableFile } from './lookups.ts'
import { payloadsFile, readings, routesFile } from './reading.ts'
import { measureRegistry } from './registry.ts'

/** What reading, indexing and judging whole tables costs, beside the least that it could. Real files, but for a registry's database. */

const json = process.argv.includes('--json')
const say = (line: string): void => (json ? undefined : console.error(line))

interface Part {
  readonly name: string
  readonly files: readonly string[]
  readonly measure: () => Promise<Finding[]>
}

const parts: readonly Part[] = [
  ...readings.map(({ path, measure }) => ({
    name: `read ${path}`,
    files: [path],
    measure: async () => [await measure()],
  })),
  { name: 'index of a whole table', files: [tableFile], measure: measureIndex },
  { name: 'validity of a whole table', files: [routesFile, payloadsFile], measure: measureValidity },
  { name: "a registry's database", files: [], measure: measureRegistry },
]

const findings: Finding[] = []
const skipped: string[] = []
for (const { name, files, measure } of parts) {
  const lacking = files.filter(absent)
  if (lacking.length > 0) {
    skipped.push(`${name}: there is no ${lacking.join(' and no ')}`)
    continue
  }
  say(`${name} …`)
  findings.push(...(await measure()))
}

if (json) console.log(JSON.stringify({ findings, skipped }, null, 2))
else {
  console.log()
  for (const { name, figure, limit, holds } of findings)
    console.log(
      name.padEnd(62),
      figure.padEnd(58),
      limit === null ? '' : `${limit}: ${holds ? 'holds' : 'DOES NOT HOLD'}`,
    )
  for (const line of skipped) console.log(`skipped: ${line}`)
  if (skipped.length > 0) console.log('SUBLET_TEST_DATA names the folder with the files.')
}
process.exitCode = findings.every(({ holds }) => holds) ? 0 : 1
