import { showTenant } from '../../identity/index.ts'
import { auditAll } from '../../kernel/audit.ts'
import { inTransaction, type Context } from '../../kernel/context.ts'
import { emit, emitAll } from '../../kernel/work/events.ts'
import { fromNumber, money, toAmountString } from '../../kernel/money.ts'
import { move } from '../../kernel/db/moves.ts'
import { kernelProblem } from '../../kernel/problems.ts'
import { addMonths, startOfMonth } from '../../kernel/time.ts'
import { newUuid } from '../../kernel/uuid.ts'
import { sellerOf } from '../invoice/invoice.actions.ts'
import { invoicingAudit, invoicingEvents } from '../invoicing.events.ts'
import { invoicingProblem } from '../invoicing.problems.ts'
import { post } from '../ledger.store.ts'
import { monthsUpTo, payoutMonth, payoutPostings, planPayouts, type PlannedPayout } from './payout.rules.ts'
import { payoutStates } from './payout.states.ts'
import { selfBillingTaxes } from '../details/details.rules.ts'
import { detailsInForce } from '../details/details.store.ts'
import { addUp } from '../invoice/totals.rules.ts'
import { euTaxes } from '../tax/tax.rules.ts'
import {
  holdersToPay,
  insertPayouts,
  lockPayout,
  lockPayouts,
  setPaidOut,
  setTaxes,
  type Payout,
} from './payout.store.ts'
import {
  earnedByMonth,
  earningsOf,
  findPayout,
  listPayouts,
  payoutsInBatches,
  payoutTotals,
  type LeaseEarning,
} from './view.store.ts'

export { listPayouts, payoutsInBatches }

/**
 * On the first of each month (business time) every holder is paid what it earned in the months before, where that is
 * worth a transfer. Doing it again finds nothing to do.
 */
export function makePayouts(ctx: Context): Promise<number> {
  return inTransaction(ctx, async (tx) => {
    await lockPayouts(tx)
    return (await payOut(tx)).length
  })
}

async function payOut(ctx: Context): Promise<Payout[]> {
  const minimum = leastPayout(ctx)
  const { at, ...due } = payoutMonth(ctx.now)
  const holders = await holdersToPay(ctx, { ...due, minimum })
  if (holders.length === 0) return []
  const made = await insertPayouts(ctx, {
    ...due,
    series: 'PAY',
    at,
    minimum,
    holders: holders.map((tenant) => ({ tenant, uuid: newUuid() })),
  })
  const payouts = await taxed(ctx, made)
  await post(
    ctx,
    payouts.map(({ uuid, tenant_uuid, amount_minor, tax_minor }) => ({
      kind: 'payout',
      source: uuid,
      at,
      postings: payoutPostings(tenant_uuid, amount_minor, tax_minor),
    })),
  )
  await auditAll(
    ctx,
    payouts.map((payout) => ({
      action: invoicingAudit('payout.made'),
      subject: { kind: 'payout', uuid: payout.uuid },
      tenant: payout.tenant_uuid,
      data: newsOf(ctx, payout),
    })),
  )
  await emitAll(
    ctx,
    payouts.map((payout) => invoicingEvents('payout.made', payout.tenant_uuid, newsOf(ctx, payout))),
  )
  return payouts
}

/** With the tax of each holder that has said where it is taxed: the statement is then the invoice it would write. */
async function taxed(ctx: Context, payouts: readonly Payout[]): Promise<Payout[]> {
  const { currency, sellerCountry, taxes: table } = ctx.house.config
  const details = await detailsInForce(
    ctx,
    payouts.map(({ tenant_uuid }) => tenant_uuid),
  )
  const withTaxes = payouts.map((payout): Payout => {
    const own = details.get(payout.tenant_uuid)
    if (!own) return payout
    const { account_holder, address, country_code, vat_number } = own
    const taxes = selfBillingTaxes(own, sellerCountry, table ?? euTaxes)
    const totals = addUp({ lines: [{ amount: payout.amount_minor }], discounts: [], taxes, credits: 0 }, currency)
    return {
      ...payout,
      tax_minor: totals.tax,
      taxes: totals.taxes,
      supplier: { account_holder, address, country_code, vat_number },
    }
  })
  for (const payout of withTaxes) if (payout.supplier) await setTaxes(ctx, payout)
  return withTaxes
}

