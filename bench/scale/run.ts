import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startPostgres } from '../../src/kernel/postgres/index.ts'
import { anyBroken, printFindings, toldBy, type Finding } from './findings.ts'
import { measureLists } from './lists.ts'
import { measurePurchases, measureRenewals } from './trading.ts'
import { auditMarket, withServer, writeMarket, type Market, type MarketSize } from './markets.ts'
import { measureDrawing, measureExport, measureFreeSpace, measureGrowth } from './measures.ts'

/**
 * What a hundred times as many offers and leases cost: on the PostgreSQL that comes with us and, where Debian's is
 * installed, on 15. `--quick` measures against a large market of a tenth of the size, on the first alone: good for a look,
 * not for a verdict. `--lists`: pages, files and `audit` alone; `--trade`: purchases, renewals and `audit` alone.
 * `--15`: PostgreSQL 15 alone.
 */

const quick = process.argv.includes('--quick')
const json = process.argv.includes('--json')
const listsOnly = process.argv.includes('--lists')
const tradeOnly = process.argv.includes('--trade')
const only15 = process.argv.includes('--15')
const say = (line: string): void => (json ? undefined : console.error(line))
const told = toldBy(say)

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

const debian = '/usr/lib/postgresql/15/bin'
const fifteen = existsSync(join(debian, 'postgres'))
  ? {
      postgres: join(debian, 'postgres'),
      initdb: join(debian, 'initdb'),
      locale: ['--encoding=UTF8', '--locale=C.UTF-8'],
    }
  : null

async function measure(dataDir: string, binaries: typeof fifteen): Promise<Finding[]> {
  const postgres = await startPostgres({ dataDir, settings, ...(binaries && { binaries }) })
  try {
    const [little, big] = [await write(postgres.url, dataDir, small), await write(postgres.url, dataDir, large)]
    const read = tradeOnly ? [] : await measureReads(little, big)
    const traded = listsOnly ? [] : await measureTrade(little, big)
    say('every promise …')
    return [...read, ...traded, ...(await measureAudit(little, big))]
  } finally {
    await postgres.stop()
  }
}

const length = { rounds: 6, seconds: 1.5, warmUp: 1.5 }

async function measureReads(little: Market, big: Market): Promise<Finding[]> {
  const findings = await withServer(little, (first) =>
    withServer(big, async (second) => {
      say('every list and every file in both …')
      const listed = await measureLists(first, second, say)
      if (listsOnly) return listed
      say('the same questions in both …')
      const growth = told(await measureGrowth(first, second, length, say))
      say('maps drawn anew …')
      const drawn = await measureDrawing([first, second], { rounds: 3, seconds: 1.5, warmUp: 0.5 }, say)
      say('free space in a /8 with 30,000 leases …')
      return [...listed, ...growth, ...drawn, ...told(await measureFreeSpace(second, length, say))]
    }),
  )
  if (listsOnly) return findings
  say('exports …')
  return [...findings, ...told(await withServer(big, measureExport))]
}

async function measureTrade(little: Market, big: Market): Promise<Finding[]> {
  say('purchases in both …')
  const bought = await withServer(little, (first) =>
    withServer(big, async (second) => told(await measurePurchases([first, second], { ...length, rounds: 8 }, say))),
  )
  say('renewals in both …')
  return [...bought, ...told(await measureRenewals(little, big, 5, say))]
}

/** Leases are a hundred times as many: what is linear takes a hundred times as long, and what is not shows. */
async function measureAudit(little: Market, big: Market): Promise<Finding[]> {
  const [few, many] = [await auditMarket(little), await auditMarket(big)]
  return many.map(({ name, checked, milliseconds }, i) => {
    const before = few[i]
    const note = `${before?.milliseconds} ms small, ${milliseconds} ms large (${checked.toLocaleString('en')} checked)`
    return { name: `audit: ${name}`, value: null, atMost: null, note }
  })
}

async function write(postgresUrl: string, dataDir: string, size: MarketSize): Promise<Market> {
  const startedAt = performance.now()
  const market = await writeMarket(postgresUrl, dataDir, size)
  say(`${size.name} market written in ${((performance.now() - startedAt) / 1_000).toFixed(1)} s`)
  return market
}

async function run(title: string, binaries: typeof fifteen): Promise<boolean> {
  const dataDir = await mkdtemp(join(tmpdir(), 'sublet-scale-'))
  try {
    say(title)
    const findings = await measure(dataDir, binaries)
    if (json) console.log(JSON.stringify({ title, findings }, null, 2))
    else {
      console.log(`\n${title}`)
      printFindings(findings)
    }
    return !anyBroken(findings)
  } finally {
    await rm(dataDir, { recursive: true, force: true })
  }
}

const passes = [
  ...(only15 ? [] : [() => run('PostgreSQL as it comes with us', null)]),
  ...(fifteen && (only15 || !quick) ? [() => run('PostgreSQL 15', fifteen)] : []),
]
for (const pass of passes) if (!(await pass())) process.exitCode = 1
