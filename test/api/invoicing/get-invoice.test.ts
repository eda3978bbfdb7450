import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { toUnix } from '../../../src/kernel/time.ts'
import { newUuid } from '../../../src/kernel/uuid.ts'
import { lineOf, makeInvoice } from '../../support/market/invoicing.ts'
import { anonymous } from '../../support/refusals.ts'
import { openWorld, type World } from '../../support/world.ts'

let world: World
let company: Awaited<ReturnType<World['client']>>
beforeAll(async () => {
  world = await openWorld()
  company = await world.client()
})
afterAll(() => world.close())

const read = (uuid: string, { tenant, bearer } = company) =>
  world.call('GET', `/billing/v1/${tenant}/invoices/${uuid}`, { headers: bearer })

describe('GET /billing/v1/{tenantUUID}/invoices/{invoiceUUID}', () => {
  it('has every field of the specification, and they add up', async () => {
    const [lease, letter] = [
      lineOf(world.ctx, 10_000, { metadata: { block: { address: '192.0.2.0' } } }),
      lineOf(world.ctx, 500, {
        type: 'letter',
        subject: null,
        description: 'Letter',
        taxed: false,
        from: null,
        to: null,
      }),
    ]
    const invoice = await makeInvoice(world, company.tenant, {
      lines: [lease, letter],
      discounts: [{ code: 'TEN', name: 'Ten off', kind: 'percent', value: 1_000 }],
      taxes: [
        { code: 'gst', name: 'GST', rate: 5_000, order: 1, stacks: false, notice: null },
        { code: 'qst', name: 'QST', rate: 9_975, order: 2, stacks: true, notice: null },
      ],
      credits: 2_000,
    })
    const { status, body } = await read(invoice.uuid)
    const line = { invoice_uuid: invoice.uuid, service_uuid: null, period_start: null, period_end: null }
    expect([status, body]).toEqual([
      200,
      {
        uuid: invoice.uuid,
        tenant_uuid: company.tenant,
        invoice_number: invoice.number,
        date: toUnix(invoice.issued_at),
        date_due: toUnix(invoice.due_at),
        date_paid: toUnix(invoice.issued_at),
        subtotal: 94.5,
        subtotal_with_taxes: 109.13,
        total: 109.13,
        total_left_to_pay: 0,
        total_paid: 109.13,
        total_tax: 14.63,
        status: 'paid',
        items_count: 3,
        items: [
          {
            ...line,
            service_uuid: lease.subject,
            description: 'Lease of 192.0.2.0/24',
            amount: 100,
            taxed: 1,
            period_start: toUnix(new Date(lease.from ?? '')),
            period_end: toUnix(new Date(lease.to ?? '')),
            type: 'lease',
            metadata: { block: { address: '192.0.2.0' } },
          },
          { ...line, description: 'Letter', amount: 5, taxed: 0, type: 'letter', metadata: {} },
          {
            ...line,
            description: 'Ten off',
            amount: -10.5,
            taxed: 1,
            type: 'adjustment',
            metadata: { discount: { code: 'TEN' } },
          },
        ],
        taxes: [
          { description: 'GST', percentage: 5, amount: 4.73, order: 1, stacks: 0 },
          { description: 'QST', percentage: 9.975, amount: 9.9, order: 2, stacks: 1 },
        ],
        transactions: [
          {
            ...line,
            description: 'Paid by credits',
            amount: 20,
            taxed: 0,
            type: 'credit',
            metadata: expect.anything(),
          },
          { ...line, description: 'Payment', amount: 89.13, taxed: 0, type: 'payment', metadata: expect.anything() },
        ],
        currency: 'USD',
        corrects_invoice_uuid: null,
      },
    ])
    expect(body.transactions[1].metadata.transaction).toEqual({
      uuid: expect.any(String),
      date: toUnix(invoice.issued_at),
      payment_uuid: expect.any(String),
    })
  })

  it('says what is left to pay of one that is not paid', async () => {
    const { uuid } = await makeInvoice(world, company.tenant, { paid: false })
    expect((await read(uuid)).body).toMatchObject({
      status: 'unpaid',
      date_paid: null,
      total: 100,
      total_left_to_pay: 100,
      total_paid: 0,
      transactions: [],
    })
  })

  it('says by which law no tax is charged', async () => {
    const notice = 'Reverse charge: VAT is due from the customer.'
    const { uuid } = await makeInvoice(world, company.tenant, {
      taxes: [{ code: 'reverse_charge', name: 'Reverse charge', rate: 0, order: 1, stacks: false, notice }],
    })
    const { body } = await read(uuid)
    expect(body.taxes).toEqual([{ description: notice, percentage: 0, amount: 0, order: 1, stacks: 0 }])
  })

  it('is unknown to others, byte for byte like one that is not there', async () => {
    const { uuid } = await makeInvoice(world, company.tenant)
    const other = await world.client()
    const [foreign, unknown, malformed] = [
      await read(uuid, other),
      await read(newUuid(), other),
      await read('x', other),
    ]
    expect([foreign.status, unknown.status, malformed.status]).toEqual([404, 404, 404])
    expect(anonymous(foreign)).toBe(anonymous(unknown))
    expect(anonymous(malformed)).toBe(anonymous(unknown))
  })
})
