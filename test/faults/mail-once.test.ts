import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { commerceEvents } from '../../src/commerce/commerce.events.ts'
import { identityEvents } from '../../src/identity/index.ts'
import { invoicingEvents } from '../../src/invoicing/index.ts'
import type { News } from '../../src/kernel/work/event-table.ts'
import { emitAll } from '../../src/kernel/work/events.ts'
import { newUuid } from '../../src/kernel/uuid.ts'
import { lettersEvents } from '../../src/letters/letters.events.ts'
import { marketEvents } from '../../src/market/index.ts'
import { until } from '../support/http-call.ts'
import { openShop, readyCart } from '../support/market/carts.ts'
import { freePort } from '../support/server/free-port.ts'
import { headerOf, openMailServer, type MailServer } from '../support/server/mail-server.ts'
import { Machine, type Server } from '../support/server/server-process.ts'
import { openWorld, type World } from '../support/world.ts'

/**
 * Whatever a person must know is mailed once, to exactly the right people, though the server that tells it is killed
 * again and again. Larger by hand: `MAIL_KILLS=20 npx vitest run --project faults mail-once`.
 */

const kills = Number(process.env['MAIL_KILLS'] ?? 3)
const rounds = Number(process.env['MAIL_ROUNDS'] ?? 4)
const patience = 120_000 + kills * 30_000

let world: World
let mail: MailServer
let machine: Machine
let server: Server
beforeAll(async () => {
  machine = await Machine.open()
  mail = await openMailServer()
  world = await openWorld({ env: { SUBLET_SANDBOX: '1', SUBLET_PUBLIC_URL: 'http://sublet.test' } })
})
afterAll(async () => {
  await server.end('SIGKILL')
  await machine.close()
  await world.close()
  await mail.close()
})

type Reader = 'owner' | 'member'

/** What happened, the beginning of the subject by which it is told, and who is to read it. */
type Told = readonly [news: News, subject: string, readers: readonly Reader[]]

const owners: readonly Reader[] = ['owner']
const both: readonly Reader[] = ['owner', 'member']

const time = '2026-12-01T00:00:00Z'

function happenings(tenant: string, n: number): Told[] {
  const block = `45.9.${n}.0/24`
  const money = { currency: 'USD', amount: '100.00' }
  const offer = { uuid: newUuid(), block, status: 'validity_active' } as const
  const reservation = {
    uuid: newUuid(),
    block,
    price: '90.00',
    currency: 'USD',
    contract_length: 1,
    negotiated: true,
    expires_at: time,
  }
  const subscription = {
    uuid: newUuid(),
    block,
    order_uuid: newUuid(),
    ...money,
    period_end: time,
    next_step: 'capture',
    next_step_at: time,
  } as const
  const letters = [{ uuid: newUuid(), lessee: tenant, holder: newUuid(), block, asn: 64_500 }]
  const payout = { uuid: newUuid(), number: `PAY-${n}`, month: '2026-11', ...money }
  return [
    [
      identityEvents('app_key.created', tenant, { uuid: newUuid(), name: `${n}`, scopes: [] }),
      `New app key "${n}"`,
      owners,
    ],
    [commerceEvents('subscription.renewal_coming', tenant, subscription), `${block} renews on`, owners],
    [
      commerceEvents('subscription.payment_failed', tenant, { ...subscription, step: 'due', failure: 'declined' }),
      `Payment failed for ${block}`,
      owners,
    ],
    [lettersEvents('letters.released', null, { letters, by: null, reason: null }), `The letter for ${block} is`, both],
    [marketEvents('reservation.accepted', tenant, reservation), `Your offer for ${block} was accepted`, both],
    [
      marketEvents('reservation.countered', tenant, { ...reservation, counter_price: '95.00', list_price: '100.00' }),
      `Another price for ${block}`,
      both,
    ],
    [invoicingEvents('payout.made', tenant, payout), `Payout PAY-${n}: 100.00`, owners],
    [marketEvents('offer.proof_failed', tenant, { ...offer, reason: 'No code.' }), `${block}: ownership not`, both],
    [marketEvents('offer.activated', tenant, offer), `${block} is on the market`, both],
    [marketEvents('offer.invalidated', tenant, { ...offer, reasons: ['Why.'] }), `${block} is off the market`, both],
  ]
}

