import { describe, expect, it } from 'vitest'
import { invariants } from '../../../src/app/invariants.ts'
import { newUuid } from '../../../src/kernel/uuid.ts'
import { buyerIn } from '../../support/market/carts.ts'
import { balancesIn, makeEarningInvoice, type InvoiceWish } from '../../support/market/invoicing.ts'
import { goodCard, makeSubscription } from '../../support/market/subscriptions.ts'
import { onlyOperators, outcomeOf, outcomesFor } from '../../support/portal.ts'
import { stageOffice } from '../../support/stages.ts'

/** operatorRefundInvoice in part, operatorPreviewRefund */

const { world, office } = await stageOffice({
  env: { SUBLET_SANDBOX: '1', SUBLET_STRIPE_KEY: 'sk_test_x', SUBLET_STRIPE_URL: 'http://127.0.0.1:9' },
})

const pathOf = (uuid: string) => `/portal/operator/invoices/${uuid}/refund`

const refund = (uuid: string, given: object = {}, headers: object = {}) =>
  world.call('POST', pathOf(uuid), {
    headers: { ...office.operator, ...headers },
    payload: { to: 'credits', reason: 'asked for', ...given },
  })

const preview = (uuid: string, query = '', headers: Record<string, string> = office.operator) =>
  world.call('GET', `${pathOf(uuid)}${query}`, { headers })

const earningInvoice = (wish?: InvoiceWish) => makeEarningInvoice(world, wish)

