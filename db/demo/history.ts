import {
  addAddress,
  applyCode,
  checkOut,
  chooseMethod,
  copyAddress,
  createCode,
  nobody,
  renewalsDue,
  requestTermination,
  showCurrentCart,
} from '../../src/commerce/index.ts'
import { addMethod, grantCredits, markPaidOut, payoutsDue, removeMethod } from '../../src/invoicing/index.ts'
import type { Context } from '../../src/kernel/context.ts'
import { fromNumber } from '../../src/kernel/money.ts'
import { walk } from '../../src/kernel/work/replay.ts'
import { addDays, addMonths, addSeconds, startOfMonth } from '../../src/kernel/time.ts'
import { query } from '../../src/kernel/db/query.ts'
import { endingCommitments } from '../../src/market/index.ts'
import { lendNetwork } from '../../src/network/index.ts'
import { blocks, inGrace, leaving, waiting, type DemoLease } from './blocks.ts'
import { companies } from './companies.ts'
import { orderLetters, orderWaitingLetters, revokeSome, type Lessee } from './letters.ts'

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
  readonly happen: (ctx: Context) => Promise<void>
}

export async function tellHistory(
  ctx: Context,
  companyOf: CompanyOf,
  reserve: (ctx: Context, wish: Wish) => Promise<void>,
): Promise<void> {
  const past = inThePast(ctx)
  const begin = addDays(ctx.now, -400)
  const accounts = await openAccounts({ ...past, now: begin }, companyOf)
  const story = { ctx, companyOf, reserve, accounts }
  const moments = [...purchases(story), ...letterOrders(story), ...cards(story), ...transfers(story), ...gifts(story)]
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
  const past = { ...ctx, house: { ...house, db: ctx.db, config }, quiet: true } as const
  lendNetwork(ctx, past)
  return past
}

async function goOn(past: Context, from: Date, to: Date): Promise<void> {
  if (from < to) await walk((now) => ({ ...past, now }), [endingCommitments, renewalsDue, payoutsDue], from, to)
}

interface Story {
  readonly ctx: Context
  readonly companyOf: CompanyOf
  readonly reserve: (ctx: Context, wish: Wish) => Promise<void>
  /** By company. */
  readonly accounts: ReadonlyMap<string, Account>
}

interface Account {
  readonly address: string
  readonly card: string | null
}

const cardOf = (number: string, { now }: Context) => ({
  type: 'card' as const,
  card: { number, expiryMonth: 12, expiryYear: now.getUTCFullYear() + 20 },
  token: null,
  makeDefault: true,
})

async function openAccounts(ctx: Context, companyOf: CompanyOf): Promise<Map<string, Account>> {
  const accounts = new Map<string, Account>()
  for (const { key, title, person, address: place, card } of companies) {
    const tenant = companyOf(key)
    const address = await addAddress(ctx, tenant, { company_name: title, contact_email: person.email, ...place })
    const method = card === undefined ? null : await addMethod(ctx, tenant, cardOf(card, ctx))
    accounts.set(key, { address: address.uuid, card: method?.uuid ?? null })
  }
  return accounts
}

interface Purchase extends Wish {
  readonly at: Date
}

const leased = (now: Date): Purchase[] =>
  blocks.flatMap(({ leases = [] }) => leases.map((lease: DemoLease) => ({ ...lease, at: startOf(lease, now) })))

/** What one company leased on one day was one order; the orders of a day follow each other. */
function purchases(story: Story): Moment[] {
  const { now } = story.ctx
  const orders = [...Map.groupBy(leased(now), ({ lessee, at }) => `${lessee} ${at.getTime()}`).values()]
  return [[{ ...inGrace, at: beforeGrace(now) }], ...orders].map((order, i) => ({
    at: addSeconds(order[0]?.at ?? now, -60 * i),
    happen: (ctx) => buy(ctx, story, order),
  }))
}

/** Most companies order on one of two days of a month, so that what renews together is renewed together. */
const orderDays = [9, 20]

function startOf({ daysAgo }: DemoLease, now: Date): Date {
  const about = addDays(now, -daysAgo).getTime()
  const days = orderDays.flatMap((day) =>
    Array.from({ length: 14 }, (_, months) => addMonths(addDays(now, -day), -months)),
  )
  const distance = (day: Date) => Math.abs(day.getTime() - about)
  return days.reduce((best, day) => (distance(day) < distance(best) ? day : best))
}

