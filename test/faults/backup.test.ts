import { readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findPostgres } from '../../src/kernel/postgres/index.ts'
import { knowAsns } from '../support/market/asns.ts'
import { Buyers, type Buyer } from '../support/market/buyers.ts'
import { addAddress, addCard } from '../support/market/commerce.ts'
import { demoFolder } from '../support/server/demo-folder.ts'
import { bodyOf, call, until } from '../support/http-call.ts'
import { makeOffer } from '../support/market/market.ts'
import { demoCredentials, Machine, Process, program, type Server, signIn } from '../support/server/server-process.ts'
import { openWorld, type World } from '../support/world.ts'

/** The drill: a backup under load, a restore elsewhere, and all that was promised is there. */

const env = { SUBLET_PUBLIC_URL: 'http://sublet.test' }
let machine: Machine
let dataDir: string
let server: Server
let world: World
let shoppers: Buyers
let buyers: readonly Buyer[]

beforeAll(async () => {
  machine = await Machine.open()
  dataDir = await demoFolder(machine)
  server = await machine.start({ ...env, SUBLET_DATA_DIR: dataDir })
  const databaseUrl = (await findPostgres(dataDir))?.url ?? ''
  world = await openWorld({ env: { ...env, SUBLET_SANDBOX: '1' }, over: { databaseUrl, dataDir } })
  await knowAsns(world)
  const holder = await world.tenant('Holder', 'holder')
  const pricings = [{ length: 24, priceMinor: 10_000, periods: [12] }]
  shoppers = new Buyers(await makeOffer(world, holder, { block: '45.0.0.0/10', pricings }), server.url)
  buyers = await Promise.all(Array.from({ length: 4 }, newBuyer))
})
afterAll(async () => {
  await world.close()
  await machine.close()
})

async function newBuyer(): Promise<Buyer> {
  const { tenant, bearer } = await world.client(['billing', 'ecommerce'])
  await addCard(world, tenant)
  return { tenant, bearer, address: (await addAddress(world, tenant)).uuid }
}

/** They buy until told to stop. */
function shopping(): () => Promise<void> {
  const over = new AbortController()
  const all = buyers.map(async (buyer) => {
    while (!over.signal.aborted) {
      await shoppers.shop(buyer)
      await pause(10)
    }
  })
  return async () => {
    over.abort()
    await Promise.all(all)
  }
}

const bought = () => shoppers.bought.map(({ order }) => order)
const untilBought = (more: number) => {
  const wanted = shoppers.bought.length + more
  return until(async () => shoppers.bought.length >= wanted, `${more} more orders`)
}

/** What a command that must succeed prints with --json. */
async function json<T>(args: readonly string[], folder: string): Promise<T> {
  const { code, out, err } = await machine.command([...args, '--json'], { ...env, SUBLET_DATA_DIR: folder })
  expect([code, code === 0 ? '' : out + err]).toEqual([0, ''])
  return JSON.parse(out) as T
}

interface Restored {
  readonly data_dir: string
  readonly breaches: readonly string[]
  readonly applied: readonly string[]
  readonly holdings: { readonly orders: number; readonly invoices: number }
}

async function rowsIn<R extends object>(folder: string, text: string, values: unknown[] = []): Promise<R[]> {
  const client = new pg.Client({ connectionString: (await findPostgres(folder))?.url })
  await client.connect()
  try {
    return (await client.query<R & pg.QueryResultRow>(text, values)).rows
  } finally {
    await client.end()
  }
}

interface Document {
  readonly uuid: string
  readonly number: string
  readonly order_uuid: string | null
  readonly total_minor: string
}

/** Numbers have no gap and are given at the commit: what has come back is all of them up to one. */
const invoicesIn = (folder: string) =>
  rowsIn<Document>(folder, 'select uuid, number, order_uuid, total_minor from invoice order by series, number')
const ordersIn = async (folder: string) =>
  (await rowsIn<{ uuid: string }>(folder, 'select uuid from sales_order order by uuid')).map(({ uuid }) => uuid)

test('a backup under load comes back elsewhere', { timeout: 600_000 }, async () => {
  const file = join(machine.folder, 'under-load.tar.zst')
  const stopShopping = shopping()
  await untilBought(6)
  const before = bought()
  const made = await json<{ bytes: number; files: number }>(['backup', file], dataDir)
  const during = bought().length - before.length
  await untilBought(buyers.length + 4)
  const after = bought().slice(before.length + during + buyers.length)
  await stopShopping()
  expect(shoppers.troubles).toEqual([])
  expect((await stat(file)).mode & 0o777).toBe(0o600)

  const elsewhere = machine.newFolder()
  const { breaches, holdings } = await json<Restored>(['restore', file], elsewhere)
  expect(breaches).toEqual([])
  const restored = await machine.start({ ...env, SUBLET_DATA_DIR: elsewhere })
  const orders = await ordersIn(elsewhere)
  expect(holdings.orders).toBe(orders.length)
  expect(before.filter((order) => !orders.includes(order))).toEqual([])
  expect(after.filter((order) => orders.includes(order))).toEqual([])
  const known = new Set(await ordersIn(dataDir))
  expect(orders.filter((order) => !known.has(order))).toEqual([])

  const originals = await invoicesIn(dataDir)
  const uuids = new Set(originals.map(({ uuid }) => uuid))
  // An order that was paid when the backup ended is invoiced after the restore, once more but no differently.
  const { true: invoices = [], false: madeSince = [] } = Object.groupBy(await invoicesIn(elsewhere), ({ uuid }) =>
    uuids.has(uuid) ? 'true' : 'false',
  )
  const last = invoices.at(-1)?.number ?? ''
  expect(invoices).toEqual(originals.filter(({ number }) => number <= last || !number.startsWith('INV')))
  expect(holdings.invoices).toBe(invoices.length)
  for (const { order_uuid, total_minor } of madeSince)
    expect(originals).toContainEqual(expect.objectContaining({ order_uuid, total_minor }))
  process.stdout.write(
    `${before.length} orders before, ${during} during the backup of ${made.files} files (${made.bytes} bytes); ${orders.length} orders and ${invoices.length} invoices came back\n`,
  )
  await expectAlive(restored, elsewhere)
  await restored.end()
})

