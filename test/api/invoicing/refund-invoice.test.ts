import { describe, expect, it } from 'vitest'
import { finishRefundsLeftBehind, startPayments, type Invoice } from '../../../src/invoicing/index.ts'
import { beginRefund } from '../../../src/invoicing/payment/refund.actions.ts'
import { newUuid } from '../../../src/kernel/uuid.ts'
import { addCard } from '../../support/market/commerce.ts'
import { balancesIn, makeEarningInvoice, nobody, type InvoiceWish } from '../../support/market/invoicing.ts'
import { onlyOperators, outcomeOf, outcomesFor } from '../../support/portal.ts'
import { stageOffice } from '../../support/stages.ts'

const { world, office } = await stageOffice({
  env: { SUBLET_SANDBOX: '1', SUBLET_STRIPE_KEY: 'sk_test_x', SUBLET_STRIPE_URL: 'http://127.0.0.1:9' },
})

const refund = (uuid: string, payload: object = { to: 'method', reason: 'asked for' }, headers: object = {}) =>
  world.call('POST', `/portal/operator/invoices/${uuid}/refund`, {
    headers: { ...office.operator, ...headers },
    payload,
  })

const earningInvoice = (wish?: InvoiceWish) => makeEarningInvoice(world, wish)

const rowsOf = async (query: string, ...values: unknown[]) => (await world.house.pool.query(query, values)).rows

const paymentOf = async ({ order_uuid }: Invoice) =>
  (await rowsOf('select uuid, status from payment where order_uuid = $1', order_uuid))[0]

/** Left by a process that died after its first step, over a minute ago. */
async function leaveBehind({ uuid, order_uuid }: Invoice): Promise<void> {
  await world.change((ctx) => beginRefund(ctx, uuid, { to: 'method', reason: 'x' }, nobody))
  await rowsOf(`update payment set started_at = now() - interval '2 minutes' where order_uuid = $1`, order_uuid)
}

const refundsOf = async ({ uuid }: { uuid: string }) =>
  (await rowsOf(`select outcome from sandbox_charge where key = $1`, `${uuid}:refund`)).length

