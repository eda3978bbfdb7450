import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startPostgres } from '../../src/kernel/postgres/index.ts'
import { withServer, writeMarket, type Market, type MarketSize } from './markets.ts'
import { measureDrawing, measureExport, measureFreeSpace, measureGrowth, type Finding } from './measures.ts'

/**
 * What a hundred times as many offers and leases cost. `--quick` measures against a large market of a tenth of the size:
 * good for a look, not for a verdict.
 */

const quick = process.argv.includes('--quick')
const json = process.argv.includes('--json')
const say = (line: string): void => (json ? undefined : console.error(line))

const small: MarketSize = {
  name: 'small',
  offers: 1_000,
  leases: 10_000,
  giantLeases: 0,
  mine: 10_000,
  holders: 5,
  lessees: 10,
}
const large: MarketSize = {
  name: 'large',
  offers: quick ? 10_000 : 100_000,
  leases: quick ? 130_000 : 1_000_000,
  giantLeases: 30_000,
  mine: 100_000,
  holders: quick ? 50 : 500,
  lessees: quick ? 100 : 1_000,
}

/** Nothing here is worth a disk write, but the rest is as anyone has it. */
const settings = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_wal_size: '8GB' }

async function measure(dataDir: string): Promise<Finding[]> {
  const postgres = await startPostgres({ dataDir, settings })
  try {
    const [little, big] = [await write(postgres.url, dataDir, small), await write(postgres.url, dataDir, large)]
    const length = { rounds: 6, seconds: 1.5, warmUp: 1.5 }
    const findings = await withServer(little, (first) =>
      withServer(big, async (second) => {
        say('the same questions in both …')
        const growth = await measureGrowth(first, second, length, say)
        say('maps drawn anew …')
        const drawn = await measureDrawing([first, second], { rounds: 3, seconds: 1.5, warmUp: 0.5 }, say)
        say('free space in a /8 with 30,000 leases …')
        return [...growth, ...drawn, ...(await measureFreeSpace(second, length, say))]
      }),
    )
    say('exports …')
    return [...findings, ...(await withServer(big, measureExport))]
  } finally {
    await postgres.stop()
  }
}

async function write(postgresUrl: string, dataDir: string, size: MarketSize): Promise<Market> {
  const startedAt = performance.now()
  const market = await writeMarket(postgresUrl, dataDir, size)
  say(`${size.name} market written in ${((performance.now() - startedAt) / 1_000).toFixed(1)} s`)
  return market
}

const isBroken = ({ value, atMost }: Finding): boolean => atMost !== null && !(value !== null && value <= atMost)

function print(findings: readonly Finding[]): void {
  console.log('\nlarge against small'.padEnd(42), 'value'.padStart(9), 'at most'.padStart(9))
  for (const { name, value, atMost, note } of findings)
    console.log(
      name.padEnd(41),
      (value === null ? '–' : value.toLocaleString('en', { maximumFractionDigits: value < 100 ? 2 : 0 })).padStart(9),
      String(atMost ?? '–').padStart(9),
      isBroken({ name, value, atMost, note }) ? ' BROKEN ' : '        ',
      note,
    )
}

const dataDir = await mkdtemp(join(tmpdir(), 'sublet-scale-'))
try {
  const findings = await measure(dataDir)
  if (json) console.log(JSON.stringify(findings, null, 2))
  else print(findings)
  process.exitCode = findings.some(isBroken) ? 1 : 0
} finally {
  await rm(dataDir, { recursive: true, force: true })
}