/** People get in, and letters are genuine by the keys that were published before. */
async function expectAlive({ url }: Server, folder: string): Promise<void> {
  const { password, tenant } = await demoCredentials(folder)
  const headers = await signIn(url, 'lessee@demo.example', password)
  const [letter] = await rowsIn<{ uuid: string; lease_uuid: string; code: string }>(
    folder,
    `select uuid, lease_uuid, code from letter where tenant_uuid = $1 and status = 'active' order by uuid`,
    [tenant],
  )
  const download = `/billing/v1/${tenant}/market/ipv4/services/${letter?.lease_uuid}/loa/download?loa_uuid=${letter?.uuid}`
  const pdf = await fetch(`${url}${download}`, { headers })
  const [path, keys] = [join(machine.folder, 'letter.pdf'), join(machine.folder, 'letter-keys.json')]
  await writeFile(path, Buffer.from(await pdf.arrayBuffer()))
  await writeFile(keys, (await call('GET', `${server.url}/.well-known/letter-keys.json`)).text)
  expect(await json(['verify', path, '--keys', keys], machine.newFolder())).toMatchObject({ genuine: true })
  const verified = bodyOf(
    await call('GET', `${url}/verify/${letter?.code}`, { headers: { accept: 'application/json' } }),
  )
  expect(JSON.stringify(verified)).toContain('true')
}

/** What does not change any more when nobody buys: of what jobs go on with, only that it is there. */
const lasting = {
  tenant: 't',
  person: 't',
  sales_order: 't',
  invoice: 't',
  lease: 't.uuid',
  letter: 't.uuid',
  payment: 't.uuid',
  allocation: 't.uuid',
}

async function contentOf(folder: string): Promise<unknown[]> {
  const digests = Object.entries(lasting).map(([table, what]) =>
    rowsIn(folder, `select '${table}', count(*), md5(string_agg(${what}::text, '' order by uuid)) from ${table} t`),
  )
  return Promise.all(digests)
}

test(
  'kill -9 of a backup and of a restore: the server goes on, and the next one works',
  { timeout: 600_000 },
  async () => {
    const file = join(machine.folder, 'killed.tar.zst')
    const stopShopping = shopping()
    const killed = machine.keep(
      new Process(process.execPath, [program, 'backup', file], { ...env, SUBLET_DATA_DIR: dataDir }),
    )
    const part = async () => (await stat(`${file}.part`).catch(() => null))?.isFile()
    const inTheMiddle = async () => (killed.isRunning ? part() : Promise.reject(new Error(killed.output)))
    await until(inTheMiddle, 'a backup has begun')
    await killed.end('SIGKILL')
    expect(await part()).toBe(true)
    await untilBought(2)
    await stopShopping()
    const slots = async () => (await rowsIn(dataDir, 'select from pg_replication_slots')).length
    await until(async () => (await slots()) === 0, 'the log is kept for nobody')

    const content = await contentOf(dataDir)
    await json(['backup', file], dataDir)
    expect(await part()).toBeUndefined()

    const elsewhere = machine.newFolder()
    const settings = { ...env, SUBLET_DATA_DIR: elsewhere }
    const dying = machine.keep(new Process(process.execPath, [program, 'restore', file], settings))
    const unpacking = async () => (await readdir(elsewhere).catch(() => [])).some((name) => name.startsWith('restore.'))
    await until(unpacking, 'a restore has begun')
    await dying.end('SIGKILL')
    const refused = await machine.command(['tenant', 'list'], settings)
    expect(refused).toMatchObject({ code: 1, err: expect.stringContaining('holds a restore that is not finished') })

    expect((await json<Restored>(['restore', file], elsewhere)).breaches).toEqual([])
    expect((await readdir(elsewhere)).filter((name) => name.includes('part'))).toEqual([])
    const restored = await machine.start(settings)
    expect(await contentOf(elsewhere)).toEqual(content)
    await restored.end()
    expect(await readFile(join(elsewhere, 'secret.key'))).toEqual(await readFile(join(dataDir, 'secret.key')))
  },
)
