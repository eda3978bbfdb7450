import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { startPostgres } from '../../src/kernel/postgres/index.ts'
import { median, play, ratioOf, type Contestant, type Results } from '../contest.ts'
import { install } from './install.ts'
import { medusa } from './medusa/shop.ts'
import { sublet } from './sublet.ts'
import type { Customer, Database, OpenShop, ShopKind } from './shop.ts'
import { vendure } from './vendure/shop.ts'

/**
 * Full purchases per second here and in other open shops that run on Node and PostgreSQL, in turns, with one customer and
 * with sixteen; and how often each sells the last of something to 32 customers at once. `--only NAME`: beside that one.
 * `--installed FOLDER`: where their packages are kept from one time to the next.
 */

const crowd = 16
const hunters = 32
const json = process.argv.includes('--json')
const say = (line: string): void => (json ? undefined : console.error(line))
const option = (name: string): string | undefined => {
  const at = process.argv.indexOf(name)
  return at < 0 ? undefined : process.argv[at + 1]
}

interface Rival {
  readonly name: string
  readonly shop: OpenShop
  readonly customers: readonly Customer[]
}

async function databaseFor(url: string, name: string): Promise<Database> {
  const admin = new pg.Client({ connectionString: url })
  await admin.connect()
  await admin.query(`create database ${name}`)
  await admin.end()
  const { host, port, user = '' } = admin
  return { url: url.replace(/\/sublet\?/, `/${name}?`), host, port, user, name }
}

async function openRival(kind: ShopKind, folder: string, postgresUrl: string): Promise<Rival> {
  say(
    `${kind.name}: installing ${
      Object.entries(kind.packages)
        .map((pair) => pair.join('@'))
        .join(', ') || 'nothing'
    } …`,
  )
  await install(folder, kind.packages)
  const shop = await kind.open(folder, await databaseFor(postgresUrl, `shop_${kind.name.toLowerCase()}`))
  say(`${kind.name}: open`)
  const customers: Customer[] = []
  for (let n = 0; n < crowd; n++) customers.push(await shop.customer())
  return { name: kind.name, shop, customers }
}

const shopping = ({ name, customers }: Rival, many: number): Contestant => ({
  name: `${name}, ${many}`,
  measure: async (seconds) => {
    const begun = performance.now()
    let count = 0
    await Promise.all(
      customers.slice(0, many).map(async (customer) => {
        for (; performance.now() < begun + seconds * 1_000; count++)
          if (!(await customer.buy())) throw new Error(`${name} has sold out`)
      }),
    )
    return (count * 1_000) / (performance.now() - begun)
  },
})

/** How often the last one was sold, and how many were told neither that it is theirs nor that it is gone. */
async function sellLast({ name, shop }: Rival): Promise<{ readonly last_sold: number; readonly last_failed: number }> {
  const product = await shop.lastOne()
  const customers: Customer[] = []
  for (let n = 0; n < hunters; n++) customers.push(await shop.customer())
  const ends = await Promise.allSettled(customers.map((customer) => customer.buy(product)))
  const failures = ends.filter((end) => end.status === 'rejected')
  for (const { reason } of failures) say(`${name}: ${String(reason)}`)
  return {
    last_sold: ends.filter((end) => end.status === 'fulfilled' && end.value).length,
    last_failed: failures.length,
  }
}

const rowOf = ({ name }: Rival, results: Results) => ({
  shop: name,
  ...Object.fromEntries(
    [1, crowd].map((many) => [`with_${many}`, round(median(results.get(`${name}, ${many}`) ?? []))]),
  ),
  ...Object.fromEntries(
    [1, crowd].map((many) => [`ours_times_${many}`, round(ratioOf(results, `Sublet, ${many}`, `${name}, ${many}`))]),
  ),
})

const round = (value: number): number => Math.round(value * 10) / 10

async function measure(kinds: readonly ShopKind[], folder: string, postgresUrl: string) {
  const rivals: Rival[] = []
  try {
    for (const kind of kinds) rivals.push(await openRival(kind, join(folder, kind.name.toLowerCase()), postgresUrl))
    const contestants = [1, crowd].flatMap((many) => rivals.map((rival) => shopping(rival, many)))
    const results = await play(contestants, { rounds: 4, seconds: 5, warmUp: 5 }, say)
    const rows = []
    for (const rival of rivals) rows.push({ ...rowOf(rival, results), ...(await sellLast(rival)) })
    return rows
  } finally {
    for (const { shop } of rivals) await shop.stop()
  }
}

async function run(): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'sublet-shops-'))
  const only = option('--only')?.toLowerCase()
  const others = [vendure, medusa].filter(({ name }) => only === undefined || name.toLowerCase() === only)
  const folder = option('--installed') ?? join(dataDir, 'installed')
  await mkdir(folder, { recursive: true })
  const postgres = await startPostgres({ dataDir, settings: { max_connections: '300' } })
  try {
    const rows = await measure([sublet, ...others], folder, postgres.url)
    if (json) console.log(JSON.stringify({ rows }, null, 2))
    else console.table(rows)
  } finally {
    await postgres.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}

await run()
