import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { closeHouse, migrateHouse, openHouse } from '../../src/app/build.ts'
import { createAppKey, createTenant } from '../../src/identity/index.ts'
import { readConfig } from '../../src/app/config.ts'
import { contextOf, inTransaction, system, type Context } from '../../src/kernel/context.ts'
import { formatPrefix, knownPrefix, nthChild, type Prefix } from '../../src/kernel/ip/index.ts'
import { startPostgres } from '../../src/kernel/postgres/index.ts'
import { keepFacts } from '../../src/network/index.ts'
import { crowdPrefixes, type CrowdOffer } from '../../test/support/market/prefix-crowd.ts'
import { anAnnouncement } from '../../test/support/market/facts.ts'
import { load, median, play, ratioOf, tokenFor } from '../contest.ts'
import { residentMb, startServer } from '../sublet.ts'

/**
 * `npm run bench -- --subsets`: how many pages of 25 a company with 1,000 leases is shown a second, the first page of a
 * company with 100,000 prefixes against that of one with 1,000, and what memory it takes to read one /8 with 100,000
 * prefixes inside it. `--quick`: a tenth of that.
 */

const quick = process.argv.includes('--quick')
const many = quick ? 10_000 : 100_000
const few = 1_000
const json = process.argv.includes('--json')
const say = (line: string): void => (json ? undefined : console.error(line))

interface Company {
  readonly tenant: string
  readonly clientId: string
  readonly clientSecret: string
}

const blocks = (around: string, count: number): Prefix[] =>
  Array.from({ length: count }, (_, n) => nthChild(knownPrefix(around), 24, n))

const held = (holder: string, block: Prefix): CrowdOffer => ({ holder, block: formatPrefix(block), leases: [] })

async function company(ctx: Context, title: string): Promise<Company> {
  return inTransaction(ctx, async (tx) => {
    const { uuid } = await createTenant(tx, { title })
    const { key, clientSecret } = await createAppKey(tx, uuid, { name: 'bench', scopes: ['nethub-data'] })
    return { tenant: uuid, clientId: key.client_id, clientSecret }
  })
}

/** A thousand /24s let by one company to another, ten of each /20. */
const letTo = (lessee: string, holder: string): CrowdOffer[] =>
  Array.from({ length: few / 10 }, (_, n) => {
    const block = nthChild(knownPrefix('80.0.0.0/8'), 20, n)
    const leases = Array.from({ length: 10 }, (_part, part) => ({
      lessee,
      block: formatPrefix(nthChild(block, 24, part)),
    }))
    return { holder, block: formatPrefix(block), leases }
  })

/** Every block is announced, and so is each /25 inside the /8. */
async function write(databaseUrl: string, dataDir: string) {
  const env = { SUBLET_DATA_DIR: dataDir, DATABASE_URL: databaseUrl, SUBLET_LOG_LEVEL: 'silent' }
  const house = await openHouse(readConfig({ ...env, SUBLET_STATEMENT_TIMEOUT_MS: '300000' }), databaseUrl)
  try {
    await migrateHouse(house)
    const ctx = contextOf(house, { actor: system('bench') })
    const [small, large, wide] = [await company(ctx, 'Small'), await company(ctx, 'Large'), await company(ctx, 'Wide')]
    const [lessee, lessor] = [await company(ctx, 'Lessee'), await company(ctx, 'Lessor')]
    const rented = letTo(lessee.tenant, lessor.tenant)
    const ofSmall = blocks('64.0.0.0/8', few)
    const ofLarge = blocks('128.0.0.0/4', many)
    const giant = knownPrefix('20.0.0.0/8')
    const inside = Array.from({ length: many }, (_, n) => nthChild(giant, 25, n))
    await crowdPrefixes(house.pool, [
      ...ofSmall.map((block) => held(small.tenant, block)),
      ...ofLarge.map((block) => held(large.tenant, block)),
      held(wide.tenant, giant),
      ...rented,
    ])
    const ofLessee = rented.flatMap(({ leases }) => leases.map(({ block }) => knownPrefix(block)))
    const announced = [...ofSmall, ...ofLarge, ...inside, ...ofLessee].map((prefix) => anAnnouncement({ prefix }))
    const given = { title: 'bench', takenAt: ctx.realNow }
    await inTransaction(ctx, (tx) => keepFacts(tx, 'riswhois', announced, given))
    return { small, large, wide, lessee }
  } finally {
    await closeHouse(house)
  }
}