describe('POST /portal/operator/invoices/{invoiceUUID}/refund', () => {
  it('gives the money back, and takes back what was invoiced, booked and earned', async () => {
    const { buyer, holder, invoice } = await earningInvoice({ credits: 2_000 })
    const before = await balancesIn(world, [buyer.tenant, holder])
    expect(before).toMatchObject({ payable: -9_500, payments: 9_979, tax: -2_079 })
    const { status, body } = await refund(invoice.uuid)
    expect(status).toBe(200)
    expect(body.data.invoice).toMatchObject({ status: 'refunded', total: 119.79, total_paid: 0, total_left_to_pay: 0 })
    expect(body.data.invoice.transactions.map((t: { type: string; amount: number }) => [t.type, t.amount])).toEqual([
      ['credit', 20],
      ['payment', 99.79],
      ['refund', -20],
      ['refund', -99.79],
    ])
    expect(body.data.credit_note).toMatchObject({
      invoice_number: expect.stringMatching(/^CN-\d{4}-\d{6}$/),
      corrects_invoice_uuid: invoice.uuid,
      status: 'paid',
      subtotal: -99,
      total_tax: -20.79,
      total: -119.79,
      total_left_to_pay: 0,
    })
    // The grant of the credits is all that is left of it.
    expect(await balancesIn(world, [buyer.tenant, holder])).toEqual({ grants: 2_000, credit: -2_000 })
    expect(await paymentOf(invoice)).toMatchObject({ status: 'refunded' })
    const earned = await rowsOf(
      'select sum(gross_minor) as g, count(*) as n from earning where tenant_uuid = $1',
      holder,
    )
    expect(earned).toEqual([{ g: '0', n: 2 }])
  })

  it('tells of it, with the order and the credit note', async () => {
    const { buyer, invoice } = await earningInvoice()
    const { body } = await refund(invoice.uuid)
    const events = await rowsOf(
      `select data from outbox_event where tenant_uuid = $1 and type = 'invoice.refunded'`,
      buyer.tenant,
    )
    expect(events).toEqual([
      {
        data: {
          uuid: invoice.uuid,
          number: invoice.number,
          order_uuid: invoice.order_uuid,
          credit_note_uuid: body.data.credit_note.uuid,
          credit_note_number: body.data.credit_note.invoice_number,
          total: '119.79',
          to_method: '119.79',
          to_credits: '0.00',
          currency: 'USD',
        },
      },
    ])
    const written = await rowsOf(
      `select data from audit_entry where subject_uuid = $1 and action = 'invoice.refund_begun'`,
      invoice.uuid,
    )
    expect(written).toEqual([{ data: { number: invoice.number, to: 'method', reason: 'asked for' } }])
  })

  it('gives credits instead, when asked to', async () => {
    const { buyer, holder, invoice } = await earningInvoice()
    const { status, body } = await refund(invoice.uuid, { to: 'credits', reason: 'x' })
    expect([status, body.data.invoice.status]).toEqual([200, 'refunded'])
    expect(await balancesIn(world, [buyer.tenant, holder])).toEqual({ credit: -11_979, payments: 11_979 })
    const payment = await paymentOf(invoice)
    expect([payment.status, await refundsOf(payment)]).toEqual(['succeeded', 0])
    const account = await rowsOf('select total_minor from credit_account where tenant_uuid = $1', buyer.tenant)
    expect(account).toEqual([{ total_minor: 11_979 }])
  })

  it('gives credits back where only credits paid', async () => {
    const { buyer, invoice } = await earningInvoice({ credits: 11_979 })
    expect((await refund(invoice.uuid)).body.data.invoice.status).toBe('refunded')
    expect(await balancesIn(world, [buyer.tenant])).toEqual({ credit: -11_979, grants: 11_979 })
  })

  it('asks nobody for what was paid by hand', async () => {
    const { invoice } = await earningInvoice()
    await rowsOf(`update payment set provider = 'none' where order_uuid = $1`, invoice.order_uuid)
    expect((await refund(invoice.uuid)).status).toBe(200)
    const payment = await paymentOf(invoice)
    expect([payment.status, await refundsOf(payment)]).toEqual(['refunded', 0])
  })

  it('shows both documents to their buyer, in both lists and on paper', async () => {
    const { buyer, invoice } = await earningInvoice()
    const note = (await refund(invoice.uuid)).body.data.credit_note
    const headers = buyer.bearer
    const billing = await world.call('GET', `/billing/v1/${buyer.tenant}/invoices?sort=total`, { headers })
    expect(billing.body.data.map((row: { uuid: string }) => row.uuid)).toEqual([note.uuid, invoice.uuid])
    const commerce = await world.call('GET', `/ecommerce/public/${buyer.tenant}/invoices`, { headers })
    expect(commerce.body.data.map((row: { type: string }) => row.type).toSorted()).toEqual(['credit_note', 'invoice'])
  })

  it('is done once, however often it is asked for', async () => {
    const { invoice } = await earningInvoice()
    const answers = await Promise.all(Array.from({ length: 4 }, () => refund(invoice.uuid)))
    const outcomes = answers.map(outcomeOf)
    expect(outcomes.filter((outcome) => outcome === 200)).toHaveLength(1)
    expect(outcomes.every((outcome) => [200, '409 refund_under_way', '422 invoice_refunded'].includes(outcome))).toBe(
      true,
    )
    expect(outcomeOf(await refund(invoice.uuid))).toBe('422 invoice_refunded')
    expect(outcomeOf(await refund(invoice.uuid, { to: 'credits', reason: 'x' }))).toBe('422 invoice_refunded')
    expect(await refundsOf(await paymentOf(invoice))).toBe(1)
    expect(await rowsOf('select 1 from invoice where corrects_uuid = $1', invoice.uuid)).toHaveLength(1)
  })

  it('answers a repetition under the same key as the first time', async () => {
    const { invoice } = await earningInvoice()
    const key = { 'idempotency-key': newUuid() }
    const first = await refund(invoice.uuid, undefined, key)
    const again = await refund(invoice.uuid, undefined, key)
    expect([again.status, again.headers['idempotency-replayed'], again.body]).toEqual([200, 'true', first.body])
  })

  it('refuses what was not paid, and what is no invoice of anybody', async () => {
    const { invoice } = await earningInvoice({ paid: false })
    expect(outcomeOf(await refund(invoice.uuid))).toBe('422 invoice_not_paid')
    const paid = (await earningInvoice()).invoice
    const note = (await refund(paid.uuid)).body.data.credit_note
    expect(outcomeOf(await refund(note.uuid))).toBe('422 credit_note_final')
    expect(outcomeOf(await refund(newUuid()))).toBe('404 not_found')
    expect(outcomeOf(await refund('none'))).toBe('404 not_found')
  })

  it.each([
    [{ reason: 'x' }, 'to'],
    [{ to: 'bank', reason: 'x' }, 'to'],
    [{ to: 'method' }, 'reason'],
    [{ to: 'method', reason: '' }, 'reason'],
    [{ to: 'method', reason: 'x'.repeat(601) }, 'reason'],
  ])('refuses %j', async (payload, field) => {
    const { status, body } = await refund(newUuid(), payload)
    expect([status, Object.keys(body.errors)]).toEqual([422, [field]])
  })

  it('leaves everything as it was when the provider declines', async () => {
    const { buyer, holder, invoice } = await earningInvoice()
    const before = await balancesIn(world, [buyer.tenant, holder])
    const payment = await paymentOf(invoice)
    await rowsOf(
      `insert into sandbox_charge values ($1, 'refund', 'x', null, 1, 'declined', 'too_late', now())`,
      `${payment.uuid}:refund`,
    )
    expect(outcomeOf(await refund(invoice.uuid))).toBe('422 refund_declined')
    expect((await paymentOf(invoice)).status).toBe('succeeded')
    expect(await balancesIn(world, [buyer.tenant, holder])).toEqual(before)
    expect((await refund(invoice.uuid, { to: 'credits', reason: 'then so' })).status).toBe(200)
  })

  it('waits for a provider that does not answer, and is not begun twice meanwhile', async () => {
    const { invoice } = await earningInvoice()
    await rowsOf(`update payment set provider = 'stripe' where order_uuid = $1`, invoice.order_uuid)
    expect(outcomeOf(await refund(invoice.uuid))).toBe('503 payment_unanswered')
    expect(outcomeOf(await refund(invoice.uuid))).toBe('409 refund_under_way')
    expect(outcomeOf(await refund(invoice.uuid, { to: 'credits', reason: 'x' }))).toBe('409 refund_under_way')
    expect((await paymentOf(invoice)).status).toBe('refunding')
    await rowsOf(
      `update payment set provider = 'sandbox', started_at = now() - interval '2 minutes' where order_uuid = $1`,
      invoice.order_uuid,
    )
    await finishRefundsLeftBehind.run(world.ctx, {})
    expect((await paymentOf(invoice)).status).toBe('refunded')
  })

  it('is for operators', async () => {
    const { invoice } = await earningInvoice()
    const payload = { to: 'credits', reason: 'x' }
    const path = `/portal/operator/invoices/${invoice.uuid}/refund`
    expect(await outcomesFor(office, (headers) => world.call('POST', path, { headers, payload }))).toEqual(
      onlyOperators,
    )
  })
})

