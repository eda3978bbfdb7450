import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sellerOf } from '../../../src/invoicing/index.ts'
import { addDays, toIsoOffset } from '../../../src/kernel/time.ts'
import { newUuid } from '../../../src/kernel/uuid.ts'
import { lineOf, makeInvoice, partyIn } from '../../support/market/invoicing.ts'
import { refusedPages, walkPages } from '../../support/paging.ts'
import { outcomeOf } from '../../support/portal.ts'
import { anonymous } from '../../support/refusals.ts'
import { openWorld, type World } from '../../support/world.ts'

let world: World
let company: Awaited<ReturnType<World['client']>>
beforeAll(async () => {
  world = await openWorld()
  company = await world.client()
})
afterAll(() => world.close())

const get = (path: string, { tenant, bearer } = company) =>
  world.call('GET', `/ecommerce/public/${tenant}/invoices${path}`, { headers: bearer })

const usd = (minor: number) => ({ currency: 'USD', amount: (minor / 100).toFixed(2), amount_minor: minor })

describe('GET /ecommerce/public/{user_id}/invoices/{invoice}', () => {
  it('is the same invoice in money objects', async () => {
    const line = lineOf(world.ctx, 10_000)
    const order = newUuid()
    const invoice = await makeInvoice(world, company.tenant, {
      lines: [line],
      order,
      buyer: partyIn('NL', { vat_number: 'NL000099998B57', line_two: 'II' }),
      discounts: [{ code: 'FIVE', name: 'Five off', kind: 'amount', value: 500 }],
      taxes: [{ code: 'vat', name: 'VAT', rate: 21_000, order: 1, stacks: false, notice: null }],
      credits: 1_000,
    })
    const { status, body } = await get(`/${invoice.uuid}`)
    expect([status, body.data]).toEqual([
      200,
      {
        uuid: invoice.uuid,
        reference: invoice.number,
        type: 'invoice',
        status: 'paid',
        order_uuid: order,
        corrects_uuid: null,
        placed_at: toIsoOffset(invoice.issued_at),
        due_at: toIsoOffset(invoice.due_at),
        paid_at: toIsoOffset(invoice.issued_at),
        sub_total: usd(10_000),
        discount_total: usd(500),
        total_before_tax: usd(9_500),
        tax_total: usd(1_995),
        total: usd(11_495),
        credits_total: usd(1_000),
        paid_total: usd(11_495),
        remaining_total: usd(0),
        tax_breakdown: [
          { amount: usd(1_995), code: 'vat', name: 'VAT', rate: 21, calculator_type: 'percentage', notice: null },
        ],
        discount_breakdown: [
          {
            amount: usd(500),
            code: 'FIVE',
            name: 'Five off',
            rate: null,
            calculator_type: 'fixed_amount',
            notice: null,
          },
        ],
        lines: [
          {
            type: 'lease',
            description: 'Lease of 192.0.2.0/24',
            service_uuid: line.subject,
            period_start: toIsoOffset(new Date(line.from ?? '')),
            period_end: toIsoOffset(new Date(line.to ?? '')),
            total: usd(10_000),
          },
        ],
        transactions: [
          {
            uuid: expect.any(String),
            type: 'credit',
            description: 'Paid by credits',
            amount: usd(1_000),
            happened_at: toIsoOffset(invoice.issued_at),
          },
          {
            uuid: expect.any(String),
            type: 'payment',
            description: 'Payment',
            amount: usd(10_495),
            happened_at: toIsoOffset(invoice.issued_at),
          },
        ],
        seller: sellerOf(world.ctx),
        address: {
          first_name: 'Ada',
          last_name: 'Example',
          company_name: 'Example Networks',
          vat_number: 'NL000099998B57',
          line_one: 'Main Street 1',
          line_two: 'II',
          line_three: null,
          city: 'Springfield',
          province_code: null,
          country_code: 'NL',
          postcode: '12345',
        },
      },
    ])
  })

  it('is unknown to others, byte for byte like one that is not there', async () => {
    const { uuid } = await makeInvoice(world, company.tenant)
    const other = await world.client()
    const [foreign, unknown] = [await get(`/${uuid}`, other), await get(`/${newUuid()}`, other)]
    expect([foreign.status, unknown.status]).toEqual([404, 404])
    expect(anonymous(foreign)).toBe(anonymous(unknown))
  })
})

describe('GET /ecommerce/public/{user_id}/invoices', () => {
  let buyer: typeof company
  beforeAll(async () => {
    buyer = await world.client()
    for (let n = 0; n < 4; n++)
      await makeInvoice(world, buyer.tenant, {
        lines: [lineOf(world.ctx, 1_000 * (n + 1))],
        at: addDays(new Date('2026-05-01T00:00:00Z'), n),
        paid: n > 0,
      })
  })

  const totals = async (query: string) =>
    (await get(`?${query}`, buyer)).body.data.map(({ total }: { total: { amount: string } }) => total.amount)

  it('lists the newest first, or the oldest', async () => {
    expect((await get('', buyer)).body.meta).toEqual({
      current_page: 1,
      from: 1,
      last_page: 1,
      per_page: 10,
      to: 4,
      total: 4,
    })
    expect(await totals('')).toEqual(['40.00', '30.00', '20.00', '10.00'])
    expect(await totals('sort=-placed_at')).toEqual(['40.00', '30.00', '20.00', '10.00'])
    expect(await totals('sort=placed_at')).toEqual(['10.00', '20.00', '30.00', '40.00'])
    expect(await totals('filter[status]=unpaid')).toEqual(['10.00'])
  })

  it('finds those of one order, of its own company alone', async () => {
    const order = newUuid()
    const other = await world.client()
    const { uuid } = await makeInvoice(world, other.tenant, { order })
    await makeInvoice(world, other.tenant, { order: newUuid() })
    const found = async (caller: typeof company) => (await get(`?filter[order_uuid]=${order}`, caller)).body.data
    expect(await found(other)).toMatchObject([{ uuid, order_uuid: order }])
    expect(await found(buyer)).toEqual([])
  })

  it('is paged, every invoice once', async () => {
    const walked = await walkPages((query) => get(`?${query}`, buyer), 3)
    expect(new Set(walked.map(({ uuid }) => uuid)).size).toBe(4)
  })

  it.each([...refusedPages, 'sort=total', 'filter[status]=open', 'filter[order_uuid]=1', 'filter[date_from]=1'])(
    'refuses %s',
    async (query) => {
      expect(outcomeOf(await get(`?${query}`, buyer))).toBe('422 invalid_fields')
    },
  )

  it('is its own company’s alone, and needs the scope', async () => {
    expect((await get('', await world.client())).body.data).toEqual([])
    expect(outcomeOf(await get('', { ...buyer, bearer: company.bearer }))).toBe('403 tenant_mismatch')
    expect(outcomeOf(await get('', await world.client(['billing'])))).toBe('403 scope_missing')
  })
})