interface Finding {
  readonly name: string
  readonly value: number
  readonly atMost: number | null
  readonly atLeast?: number
}

async function measure(dataDir: string): Promise<Finding[]> {
  const settings = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_wal_size: '4GB' }
  const postgres = await startPostgres({ dataDir, settings })
  try {
    say(`writing ${few} and ${many} blocks …`)
    const { small, large, wide, lessee } = await write(postgres.url, dataDir)
    const server = await startServer({ SUBLET_DATA_DIR: dataDir, DATABASE_URL: postgres.url, SUBLET_DEMO: '0' })
    const asked = async ({ tenant, clientId, clientSecret }: Company, query = '') => ({
      url: `${server.url}/nethub-data/${tenant}/prefixes/subsets/metadata?${query}`,
      headers: { authorization: `Bearer ${await tokenFor(server.url, clientId, clientSecret)}` },
    })
    const searched = async (company: Company) => {
      const { url, headers } = await asked(company)
      return {
        url: url.replace(/subsets.*/, 'search'),
        method: 'POST' as const,
        headers: { ...headers, 'content-type': 'application/json' },
        body: '{"limit":25}',
      }
    }
    try {
      const length = { rounds: 5, seconds: 2, warmUp: 3 }
      const pages = [
        load('search, 25 prefixes', await searched(lessee), 8),
        load('subsets, 25 prefixes', await asked(lessee, 'limit=25'), 8),
        load('small', await asked(small), 4),
        load('large', await asked(large), 4),
        load('large, last page', await asked(large, `offset=${many - 100}`), 4),
      ]
      const results = await play(pages, length, say)
      const before = (await residentMb(server.pid)) ?? 0
      const { bytes, peak } = await drain(await asked(wide), server.pid)
      say(`the /8 with ${many} prefixes: ${(bytes / 2 ** 20).toFixed(0)} MiB of JSON`)
      return [
        ...['search, 25 prefixes', 'subsets, 25 prefixes'].map((name) => ({
          name: `${name}: pages a second`,
          value: median(results.get(name) ?? []),
          atMost: null,
          atLeast: 500,
        })),
        { name: `first page of ${many} against ${few}`, value: ratioOf(results, 'small', 'large'), atMost: 3 },
        {
          name: `last page of ${many} against the first of ${few}`,
          value: ratioOf(results, 'small', 'large, last page'),
          atMost: null,
        },
        { name: 'MiB more while the /8 is read', value: peak - before, atMost: 128 },
      ]
    } finally {
      await server.stop()
    }
  } finally {
    await postgres.stop()
  }
}

/** Read as it comes, thrown away; with the most memory the server had meanwhile. */
async function drain({ url, headers }: { url: string; headers: Record<string, string> }, pid: number) {
  const answer = await fetch(url, { headers })
  if (!answer.ok || !answer.body) throw new Error(`${answer.status} ${await answer.text()}`)
  let [bytes, peak, looked] = [0, 0, 0]
  for await (const chunk of answer.body) {
    bytes += chunk.length
    if (bytes - looked < 2 ** 22) continue
    looked = bytes
    peak = Math.max(peak, (await residentMb(pid)) ?? 0)
  }
  return { bytes, peak: Math.max(peak, (await residentMb(pid)) ?? 0) }
}

const dataDir = await mkdtemp(join(tmpdir(), 'sublet-subsets-'))
try {
  const findings = await measure(dataDir)
  if (json) console.log(JSON.stringify(findings))
  else
    for (const { name, value, atMost, atLeast } of findings)
      console.log(
        name.padEnd(60),
        value.toFixed(2).padStart(9),
        atMost === null ? '' : `at most ${atMost}`,
        atLeast === undefined ? '' : `at least ${atLeast}`,
      )
  const isKept = ({ value, atMost, atLeast = 0 }: Finding) => value >= atLeast && (atMost === null || value <= atMost)
  process.exitCode = findings.every(isKept) ? 0 : 1
} finally {
  await rm(dataDir, { recursive: true, force: true })
}