describe('a refund whose process has died', () => {
  it('is finished by the job, once, with or without the provider having been asked', async () => {
    const [silent, asked] = [(await earningInvoice()).invoice, (await earningInvoice()).invoice]
    for (const invoice of [silent, asked]) await leaveBehind(invoice)
    const { uuid } = await paymentOf(asked)
    await rowsOf(
      `insert into sandbox_charge values ($1, 'refund', $2, null, 11979, 'succeeded', null, now())`,
      `${uuid}:refund`,
      `sandbox_${uuid}`,
    )
    await finishRefundsLeftBehind.run(world.ctx, {})
    await finishRefundsLeftBehind.run(world.ctx, {})
    for (const invoice of [silent, asked]) {
      expect((await paymentOf(invoice)).status).toBe('refunded')
      const documents = await rowsOf('select series, status from invoice where order_uuid = $1', invoice.order_uuid)
      expect(documents.toSorted((a, b) => (a.series < b.series ? -1 : 1))).toEqual([
        { series: 'CN', status: 'paid' },
        { series: 'INV', status: 'refunded' },
      ])
      expect(await balancesIn(world, [invoice.tenant_uuid])).toEqual({})
    }
  })

  it('is finished, too, for money that came too late to pay for anything', async () => {
    const { invoice } = await earningInvoice({ credits: 11_979 })
    const { tenant_uuid: tenant, order_uuid: order } = invoice
    const late = { tenant, order: order ?? '', method: await addCard(world, tenant), amount: 500, capture: true }
    const [payment] = await world.change((ctx) => startPayments(ctx, [late]))
    await rowsOf(
      `update payment set status = 'refunding', provider_reference = 'x', started_at = now() - interval '1 hour'
        where uuid = $1`,
      payment?.uuid,
    )
    await finishRefundsLeftBehind.run(world.ctx, {})
    expect((await paymentOf(invoice)).status).toBe('refunded')
    expect(await rowsOf('select status from invoice where order_uuid = $1', order)).toEqual([{ status: 'paid' }])
  })

  it('is left alone for a minute: whoever began it may be at it', async () => {
    const { invoice } = await earningInvoice()
    await world.change((ctx) => beginRefund(ctx, invoice.uuid, { to: 'method', reason: 'x' }, nobody))
    await finishRefundsLeftBehind.run(world.ctx, {})
    expect((await paymentOf(invoice)).status).toBe('refunding')
  })
})
