import {
  addAddress,
  applyCode,
  checkOut,
  chooseMethod,
  copyAddress,
  createCode,
  keepNothing,

  showCurrentCart,
} from '../../src/commerce/index.ts'
import { addMethod, grantCredits, markPaidOut, payoutsDue } from '../../src/invoicing/index.ts'
import type { Context } from '../../src/kernel/context.ts'
import { fromNumber } from '../../src/kernel/money.ts'
import { walk } from '../../src/kernel/replay.ts'
import { addDays, addMonths, addSeconds, startOfMonth } from '../../src/kernel/time.ts'
import { endingCommitments } from '../../src/market/index.ts'
import { blocks, inGrace, waiting, type DemoLease } from './blocks.ts'
import { companies } from './companies.ts'

/**
 * The demo world's past: leases bought, renewed month for month and paid out, by the actions that do it today, each at its
 * own time. What the provider of cards wrote down is part of the world, and nobody is told of what is long past.
 */

type CompanyOf = (key: string) => string

interface Wish {
  readonly lessee: string
  readonly prefix: string
  readonly months?: number
}

/** Something that happened, in the order of the times. */
interface Moment {
  readonly at: Date
  happen(ctx: Context): Promise<void>
}

export async function tellHistory(
  ctx: Context,
  companyOf: CompanyOf,
  reserve: (ctx: Context, wish: Wish) => Promise<void>,
): Promise<void> {
  const past = inThePast(ctx)
  const begin = addDays(ctx.now, -400)
  const addresses = await openAccounts({ ...past, now: begin }, companyOf)
  const story = { ctx, companyOf, reserve, addresses }
  const moments = [...purchases(story), ...cards(story), ...transfers(story), ...gifts(story)]
  let now = begin
  for (const { at, happen } of moments.toSorted((a, b) => a.at.getTime() - b.at.getTime())) {
    await goOn(past, now, at)
    await happen({ ...past, now: at })
    now = at
  }
  await goOn(past, now, ctx.now)
}

/** With a provider of cards whose log is written in this transaction, and without a word to anybody. */
function inThePast(ctx: Context): Context {
  const { house } = ctx
  const config = { ...house.config, sandbox: true, paymentProvider: 'sandbox', vatCheckUrl: null } as const
  return { ...ctx, house: { ...house, db: ctx.db, config }, quiet: true }
}

async function goOn(past: Context, from: Date, to: Date): Promise<void> {
  if (from < to) await walk((now) => ({ ...past, now }), [endingCommitments, payoutsDue], from, to)
}

interface Story {
  readonly ctx: Context
  readonly companyOf: CompanyOf
  readonly reserve: (ctx: Context, wish: Wish) => Promise<void>
  /** By company. */
  readonly addresses: ReadonlyMap<string, string>
}

const cardOf = (number: string, { now }: Context) => ({
  type: 'card' as const,
  card: { number, expiryMonth: 12, expiryYear: now.getUTCFullYear() + 20 },
  token: null,
  makeDefault: true,
})

async function openAccounts(ctx: Context, companyOf: CompanyOf): Promise<Map<string, string>> {
  const addresses = new Map<string, string>()
  for (const { key, title, person, address, card } of companies) {
    const tenant = companyOf(key)
    const billing = { company_name: title, contact_email: person.email, ...address }
    addresses.set(key, (await addAddress(ctx, tenant, billing)).uuid)
    if (card !== undefined) await addMethod(ctx, tenant, cardOf(card, ctx))
  }
  return addresses
}

interface Purchase extends Wish {
  readonly at: Date
}

/** What one company leased on one day was one order; the orders of a day follow each other. */
function purchases(story: Story): Moment[] {
  const { now } = story.ctx
  const leases: Purchase[] = blocks.flatMap(({ leases: parts = [] }) =>
    parts.map((lease: DemoLease) => ({ ...lease, at: addDays(now, -lease.daysAgo) })),
  )
  const orders = [...Map.groupBy(leases, ({ lessee, at }) => `${lessee} ${at.getTime()}`).values()]
  return [[{ ...inGrace, at: beforeGrace(now) }], ...orders].map((order, i) => ({
    at: addSeconds(order[0]?.at ?? now, -60 * i),
    happen: (ctx) => buy(ctx, story, order),
  }))
}

