import {
  addUp,
  amountsOf,
  changeCredits,
  grantCredits,
  issueInvoices,
  settlePayments,
  startPayments,
  takePayments,
  type Discount,
  type DocumentLine,
  type Invoice,
  type Means,
  type Party,
  type Tax,
} from '../../../src/invoicing/index.ts'
import type { Context } from '../../../src/kernel/context.ts'
import { money } from '../../../src/kernel/money.ts'
import { addDays, addMonths, toRfc3339 } from '../../../src/kernel/time.ts'
import { newUuid } from '../../../src/kernel/uuid.ts'
import { addCard } from './commerce.ts'
import type { World } from '../world.ts'

/** Documents, cards and credits through the real actions, for tests of what happens to them. */

export const giveCredits = (world: World, tenant: string, minor: number): Promise<void> =>
  world.change((ctx) =>
    grantCredits(ctx, tenant, { amount: money(minor, ctx.house.config.currency), reason: 'for a test' }),
  )

/** A buyer whom no tax concerns unless another country is named. */
export const partyIn = (country: string, more: Partial<Party> = {}): Party => ({
  uuid: null,
  first_name: 'Ada',
  last_name: 'Example',
  company_name: 'Example Networks',
  vat_number: null,
  vat_validation_status: null,
  vat_validated_at: null,
  line_one: 'Main Street 1',
  line_two: null,
  line_three: null,
  city: 'Springfield',
  province_code: null,
  country_code: country,
  postcode: '12345',
  contact_email: null,
  contact_phone: null,
  company_code: null,
  ...more,
})

/** A month's lease of somebody's block from now on, unless something else is said. */
export function lineOf({ now }: Pick<Context, 'now'>, amount: number, more: Partial<DocumentLine> = {}): DocumentLine {
  return {
    type: 'lease',
    subject: newUuid(),
    description: 'Lease of 192.0.2.0/24',
    amount,
    taxed: true,
    from: toRfc3339(now),
    to: toRfc3339(addMonths(now, 1)),
    earner: null,
    metadata: {},
    ...more,
  }
}

export interface InvoiceWish {
  readonly lines?: readonly DocumentLine[]
  readonly buyer?: Party
  readonly taxes?: readonly Tax[]
  readonly discounts?: readonly Discount[]
  /** Of the total, in minor units; they are granted first. */
  readonly credits?: number
  /** By a test card that works, beyond the credits; `false`: it is issued unpaid. */
  readonly paid?: boolean
  readonly order?: string
  readonly at?: Date
  readonly dueAt?: Date
}

/** Of 100.00 for one line that earns nobody anything, issued now and paid by card, unless something else is said. */
export async function makeInvoice(world: World, tenant: string, wish: InvoiceWish = {}): Promise<Invoice> {
  const { currency } = world.house.config
  const { lines = [lineOf(world.ctx, 10_000)], taxes = [], discounts = [], paid = true, order = newUuid() } = wish
  const totals = addUp({ lines, discounts, taxes, credits: wish.credits ?? 0 }, currency)
  if (totals.credits > 0) await giveCredits(world, tenant, totals.credits)
  const means = paid ? await meansOf(world, tenant, order, totals) : null
  const at = wish.at ?? world.ctx.now
  const bill = {
    tenant,
    order,
    document: { buyer: wish.buyer ?? partyIn('US'), lines, ...amountsOf(totals) },
    at,
    dueAt: wish.dueAt ?? addDays(at, 7),
    paid: means,
  }
  const [invoice] = await world.change(async (ctx) => {
    await changeCredits(ctx, [{ tenant, total: 0, held: means?.credits ?? 0 }])
    return issueInvoices(ctx, [bill])
  })
  if (!invoice) throw new Error('no invoice was issued')
  return invoice
}

const vat = { code: 'vat', name: 'VAT', rate: 21_000, order: 1, stacks: false, notice: null }
const tenOff = { code: 'TEN', name: 'Ten off', kind: 'percent' as const, value: 1_000 }

/** 100.00 that a holder earns, of which 5.00 is the marketplace's, and 10.00 that it earns itself: 119.79 in all. */
export async function makeEarningInvoice(world: World, wish: InvoiceWish = {}) {
  const [buyer, holder] = [await world.client(), await world.tenant('Holder', 'holder')]
  const earner = { tenant: holder, name: '192.0.2.0/24', commission: 500 }
  const lines = [lineOf(world.ctx, 10_000, { earner }), lineOf(world.ctx, 1_000, { type: 'letter' })]
  const invoice = await makeInvoice(world, buyer.tenant, { lines, taxes: [vat], discounts: [tenOff], ...wish })
  return { buyer, holder, invoice }
}

export async function meansOf(
  world: World,
  tenant: string,
  order: string,
  { credits, remaining: amount }: { readonly credits: number; readonly remaining: number },
): Promise<Means> {
  if (amount === 0) return { credits, payment: null }
  const method = await addCard(world, tenant)
  const [payment] = await world.change((ctx) => startPayments(ctx, [{ tenant, order, method, amount, capture: true }]))
  if (!payment) throw new Error('no payment was started')
  const taken = await takePayments(world.ctx, [{ payment, method, offSession: false, attempt: 0, description: 'Test' }])
  const [settled] = await world.change((ctx) => settlePayments(ctx, taken))
  if (settled?.outcome.status !== 'succeeded') throw new Error('the payment was not taken')
  return { credits, payment: { uuid: payment.uuid, amount } }
}

/** What the ledger says about a company's accounts, and about the marketplace's together. */
export async function balancesIn(world: World, tenants: readonly string[]): Promise<Record<string, number>> {
  const { rows } = await world.house.pool.query<{ account: string; minor: number }>(
    `select account, sum(amount_minor)::bigint as minor from ledger_entry
      where transfer_uuid in (select transfer_uuid from ledger_entry where tenant_uuid = any($1))
        or source_uuid in (select uuid from invoice where tenant_uuid = any($1))
      group by account having sum(amount_minor) <> 0 order by account`,
    [tenants],
  )
  return Object.fromEntries(rows.map(({ account, minor }) => [account, minor]))
}

/** Nobody waits for the answer. */
export const nobody = { keep: async () => undefined, begin: async () => undefined }
