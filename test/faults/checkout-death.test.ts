import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { knowAsns } from '../support/market/asns.ts'
import { Buyers, type Buyer } from '../support/market/buyers.ts'
import { addAddress, addCard } from '../support/market/commerce.ts'
import { bodyOf, call, until } from '../support/http-call.ts'
import { makeLease, makeOffer, type MadeOffer } from '../support/market/market.ts'
import { PostgresProxy, type Trap } from '../support/server/postgres-proxy.ts'
import { freePort } from '../support/server/free-port.ts'
import { Machine, type Env, type Server } from '../support/server/server-process.ts'
import { openWorld, type World } from '../support/world.ts'

/**
 * Buyers go on buying while their server is killed, again and again: afterwards the books are right, nothing was bought
 * twice or lost, and the provider's own log says that no card was charged twice. Larger by hand:
 * `DEATH_CARTS=300 DEATH_KILLS=20 npx vitest run test/faults/checkout-death`.
 */

const carts = Number(process.env['DEATH_CARTS'] ?? 60)
const kills = Number(process.env['DEATH_KILLS'] ?? 4)

let machine: Machine
let world: World
let offer: MadeOffer
let settings: Env
beforeAll(async () => {
  machine = await Machine.open()
  world = await openWorld({ env: { SUBLET_PUBLIC_URL: 'http://sublet.test', SUBLET_SANDBOX: '1' } })
  await knowAsns(world)
  const holder = await world.tenant('Holder', 'holder')
  offer = await makeOffer(world, holder, {
    block: '45.8.0.0/14',
    pricings: [{ length: 24, priceMinor: 10_000, periods: [12] }],
  })
  settings = {
    SUBLET_PUBLIC_URL: 'http://sublet.test',
    SUBLET_SANDBOX: '1',
    SUBLET_LETTER_PRICE: '3',
    DATABASE_URL: world.databaseUrl,
    SUBLET_DATA_DIR: world.house.config.dataDir,
    SUBLET_PORT: String(await freePort()),
  }
})
afterAll(async () => {
  await machine.close()
  await world.close()
})

async function newBuyer(card = '4242424242424242'): Promise<Buyer> {
  const { tenant, bearer } = await world.client(['billing', 'ecommerce'])
  await addCard(world, tenant, card)
  const { uuid } = await addAddress(world, tenant)
  return { tenant, bearer, address: uuid }
}

const rows = async <R extends object>(text: string): Promise<R[]> =>
  (await world.house.pool.query<R & Record<string, unknown>>(text)).rows

/** Everything that was begun is finished, by the server that runs. */
const settled = () =>
  until(async () => {
    const [open] = await rows<{ n: number }>(`select count(*)::int as n from payment where status = 'started'`)
    const [stuck] = await rows<{ n: number }>(`select count(*)::int as n from cart where status = 'checkout'`)
    return open?.n === 0 && stuck?.n === 0
  }, 'every payment settled')

/** What was taken from cards, by the provider's own log, is what completed orders came to: once each. */
async function expectChargedOnce(): Promise<void> {
  const twice = await rows(`
    select order_uuid from payment join sandbox_charge c on c.key = payment.uuid::text
    where c.outcome = 'succeeded' group by order_uuid having count(*) > 1`)
  expect(twice).toEqual([])
  const wrong = await rows(`
    select o.uuid, o.status, o.total_minor - o.credits_minor as due, sum(c.amount_minor) as charged
    from sales_order o left join payment p on p.order_uuid = o.uuid
    left join sandbox_charge c on c.key = p.uuid::text and c.outcome = 'succeeded'
    group by o.uuid having (o.status = 'completed' and coalesce(sum(c.amount_minor), 0) <> o.total_minor - o.credits_minor)
      or (o.status <> 'completed' and sum(c.amount_minor) is not null)`)
  expect(wrong).toEqual([])
  const foreign = await rows(`
    select key from sandbox_charge c where outcome = 'succeeded' and not exists (select from payment where uuid::text = c.key)`)
  expect(foreign).toEqual([])
}

/** One for each subnet that was paid for. */
async function expectLetters({ bought }: Buyers): Promise<void> {
  const orders = bought.map(({ order }) => `'${order}'`).join()
  const letters = await rows<{ block: string }>(`select block from letter where order_uuid in (${orders})`)
  expect(letters.map(({ block }) => block).sort()).toEqual(bought.flatMap(({ subnets }) => subnets).sort())
}

async function expectAuditClean(): Promise<void> {
  const { code, out, err } = await machine.command(['audit'], settings)
  expect([code, code === 0 ? '' : out + err]).toEqual([0, ''])
}