/** What will be paid out if nothing but this is earned until then. */
export async function payoutsAhead(
  ctx: Context,
  tenant: string,
  earnings: readonly { readonly at: Date; readonly gross: number; readonly commission: number }[],
  until: Date,
): Promise<PlannedPayout[]> {
  const { unpaid } = await payoutTotals(ctx, tenant)
  const net = earnings.map(({ at, gross, commission }) => ({ at, amount: gross - commission }))
  return planPayouts(unpaid, net, { now: ctx.now, until, minimum: leastPayout(ctx) })
}

function leastPayout({ house: { config } }: Context): number {
  return Math.max(1, fromNumber(config.payoutMinimum, config.currency).minor)
}

function newsOf({ house: { config } }: Context, { uuid, number, month, amount_minor }: Payout) {
  const { currency } = config
  return { uuid, number, month, amount: toAmountString(money(amount_minor, currency)), currency }
}

/** An operator has sent the money, to the account that the holder has named. */
export async function payByHand(ctx: Context, uuid: string): Promise<Payout> {
  const payout = await lockPayout(ctx, uuid)
  if (!payout) throw kernelProblem('not_found')
  const { tenant_uuid: tenant, status, creditor } = payout
  if (status === 'pending' && !creditor && !(await detailsInForce(ctx, [tenant])).has(tenant))
    throw invoicingProblem('bank_details_missing')
  return markPaidOut(ctx, uuid)
}

/** The money is on its way. */
export async function markPaidOut(ctx: Context, uuid: string): Promise<Payout> {
  const payout = await lockPayout(ctx, uuid)
  if (!payout) throw kernelProblem('not_found')
  const { tenant_uuid: tenant, status: from } = payout
  const made = { table: 'payout', uuid, tenant, from, trigger: 'pay' as const, data: newsOf(ctx, payout) }
  const status = await move(ctx, payoutStates, made, () => invoicingProblem('payout_paid'))
  await setPaidOut(ctx, uuid, ctx.now)
  await emit(ctx, invoicingEvents('payout.paid', tenant, newsOf(ctx, payout)))
  return { ...payout, status, paid_at: ctx.now }
}

async function showPayout(ctx: Context, tenant: string, uuid: string): Promise<Payout> {
  const payout = await findPayout(ctx, tenant, uuid)
  if (!payout) throw kernelProblem('not_found')
  return payout
}

interface PayoutInFull {
  readonly payout: Payout
  readonly leases: readonly LeaseEarning[]
  readonly total: number
}

/** With what each lease brought, a page of them. */
export async function showPayoutInFull(
  ctx: Context,
  tenant: string,
  uuid: string,
  page: { readonly perPage: number; readonly offset: number },
): Promise<PayoutInFull> {
  const payout = await showPayout(ctx, tenant, uuid)
  const { rows, total } = await earningsOf(ctx, uuid, page)
  return { payout, leases: rows, total }
}

/** A statement of more leases than this sums up the rest. */
const printedLeases = 1_000

/** All that stands on the paper. */
export async function showStatement(ctx: Context, tenant: string, uuid: string) {
  const { payout, leases, total } = await showPayoutInFull(ctx, tenant, uuid, { perPage: printedLeases, offset: 0 })
  const { title: holder } = await showTenant(ctx, tenant)
  return { payout, leases, holder, seller: sellerOf(ctx), more: total - leases.length }
}

const shownMonths = 12

/** All there ever was, and the last twelve calendar months with the one that runs, the oldest first. */
export async function payoutStats(ctx: Context, tenant: string) {
  const from = addMonths(startOfMonth(ctx.now), 1 - shownMonths)
  const [totals, earned] = [await payoutTotals(ctx, tenant), await earnedByMonth(ctx, tenant, from)]
  const byMonth = new Map(earned.map((month) => [month.month, month]))
  const months = monthsUpTo(ctx.now, shownMonths).map(
    (month) => byMonth.get(month) ?? { month, gross: 0, commission: 0 },
  )
  return { totals, months }
}
