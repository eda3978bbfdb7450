import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startPostgres } from '../../src/kernel/postgres/index.ts'
import { load, median, play, ratioOf, tokenFor, type Contestant, type Results } from '../contest.ts'
import { Client } from '../purchase/client.ts'
import { openShop, type Shop } from '../purchase/shop.ts'
import { sellBefore, shopping } from '../purchase/shopping.ts'
import { residentMb, startServer, type RunningServer } from '../sublet.ts'

/** A house of two processes against one of one: purchases and reads of sixteen clients, and what each takes of memory. */

const json = process.argv.includes('--json')
const say = (line: string): void => (json ? undefined : console.error(line))
const crowd = 16
const sizes = [1, 2] as const

interface House {
  readonly processes: number
  readonly server: RunningServer
  readonly clients: readonly Client[]
  readonly contestants: readonly Contestant[]
  readonly idleMb: number
}

/** Of a process and those that it has begun, PostgreSQL aside, which has no parent here. */
async function wholeMb(pid: number): Promise<number> {
  const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => '')
  const pids = [pid, ...children.trim().split(' ').filter(Boolean).map(Number)]
  return (await Promise.all(pids.map(residentMb))).reduce<number>((sum, mb) => sum + (mb ?? 0), 0)
}

async function open(processes: number, shop: Shop, dataDir: string): Promise<House> {
  const settings = { SUBLET_DATA_DIR: dataDir, DATABASE_URL: shop.databaseUrl, SUBLET_SANDBOX: '1' }
  const server = await startServer({ ...settings, SUBLET_PROCESSES: String(processes) })
  const idleMb = await wholeMb(server.pid)
  const clients = shop.buyers.map((buyer) => new Client(server.url, buyer))
  await Promise.all(clients.map((client) => client.signIn()))
  await sellBefore(shop, clients, (client) => client.buy())
  const [buyer] = shop.buyers
  if (!buyer) throw new Error('nobody buys')
  const headers = { authorization: `Bearer ${await tokenFor(server.url, buyer.clientId, buyer.clientSecret)}` }
  const contestants = [
    shopping(`purchase, ${processes}`, clients, (client) => client.buy()),
    load(`read, ${processes}`, { url: `${server.url}/billing/v1/${buyer.tenant}`, headers }, crowd),
  ]
  return { processes, server, clients, contestants, idleMb }
}

async function measure(dataDir: string): Promise<{ results: Results; memory: number[] }> {
  const postgres = await startPostgres({ dataDir })
  const houses: House[] = []
  try {
    for (const size of sizes)
      houses.push(await open(size, await openShop(postgres.url, dataDir, `shop_${size}`, crowd, false), dataDir))
    const all = houses.flatMap(({ contestants }) => contestants).toSorted((a, b) => a.name.localeCompare(b.name))
    const results = await play(all, { rounds: 8, seconds: 2, warmUp: 2 }, say)
    return { results, memory: houses.map(({ idleMb }) => idleMb) }
  } finally {
    for (const { clients, server } of houses) {
      for (const client of clients) client.close()
      await server.stop()
    }
    await postgres.stop()
  }
}

async function measureAside() {
  const dataDir = await mkdtemp(join(tmpdir(), 'sublet-processes-'))
  try {
    return await measure(dataDir)
  } finally {
    await rm(dataDir, { recursive: true, force: true })
  }
}

const { results, memory } = await measureAside()
const rows = ['purchase', 'read'].map((what) => ({
  what,
  one: Math.round(median(results.get(`${what}, 1`) ?? [])),
  two: Math.round(median(results.get(`${what}, 2`) ?? [])),
  ratio: Math.round(ratioOf(results, `${what}, 2`, `${what}, 1`) * 100) / 100,
}))
if (json) console.log(JSON.stringify({ clients: crowd, ratios: rows, idle_mb: memory }, null, 2))
else {
  console.log(`\n${crowd} clients`.padEnd(13), ...['one/s', 'two/s', 'ratio'].map((head) => head.padStart(10)))
  for (const { what, one, two, ratio } of rows)
    console.log(what.padEnd(12), ...[String(one), String(two), ratio.toFixed(2)].map((cell) => cell.padStart(10)))
  console.log(`\nmemory at rest, all processes of the house: ${memory.join(' and ')} MB`)
}