async function buy(ctx: Context, { companyOf, reserve, addresses }: Story, order: readonly Wish[]): Promise<void> {
  const { lessee = '' } = order[0] ?? {}
  const tenant = companyOf(lessee)
  for (const wish of order) await reserve(ctx, wish)
  const { cart } = await showCurrentCart(ctx, tenant)
  await copyAddress(ctx, tenant, cart.uuid, addresses.get(lessee) ?? '')
  await checkOut(ctx, tenant, cart.uuid, keepNothing)
}

/** Some hours ago the period ended that was paid for. */
const graceHours = 18

/** When a lease began whose period ended just then; in a month that has such a day. */
function beforeGrace(now: Date): Date {
  const due = addSeconds(now, -graceHours * 3_600)
  const starts = [1, 2].map((months) => addMonths(due, -months))
  return starts.find((start) => start.getUTCDate() === due.getUTCDate()) ?? addMonths(due, -1)
}

/** The new card of a lessee declines whatever renews from now on. */
const cards = ({ ctx, companyOf }: Story): Moment[] => [
  {
    at: addDays(ctx.now, -3),
    happen: async (then) => void (await addMethod(then, companyOf(inGrace.lessee), cardOf(inGrace.card, then))),
  },
]

/** An operator sends what is due on the fifth of each month. */
function transfers({ ctx }: Story): Moment[] {
  const fifths = Array.from({ length: 14 }, (_, i) => addDays(addMonths(startOfMonth(ctx.now), -i), 4))
  return fifths
    .filter((fifth) => fifth < ctx.now)
    .map((at) => ({
      at,
      happen: async (then) => {
        for (const uuid of await pendingPayouts(then)) await markPaidOut(then, uuid)
      },
    }))
}

async function pendingPayouts({ db }: Context): Promise<string[]> {
  const rows = await db.selectFrom('payout').select('uuid').where('status', '=', 'pending').orderBy('number').execute()
  return rows.map((row) => row.uuid)
}

/** Credits, a discount code, and an order that waits for a transfer. */
const gifts = (story: Story): Moment[] => {
  const { ctx, companyOf } = story
  const credits = (minor: number, reason: string) => ({
    amount: fromNumber(minor, ctx.house.config.currency),
    reason,
  })
  return [
    {
      at: addDays(ctx.now, -90),
      happen: async (then) => {
        await createCode(then, {
          code: 'WELCOME10',
          name: 'Welcome: ten per cent off',
          kind: 'percent',
          value: 1_000,
          most_uses: null,
          valid_from: null,
          valid_until: null,
        })
        await grantCredits(then, companyOf('brightwave'), credits(250, 'For moving here'))
        await grantCredits(then, companyOf('quarry'), credits(40, 'For an outage of an hour'))
      },
    },
    { at: addDays(ctx.now, -1), happen: (then) => orderOnTransfer(then, story) },
  ]
}

async function orderOnTransfer(ctx: Context, { companyOf, reserve, addresses }: Story): Promise<void> {
  const tenant = companyOf(waiting.lessee)
  const transfer = { type: 'bank_transfer' as const, card: null, token: null, makeDefault: false }
  const method = await addMethod(ctx, tenant, transfer)
  await reserve(ctx, waiting)
  const { cart } = await showCurrentCart(ctx, tenant)
  await copyAddress(ctx, tenant, cart.uuid, addresses.get(waiting.lessee) ?? '')
  await applyCode(ctx, tenant, cart.uuid, 'WELCOME10')
  await chooseMethod(ctx, tenant, cart.uuid, method.uuid)
  await checkOut(ctx, tenant, cart.uuid, keepNothing)
}
