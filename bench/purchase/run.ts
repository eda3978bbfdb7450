import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startPostgres } from '../../src/kernel/postgres/index.ts'
import { median, play, ratioOf } from '../contest.ts'
import { startServer } from '../sublet.ts'
import { measureAgainst } from './against.ts'
import { BareShop } from './bare.ts'
import { Client } from './client.ts'
import { goals, kinds, measureCosts, type Costs, type Measured } from './costs.ts'
import { openShop } from './shop.ts'
import { sellBefore, shopping } from './shopping.ts'

/**
 * What each request of a purchase costs; then full purchases per second, from the reservation to the completed order,
 * beside the SQL that they need at least. `--against FOLDER`: only beside the purchases of another tree of this project,
 * which is installed there.
 */

const json = process.argv.includes('--json')
const say = (line: string): void => (json ? undefined : console.error(line))
const atLeast = 0.6
const crowd = 16

async function measure(dataDir: string) {
  const postgres = await startPostgres({ dataDir })
  const [ours, theirs] = [
    await openShop(postgres.url, dataDir, 'shop', crowd, false),
    await openShop(postgres.url, dataDir, 'bare', crowd, true),
  ]
  const server = await startServer({ SUBLET_DATA_DIR: dataDir, DATABASE_URL: ours.databaseUrl, SUBLET_SANDBOX: '1' })
  const clients = ours.buyers.map((buyer) => new Client(server.url, buyer))
  const bare = new BareShop(theirs, crowd)
  try {
    await Promise.all(clients.map((client) => client.signIn()))
    await sellBefore(theirs, theirs.buyers, (buyer) => bare.buy(buyer))
    await sellBefore(ours, clients, (client) => client.buy())
    return await play(
      [
        shopping('bare SQL, 1', theirs.buyers.slice(0, 1), (buyer) => bare.buy(buyer)),
        shopping('purchase, 1', clients.slice(0, 1), (client) => client.buy()),
        shopping(`bare SQL, ${crowd}`, theirs.buyers, (buyer) => bare.buy(buyer)),
        shopping(`purchase, ${crowd}`, clients, (client) => client.buy()),
      ],
      { rounds: 6, seconds: 2, warmUp: 2 },
      say,
    )
  } finally {
    for (const client of clients) client.close()
    await bare.close()
    await server.stop()
    await postgres.stop()
  }
}

interface Ratio {
  readonly clients: number
  readonly per_second: number
  readonly limit: number
  readonly ratio: number
  readonly at_least: number
}

async function measureRatios(): Promise<Ratio[]> {
  const dataDir = await mkdtemp(join(tmpdir(), 'sublet-purchase-'))
  try {
    const results = await measure(dataDir)
    return [1, crowd].map((clients) => ({
      clients,
      per_second: Math.round(median(results.get(`purchase, ${clients}`) ?? [])),
      limit: Math.round(median(results.get(`bare SQL, ${clients}`) ?? [])),
      ratio: Math.round(ratioOf(results, `purchase, ${clients}`, `bare SQL, ${clients}`) * 100) / 100,
      at_least: atLeast,
    }))
  } finally {
    await rm(dataDir, { recursive: true, force: true })
  }
}

const width = 12

function showCosts({ steps, whole, written, said }: Measured): void {
  const row = (name: string, cells: readonly string[]) =>
    console.log(name.padEnd(width), ...cells.map((cell) => cell.padStart(width)))
  const figures = (costs: Partial<Costs>) => kinds.map((kind) => costs[kind]?.toFixed(1) ?? '')
  row('a purchase', kinds)
  for (const [step, costs] of steps) row(step, figures(costs))
  row('whole', figures(whole))
  row('at most', figures(goals))
  console.log('\nrows inserted and updated, by table')
  for (const [table, { inserted, updated }] of written)
    console.log(inserted.toFixed(1).padStart(6), updated.toFixed(1).padStart(6), table)
  if (!process.argv.includes('--statements')) return
  console.log('\nstatements')
  for (const [text, times] of said) console.log(times.toFixed(1).padStart(6), text)
}

function showRatios(ratios: readonly Ratio[]): void {
  const heads = ['purchases/s', 'bare SQL/s', 'ratio', 'at least']
  console.log('\nclients', ...heads.map((head) => head.padStart(width)))
  for (const { clients, per_second, limit, ratio, at_least } of ratios) {
    const cells = [String(per_second), String(limit), ratio.toFixed(2), at_least.toFixed(2)]
    console.log(String(clients).padStart(7), ...cells.map((cell) => cell.padStart(width)))
  }
}

async function measureAll(): Promise<boolean> {
  const costs = await measureCosts()
  if (!json) showCosts(costs)
  const ratios = process.argv.includes('--costs') ? [] : await measureRatios()
  if (!json) showRatios(ratios)
  else
    console.log(JSON.stringify({ costs: Object.fromEntries(costs.steps), whole: costs.whole, goals, ratios }, null, 2))
  const missed = kinds.filter((kind) => costs.whole[kind] > (goals[kind] ?? Infinity))
  if (missed.length > 0) console.error(`above what a purchase may cost: ${missed.join(', ')}`)
  return missed.length === 0 && ratios.every(({ ratio, at_least }) => ratio >= at_least)
}

async function compareWith(tree: string): Promise<void> {
  const rows = await measureAgainst(tree, say)
  if (json) return console.log(JSON.stringify({ rows }, null, 2))
  for (const { clients, theirs, ours, ratio } of rows)
    console.log(`${clients} at once: ${ours}/s here, ${theirs}/s there, ratio ${ratio.toFixed(2)}`)
}

const against = process.argv.indexOf('--against')
if (against > 0) await compareWith(process.argv[against + 1] ?? '')
else process.exitCode = (await measureAll()) ? 0 : 1