test('buyers and a server that is killed at random', { timeout: 600_000 }, async () => {
  const buyers = await Promise.all(
    Array.from({ length: 16 }, (_, n) =>
      newBuyer(n % 8 === 7 ? '4000000000000002' : n % 8 === 6 ? '4000002500003155' : undefined),
    ),
  )
  let server: Server = await machine.start(settings)
  const shoppers = new Buyers(offer, server.url)
  const over = new AbortController()
  const running = shoppers.run(buyers, carts).finally(() => over.abort())
  let killed = 0
  for (; !over.signal.aborted && killed < kills; killed++) {
    const wanted = shoppers.carts + Math.max(1, Math.floor(carts / (kills + 1)) - 2)
    await until(async () => over.signal.aborted || shoppers.carts >= wanted, 'some more carts')
    await pause(Math.random() * 30)
    await server.end('SIGKILL')
    server = await machine.start(settings)
  }
  await running
  await settled()
  process.stdout.write(
    `${shoppers.bought.length} bought, ${shoppers.declined.length} declined, ${shoppers.waiting.length} waiting, ${killed} kills, ${shoppers.cut} cut off\n`,
  )
  await server.end()
  expect(shoppers.troubles).toEqual([])
  expect(shoppers.carts).toBe(carts)
  expect(killed).toBe(kills)
  const orders = await rows<{ uuid: string }>(`select uuid from sales_order where status = 'completed'`)
  expect(orders.map(({ uuid }) => uuid).sort()).toEqual(shoppers.bought.map(({ order }) => order).sort())
  const leases = await rows<{ block: string }>('select block from lease order by block')
  expect(leases.map(({ block }) => block).sort()).toEqual(shoppers.bought.flatMap(({ blocks }) => blocks).sort())
  await expectLetters(shoppers)
  await expectChargedOnce()
  await expectAuditClean()
})

/** Each boundary of the three phases: the server dies when these words are on their way to PostgreSQL, or answered. */
const boundaries: readonly { readonly name: string; readonly says: string; readonly trap: Trap }[] = [
  { name: 'before the claim is committed', says: 'insert into "payment"', trap: 'before commit' },
  { name: 'after the claim is committed', says: 'insert into "payment"', trap: 'after commit' },
  { name: 'before the card is charged', says: 'insert into sandbox_charge', trap: 'before statement' },
  { name: 'after the card is charged', says: 'insert into sandbox_charge', trap: 'after statement' },
  { name: 'when letters are written', says: 'insert into "letter"', trap: 'after statement' },
  { name: 'before the sale is settled', says: 'insert into "billed_period"', trap: 'before commit' },
  { name: 'after the sale is settled', says: 'insert into "billed_period"', trap: 'after commit' },
]

describe('a server that is killed', () => {
  test.each(boundaries)('$name', { timeout: 120_000 }, async ({ says, trap }) => {
    const buyer = await newBuyer()
    const proxy = await PostgresProxy.before(world.databaseUrl)
    const doomed = await machine.start({ ...settings, DATABASE_URL: proxy.url })
    const shoppers = new Buyers(offer, doomed.url)
    const place = boundaries.findIndex((row) => row.says === says && row.trap === trap)
    shoppers.skip(500 + 10 * place)
    const { block } = await makeLease(world, offer, buyer.tenant, `45.11.${place}.0/24`)
    shoppers.leases(buyer, block)
    const sprung = proxy.trap(trap, says)
    const shopping = shoppers.run([buyer], 1)
    await sprung
    await doomed.end('SIGKILL')
    const server = await machine.start(settings)
    await shopping
    await settled()
    await server.end()
    proxy.close()
    expect(shoppers.troubles).toEqual([])
    expect(shoppers.bought).toMatchObject([{ subnets: [block] }])
    await expectLetters(shoppers)
    await expectChargedOnce()
  })
})

describe('the same request to another node', () => {
  const between = boundaries.filter(({ name }) => /after the claim|card/.test(name))
  let survivor: Server
  beforeAll(async () => {
    survivor = await machine.start({ ...settings, SUBLET_PORT: String(await freePort()) })
  })
  afterAll(() => survivor.end())

  test.each(between)('when one was killed $name, is answered with the order', { timeout: 300_000 }, async (place) => {
    const buyer = await newBuyer()
    const proxy = await PostgresProxy.before(world.databaseUrl)
    const doomed = await machine.start({ ...settings, DATABASE_URL: proxy.url })
    const shoppers = new Buyers(offer, survivor.url)
    shoppers.skip(700 + 10 * boundaries.indexOf(place))
    const cart = await shoppers.fill(buyer)
    const checkOut = (url: string, headers: Record<string, string>) =>
      call('POST', `${url}/ecommerce/public/${buyer.tenant}/cart/${cart}/checkout`, { headers })
    const headers = { ...buyer.bearer, 'idempotency-key': randomUUID() }
    const sprung = proxy.trap(place.trap, place.says)
    const cut = checkOut(doomed.url, headers).catch(() => 'cut off')
    await sprung
    await doomed.end('SIGKILL')
    expect(await cut).toBe('cut off')
    const early = await checkOut(survivor.url, headers)
    // Or the survivor has heard of the death and finished it by now.
    const { code } = JSON.parse(early.text) as { code?: string }
    expect([[200], [409, 'idempotency_in_progress']]).toContainEqual(
      code === undefined ? [early.status] : [early.status, code],
    )
    const heir = await machine.start(settings)
    await settled()
    const [again, keyless] = [await checkOut(survivor.url, headers), await checkOut(survivor.url, buyer.bearer)]
    const { order } = (bodyOf(again) as { data: { order: { uuid: string; status: string; cart_uuid: string } } }).data
    expect([order.status, order.cart_uuid]).toEqual(['completed', cart])
    expect(again.headers['idempotency-replayed']).toBe('true')
    expect(bodyOf(keyless, 409)).toMatchObject({ code: 'cart_ordered', errors: { order_uuid: [order.uuid] } })
    await heir.end()
    proxy.close()
    await expectChargedOnce()
  })
})

test('after all of which the books are right', expectAuditClean)
