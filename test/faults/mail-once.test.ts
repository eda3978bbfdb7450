import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { emitAll } from '../../src/kernel/work/events.ts'
import { until } from '../support/http-call.ts'
import { buyerIn, openShop, readyCart, type Buyer, type Shop } from '../support/market/carts.ts'
import { addCard } from '../support/market/commerce.ts'
import { actIn } from '../support/market/reservations.ts'
import { both, happenings, type Reader } from '../support/happenings.ts'
import { freePort } from '../support/server/free-port.ts'
import { headerOf, openMailServer, type MailServer } from '../support/server/mail-server.ts'
import { Machine, type Server } from '../support/server/server-process.ts'
import { openWorld, type World } from '../support/world.ts'

/**
 * Whatever a person must know is mailed once, to exactly the right people, though the server that tells it is killed
 * again and again. Larger by hand: `MAIL_KILLS=20 npx vitest run test/faults/mail-once`.
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

/** About access or money: nobody can do without these. */
const isDuty = /^(New app key|Payment failed|\d+ payments failed|Payout|Payment due for your order|Invoice)/

/**
 * By recipient and subject, told apart by their Message-ID: a hand-over that a kill cut short may come again. A mail of an
 * alert that has gathered stands for each of what it tells.
 */
async function arrived(): Promise<string[]> {
  const { rows } = await world.house.pool.query<{ uuid: string; subjects: string[] }>(
    `select m.uuid, array(select h ->> 'subject' from jsonb_array_elements(a.happenings) h) as subjects
     from mail m join alert a on a.uuid = m.event_uuid`,
  )
  const told = new Map(rows.map(({ uuid, subjects }) => [`<${uuid}@sublet.test>`, subjects]))
  const letters = new Map(mail.received.map((one) => [headerOf(one, 'Message-ID') ?? '', one]))
  return [...letters].flatMap(([id, one]) =>
    (told.get(id) ?? [headerOf(one, 'Subject')]).map((subject) => `${one.to.join()} ${subject}`),
  )
}

const waiting = async (): Promise<number> =>
  (
    await world.house.pool.query<{ n: number }>(
      `select (select count(*) from outbox_event where tell_at is not null)::int + (select count(*) from
         graphile_worker.jobs where task_identifier in ('deliver_mail', 'tell_listeners', 'tell_alert') and attempts < max_attempts)::int as n`,
    )
  ).rows[0]?.n ?? 0

interface Stand {
  readonly shop: Shop
  readonly buyer: Buyer
  readonly payer: Buyer
  readonly people: Readonly<Record<Reader | 'payer', string>>
}

/** A company that pays by card, one that does not, the holder, and others whom nothing of it concerns. */
async function openStand(): Promise<Stand> {
  const shop = await openShop(world)
  const [buyer, payer, another] = [await buyerIn(world), await buyerIn(world), await world.tenant('Another')]
  await addCard(world, buyer.tenant)
  // What happened so far has nobody to be told to.
  await world.runJobs()
  const of = async (tenant: string, role: 'owner' | 'member') => (await world.person(tenant, role)).email
  await world.person(buyer.tenant, 'viewer')
  await world.person(another, 'owner')
  const people = {
    owner: await of(buyer.tenant, 'owner'),
    member: await of(buyer.tenant, 'member'),
    holder: await of(shop.holder.tenant, 'owner'),
    payer: await of(payer.tenant, 'owner'),
  }
  return { shop, buyer, payer, people }
}

/** A purchase, an order that waits, and an offer that is declined, by the API; returns what is to be mailed of them. */
async function trade({ shop, buyer, payer, people }: Stand): Promise<string[]> {
  for (const one of [buyer, payer]) await one.checkout((await readyCart(shop, { buyer: one, card: null })).cart)
  const offer = await shop.offer({ negotiable: true })
  const { body } = await buyer.reserve(offer, { ip_price: '0.3' })
  await actIn(world)(shop.holder, 'decline', body.data.uuid)
  return [
    `${people.payer} Payment due for your order: USD 100.00`,
    ...both.map((reader) => `${people[reader]} Payment received for your order: USD 100.00`),
    `${people.owner} Invoice INV-`,
    `${people.holder} Offer for ${offer.block}`,
    ...both.map((reader) => `${people[reader]} Your offer for ${offer.block} was declined`),
  ]
}

test('every mail arrives once, over kills of the server', { timeout: 4 * patience }, async () => {
  const stand = await openStand()
  const { people, buyer, shop } = stand
  const wanted: string[] = []
  const env = {
    SUBLET_PUBLIC_URL: 'http://sublet.test',
    DATABASE_URL: world.databaseUrl,
    SUBLET_DATA_DIR: world.house.config.dataDir,
    SUBLET_SMTP_URL: mail.url,
    SUBLET_RDAP: 'off',
    SUBLET_PORT: String(await freePort()),
  }
  server = await machine.start(env)
  for (let round = 0; round < Math.max(rounds, kills); round++) {
    const told = happenings({ tenant: buyer.tenant, holder: shop.holder.tenant }, round)
    for (const [, subject, readers] of told) for (const reader of readers) wanted.push(`${people[reader]} ${subject}`)
    await world.change((ctx) =>
      emitAll(
        ctx,
        told.map(([news]) => news),
      ),
    )
    wanted.push(...(await trade(stand)))
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
         then null else locked_at end where id in (select id from graphile_worker._private_jobs
           where run_at > now() and locked_by is null for update skip locked)`,
      )
      await world.house.pool.query(
        `update outbox_event set tell_at = now() where uuid in
           (select uuid from outbox_event where tell_at > now() for update skip locked)`,
      )
      return (await waiting()) === 0
    },
    'all mail handed over',
    patience,
  )
  const found = await arrived()
  process.stdout.write(`${found.length} things told in ${mail.received.length} hand-overs, ${kills} kills\n`)
  const unmatched = [...found]
  for (const one of wanted) {
    const at = unmatched.findIndex((letter) => letter.startsWith(one))
    expect(at, `no mail "${one}" among\n${unmatched.join('\n')}`).toBeGreaterThanOrEqual(0)
    unmatched.splice(at, 1)
  }
  expect(unmatched).toEqual([])
  for (const one of mail.received) {
    const subject = headerOf(one, 'Subject') ?? ''
    expect(one.text, `the mail "${subject}"`).toMatch(/Content-Type: text\/plain[^]*Content-Type: text\/html/)
    expect([subject, headerOf(one, 'List-Unsubscribe') === undefined]).toEqual([subject, isDuty.test(subject)])
  }
  const invoice = mail.received.find((one) => headerOf(one, 'Subject')?.startsWith('Invoice'))
  expect(invoice?.text).toMatch(/Content-Type: application\/pdf; name=INV-/)
  const letter = mail.received.find((one) => headerOf(one, 'Subject')?.startsWith('The LOA'))
  expect(headerOf(letter ?? { to: [], text: '' }, 'List-Unsubscribe')).toMatch(
    /^<http:\/\/sublet\.test\/unsubscribe\/[\w-]{43}>$/,
  )
  expect(headerOf(letter ?? { to: [], text: '' }, 'List-Unsubscribe-Post')).toBe('List-Unsubscribe=One-Click')
})