/** Those that speak of invoices and of what holders are owed: these invoices have no orders. */
async function broken(): Promise<string[]> {
  const money =
    /^(every transfer|every document|what |a company's credits|a line earns|money that was|every invoice that)/
  const found: string[] = []
  for (const invariant of invariants.filter(({ name }) => money.test(name)))
    found.push(...(await invariant.check(world.ctx)).breaches.map((breach) => `${invariant.name}: ${breach}`))
  return found
}

const rowsOf = async (query: string, ...values: unknown[]) => (await world.house.pool.query(query, values)).rows

describe('a refund in part', () => {
  it('gives credits, takes back each line by its share, and leaves the invoice paid', async () => {
    const { buyer, holder, invoice } = await earningInvoice()
    const { status, body } = await refund(invoice.uuid, { amount: 20 })
    expect(status).toBe(200)
    expect(body.data.invoice).toMatchObject({ status: 'paid', total: 119.79, total_paid: 99.79, total_left_to_pay: 0 })
    expect(body.data.credit_note).toMatchObject({ corrects_invoice_uuid: invoice.uuid, status: 'paid', total: -20 })
    expect(body.data.credit_note.total_tax).toBeCloseTo(-3.47, 2)
    const { rows } = await world.house.pool.query('select total_minor from credit_account where tenant_uuid = $1', [
      buyer.tenant,
    ])
    expect(rows).toEqual([{ total_minor: 2_000 }])
    expect(await balancesIn(world, [buyer.tenant, holder])).toMatchObject({ credit: -2_000, payments: 11_979 })
    const told = await rowsOf(
      `select type from outbox_event where tenant_uuid = $1 and type like 'invoice.refunded'`,
      buyer.tenant,
    )
    expect(told).toEqual([])
    expect(await broken()).toEqual([])
  })

  it('is followed by others, until nothing is left and the invoice is refunded', async () => {
    const { buyer, holder, invoice } = await earningInvoice({ credits: 2_000 })
    for (const amount of [0.01, 33.33, 50]) expect((await refund(invoice.uuid, { amount })).status).toBe(200)
    expect(await broken()).toEqual([])
    expect((await preview(invoice.uuid)).body.data).toMatchObject({
      refunded: 83.34,
      amount: 36.45,
      whole: true,
      to_method: null,
    })
    const { body } = await refund(invoice.uuid)
    expect(body.data.invoice).toMatchObject({ status: 'refunded', total_paid: 0 })
    expect(body.data.credit_note.total).toBe(-36.45)
    expect(await balancesIn(world, [buyer.tenant, holder])).toEqual({
      credit: -11_979,
      grants: 2_000,
      payments: 9_979,
    })
    const earned = await rowsOf(
      'select sum(gross_minor) as g, sum(commission_minor) as c from earning where tenant_uuid = $1',
      holder,
    )
    expect(earned).toEqual([{ g: '0', c: '0' }])
    expect(await broken()).toEqual([])
    expect(outcomeOf(await refund(invoice.uuid, { amount: 1 }))).toBe('422 invoice_refunded')
  })

  it('of exactly what is left is a refund of all of it, also to the payment method', async () => {
    const { invoice } = await earningInvoice()
    const { body } = await refund(invoice.uuid, { to: 'method', amount: 119.79 })
    expect(body.data.invoice.status).toBe('refunded')
  })

  it('goes to credits alone, and so does what it leaves', async () => {
    const { invoice } = await earningInvoice()
    expect(outcomeOf(await refund(invoice.uuid, { to: 'method', amount: 5 }))).toBe('422 refund_part_to_method')
    await refund(invoice.uuid, { amount: 5 })
    expect(outcomeOf(await refund(invoice.uuid, { to: 'method' }))).toBe('422 refund_part_to_method')
    expect(await rowsOf('select 1 from invoice where corrects_uuid = $1', invoice.uuid)).toHaveLength(1)
  })

  it('is never more than what is left, however many ask at once', async () => {
    const { buyer, invoice } = await earningInvoice()
    expect(outcomeOf(await refund(invoice.uuid, { amount: 119.8 }))).toBe('422 refund_too_large')
    const outcomes = (await Promise.all([1, 2, 3].map(() => refund(invoice.uuid, { amount: 50 })))).map(outcomeOf)
    expect(outcomes.map(String).toSorted()).toEqual(['200', '200', '422 refund_too_large'])
    const account = await rowsOf('select total_minor from credit_account where tenant_uuid = $1', buyer.tenant)
    expect(account).toEqual([{ total_minor: 10_000 }])
  })

  it('answers a repetition under the same key as the first time, and gives once', async () => {
    const { buyer, invoice } = await earningInvoice()
    const key = { 'idempotency-key': newUuid() }
    const [first, again] = [
      await refund(invoice.uuid, { amount: 5 }, key),
      await refund(invoice.uuid, { amount: 5 }, key),
    ]
    expect([again.status, again.body]).toEqual([200, first.body])
    expect(await rowsOf('select total_minor from credit_account where tenant_uuid = $1', buyer.tenant)).toEqual([
      { total_minor: 500 },
    ])
  })

  it.each([0, -1, 0.001, 19.999, 1e10, 'much', null])(
    'refuses an amount of %j, and changes nothing',
    async (amount) => {
      const { invoice } = await earningInvoice()
      const { status, body } = await refund(invoice.uuid, { amount })
      expect([status, body.code, Object.keys(body.errors)]).toEqual([422, 'invalid_fields', ['amount']])
      expect(await rowsOf('select 1 from invoice where corrects_uuid = $1', invoice.uuid)).toEqual([])
    },
  )
})

describe('GET /portal/operator/invoices/{invoiceUUID}/refund', () => {
  it('says what would go where, who loses what, and changes nothing', async () => {
    const { holder, invoice } = await earningInvoice({ credits: 2_000 })
    const whole = await preview(invoice.uuid)
    expect(whole.status).toBe(200)
    expect(whole.body.data).toEqual({
      invoice_number: invoice.number,
      currency: 'USD',
      total: 119.79,
      refunded: 0,
      amount: 119.79,
      tax: 20.79,
      whole: true,
      to_method: { method: 99.79, credits: 20, by_hand: false },
      order_refunded: false,
      letters_revoked: { count: 0, first: [] },
      leases_continue: { count: 0, first: [] },
      holders_lose: [{ uuid: holder, company: 'Holder', amount: 95 }],
    })
    const part = await preview(invoice.uuid, '?amount=11.98')
    expect(part.body.data).toMatchObject({ amount: 11.98, whole: false, to_method: null, order_refunded: false })
    expect(part.body.data.holders_lose[0].amount).toBeCloseTo(9.5, 1)
    expect((await preview(invoice.uuid)).body).toEqual(whole.body)
  })

  it('names leases that run on, with their commitments', async () => {
    const { tenant } = await buyerIn(world)
    const wish = { lessee: tenant, block: '45.9.0.0/24', card: goodCard, months: 12 as const }
    const { invoice } = await makeSubscription(world, wish)
    const { body } = await preview(invoice)
    expect(body.data.leases_continue).toMatchObject({
      count: 1,
      first: [{ block: '45.9.0.0/24', next_due_at: expect.any(Number), committed_until: expect.any(Number) }],
    })
  })

  it('says what must be sent by hand', async () => {
    const { invoice } = await earningInvoice()
    await rowsOf(`update payment set provider = 'none' where order_uuid = $1`, invoice.order_uuid)
    expect((await preview(invoice.uuid)).body.data.to_method.by_hand).toBe(true)
  })

  it('refuses what the refund refuses', async () => {
    const unpaid = (await earningInvoice({ paid: false })).invoice
    expect(outcomeOf(await preview(unpaid.uuid))).toBe('422 invoice_not_paid')
    const { invoice } = await earningInvoice()
    expect(outcomeOf(await preview(invoice.uuid, '?amount=119.8'))).toBe('422 refund_too_large')
    const note = (await refund(invoice.uuid)).body.data.credit_note
    expect(outcomeOf(await preview(invoice.uuid))).toBe('422 invoice_refunded')
    expect(outcomeOf(await preview(note.uuid))).toBe('422 credit_note_final')
    const waiting = (await earningInvoice()).invoice
    await rowsOf(`update payment set provider = 'stripe' where order_uuid = $1`, waiting.order_uuid)
    await refund(waiting.uuid, { to: 'method' })
    expect(outcomeOf(await preview(waiting.uuid))).toBe('409 refund_under_way')
    for (const amount of ['0', '-1', '0.001', 'much'])
      expect(outcomeOf(await preview(invoice.uuid, `?amount=${amount}`))).toBe('422 invalid_fields')
    expect(outcomeOf(await preview(newUuid()))).toBe('404 not_found')
    expect(outcomeOf(await preview('none'))).toBe('404 not_found')
  })

  it('is for operators alone', async () => {
    const { invoice } = await earningInvoice()
    expect(await outcomesFor(office, (headers) => preview(invoice.uuid, '', headers))).toEqual(onlyOperators)
  })
})