/** By recipient and subject, told apart by their Message-ID: a hand-over that a kill cut short may come again. */
function arrived(): string[] {
  const letters = new Map(mail.received.map((one) => [headerOf(one, 'Message-ID'), one]))
  return [...letters.values()].map((one) => `${one.to.join()} ${headerOf(one, 'Subject')}`)
}

const waiting = async (): Promise<number> =>
  (
    await world.house.pool.query<{ n: number }>(
      `select (select count(*) from outbox_event where tell_at is not null)::int + (select count(*) from
         graphile_worker.jobs where task_identifier in ('deliver_mail', 'tell_listeners') and attempts < max_attempts)::int as n`,
    )
  ).rows[0]?.n ?? 0

test('every mail arrives once, over kills of the server', { timeout: 4 * patience }, async () => {
  const shop = await openShop(world)
  const paid = await readyCart(shop)
  const unpaid = await readyCart(shop, { card: null })
  const people = { owner: '', member: '' }
  const wanted: string[] = []
  const another = await world.tenant('Another')
  // What happened so far has nobody to be told to.
  await world.runJobs()
  const tenant = paid.buyer.tenant
  for (const role of ['owner', 'member'] as const) people[role] = (await world.person(tenant, role)).email
  await world.person(tenant, 'viewer')
  await world.person(another, 'owner')
  const payer = (await world.person(unpaid.buyer.tenant, 'owner')).email
  for (const { buyer, cart } of [paid, unpaid]) await buyer.checkout(cart)
  wanted.push(`${payer} An order over USD 100.00 waits for your payment`)
  for (const reader of both) wanted.push(`${people[reader]} Your order over USD 100.00 is paid`)
  wanted.push(`${people.owner} Invoice INV-`)

  const env = {
    SUBLET_PUBLIC_URL: 'http://sublet.test',
    DATABASE_URL: world.databaseUrl,
    SUBLET_DATA_DIR: world.house.config.dataDir,
    SUBLET_SMTP_URL: mail.url,
    SUBLET_PORT: String(await freePort()),
  }
  server = await machine.start(env)
  for (let round = 0; round < Math.max(rounds, kills); round++) {
    const told = happenings(tenant, round)
    for (const [, subject, readers] of told) for (const reader of readers) wanted.push(`${people[reader]} ${subject}`)
    await world.change((ctx) =>
      emitAll(
        ctx,
        told.map(([news]) => news),
      ),
    )
    if (round >= kills) continue
    await pause(Math.random() * 400)
    await server.end('SIGKILL')
    server = await machine.start(env)
  }
  await until(
    async () => {
      // Those that a kill has cut off wait longer and longer; here they are due at once.
      await world.house.pool.query(
        `update graphile_worker._private_jobs set run_at = now(), locked_at = case when locked_at < now() - interval '20 s'
         then null else locked_at end where run_at > now() and locked_by is null`,
      )
      await world.house.pool.query(`update outbox_event set tell_at = now() where tell_at > now()`)
      return (await waiting()) === 0
    },
    patience,
    'all mail handed over',
  )
  const found = arrived()
  process.stdout.write(
    `${found.length} mails, ${mail.received.length - found.length} handed over twice, ${kills} kills\n`,
  )
  const unmatched = [...found]
  for (const one of wanted) {
    const at = unmatched.findIndex((letter) => letter.startsWith(one))
    expect(at, `no mail "${one}" among\n${unmatched.join('\n')}`).toBeGreaterThanOrEqual(0)
    unmatched.splice(at, 1)
  }
  expect(unmatched).toEqual([])
  const invoice = mail.received.find((one) => headerOf(one, 'Subject')?.startsWith('Invoice'))
  expect(invoice?.text).toMatch(/Content-Type: application\/pdf; name=INV-/)
  expect(headerOf(invoice ?? { to: [], text: '' }, 'List-Unsubscribe')).toBeUndefined()
  const letter = mail.received.find((one) => headerOf(one, 'Subject')?.startsWith('The letter'))
  expect(headerOf(letter ?? { to: [], text: '' }, 'List-Unsubscribe')).toMatch(
    /^<http:\/\/sublet\.test\/unsubscribe\/[\w-]{43}>$/,
  )
  expect(headerOf(letter ?? { to: [], text: '' }, 'List-Unsubscribe-Post')).toBe('List-Unsubscribe=One-Click')
})