async function buy(ctx: Context, story: Story, order: readonly Wish[]): Promise<void> {
  const { lessee = '' } = order[0] ?? {}
  for (const wish of order) await story.reserve(ctx, wish)
  const { tenant, cart } = await fillCart(ctx, story, lessee)
  await checkOut(ctx, tenant, cart, nobody)
}

const lesseeOf = (story: Story, key: string): Lessee => ({
  tenant: story.companyOf(key),
  title: companies.find((company) => company.key === key)?.title ?? key,
  checkOut: async (ctx) => {
    const { tenant, cart } = await fillCart(ctx, story, key)
    await checkOut(ctx, tenant, cart, nobody)
  },
})

async function fillCart(ctx: Context, { companyOf, accounts }: Story, lessee: string) {
  const tenant = companyOf(lessee)
  const { cart } = await showCurrentCart(ctx, tenant)
  await copyAddress(ctx, tenant, cart.uuid, accounts.get(lessee)?.address ?? '')
  return { tenant, cart: cart.uuid }
}

/** Days ago. Few, so that a first start is quick. */
const letterRounds = [95, 8]

/** Each lessee orders letters for all it has leased since the last time. */
function letterOrders(story: Story): Moment[] {
  const { now } = story.ctx
  const leases = [{ ...inGrace, at: beforeGrace(now) }, ...leased(now)]
  return letterRounds.flatMap((daysAgo, round) => {
    const [from, at] = [addDays(now, -(letterRounds[round - 1] ?? 1_000)), addDays(now, -daysAgo)]
    const since = leases.filter((lease) => lease.at >= from && lease.at < at)
    return [...Map.groupBy(since, ({ lessee }) => lessee)].map(([lessee, its], i) => ({
      at: addSeconds(at, 60 * i),
      happen: (ctx: Context) =>
        orderLetters(
          ctx,
          lesseeOf(story, lessee),
          its.map(({ prefix }) => prefix),
        ),
    }))
  })
}

/** Some hours ago the period ended that was paid for. */
const graceHours = 18

/** When a lease began whose period ended just then; in a month that has such a day. */
function beforeGrace(now: Date): Date {
  const due = addSeconds(now, -graceHours * 3_600)
  const starts = [1, 2].map((months) => addMonths(due, -months))
  return starts.find((start) => start.getUTCDate() === due.getUTCDate()) ?? addMonths(due, -1)
}

/** A lessee changes its card for one that declines whatever renews. */
const cards = ({ ctx, companyOf, accounts }: Story): Moment[] => [
  {
    at: addDays(ctx.now, -3),
    happen: async (then) => {
      const tenant = companyOf(inGrace.lessee)
      await addMethod(then, tenant, cardOf(inGrace.card, then))
      await removeMethod(then, tenant, accounts.get(inGrace.lessee)?.card ?? '')
    },
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

async function pendingPayouts(ctx: Context): Promise<string[]> {
  const rows = await query<{ uuid: string }>`
    select uuid from payout where status = 'pending' order by number`.rows(ctx)
  return rows.map((row) => row.uuid)
}

/** Credits, a discount code, an order that waits for a transfer, letters, and a lease that ends with its period. */
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
    { at: addDays(ctx.now, -6), happen: revokeSome },
    { at: addDays(ctx.now, -1), happen: (then) => orderOnTransfer(then, story) },
    { at: addSeconds(ctx.now, -80_000), happen: (then) => orderWaitingLetters(then, lesseeOf(story, 'kestrel')) },
    { at: addSeconds(ctx.now, -7_200), happen: (then) => giveNotice(then, companyOf(leaving.lessee)) },
  ]
}

async function orderOnTransfer(ctx: Context, story: Story): Promise<void> {
  await story.reserve(ctx, waiting)
  const { tenant, cart } = await fillCart(ctx, story, waiting.lessee)
  const transfer = { type: 'bank_transfer' as const, card: null, token: null, makeDefault: false }
  await chooseMethod(ctx, tenant, cart, (await addMethod(ctx, tenant, transfer)).uuid)
  await applyCode(ctx, tenant, cart, 'WELCOME10')
  await checkOut(ctx, tenant, cart, nobody)
}

async function giveNotice(ctx: Context, tenant: string): Promise<void> {
  const { uuid } = await query<{ uuid: string }>`
    select uuid from subscription where tenant_uuid = ${tenant} and name = ${leaving.prefix}`.only(ctx)
  const wish = { type: 'end_of_period' as const, reason: 'We move to another region', details: null, useAgain: true }
  await requestTermination(ctx, tenant, uuid, wish, async () => undefined)
}
