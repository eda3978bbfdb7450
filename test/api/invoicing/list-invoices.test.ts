import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addDays, toUnix } from '../../../src/kernel/time.ts'
import { lineOf, makeInvoice } from '../../support/market/invoicing.ts'
import { refusedPages, walkPages } from '../../support/paging.ts'
import { outcomeOf } from '../../support/portal.ts'
import { openWorld, type World } from '../../support/world.ts'

let world: World
let company: Awaited<ReturnType<World['client']>>
const first = new Date('2026-03-01T12:00:00Z')
beforeAll(async () => {
  world = await openWorld()
  company = await world.client()
  // Totals, due dates and dates in three different orders.
  for (const [n, amount] of [3_000, 1_000, 5_000, 2_000, 4_000].entries())
    await makeInvoice(world, company.tenant, {
      lines: [lineOf(world.ctx, amount)],
      at: addDays(first, n),
      dueAt: addDays(first, 40 - 2 * n),
      paid: n % 2 === 0,
    })
})
afterAll(() => world.close())

const list = (query = '', { tenant, bearer } = company) =>
  world.call('GET', `/billing/v1/${tenant}/invoices?${query}`, { headers: bearer })

const totals = async (query: string) => (await list(query)).body.data.map(({ total }: { total: number }) => total)

describe('GET /billing/v1/{tenantUUID}/invoices', () => {
  it('shows all of the company’s, the newest first', async () => {
    const { status, body } = await list()
    expect(status).toBe(200)
    expect(body.meta).toEqual({ current_page: 1, from: 1, last_page: 1, per_page: 25, to: 5, total: 5 })
    expect(body.data.map(({ total }: { total: number }) => total)).toEqual([40, 20, 50, 10, 30])
    const one = await world.call('GET', `/billing/v1/${company.tenant}/invoices/${body.data[0].uuid}`, {
      headers: company.bearer,
    })
    expect(body.data[0]).toEqual(one.body)
  })

  it('finds documents by part of the number, and by how the uuid begins, among its own', async () => {
    const [newest] = (await list()).body.data
    for (const text of [newest.invoice_number, newest.invoice_number.toLowerCase().slice(4), newest.uuid])
      expect(await totals(`filter[search]=${text}`)).toEqual([40])
    expect(await totals('filter[search]=inv-&sort=total')).toEqual([10, 20, 30, 40, 50])
    for (const text of ['%25', 'nothing']) expect(await totals(`filter[search]=${text}`)).toEqual([])
    const stranger = await world.client()
    expect((await list(`filter[search]=${newest.uuid}`, stranger)).body.data).toEqual([])
    expect(outcomeOf(await list(`filter[search]=${'1'.repeat(41)}`))).toBe('422 invalid_fields')
  })

  it.each([
    ['date', [30, 10, 50, 20, 40]],
    ['date_due', [40, 20, 50, 10, 30]],
    ['-date_due', [30, 10, 50, 20, 40]],
    ['total', [10, 20, 30, 40, 50]],
    ['-total', [50, 40, 30, 20, 10]],
    ['invoice_number', [30, 10, 50, 20, 40]],
    ['-invoice_number', [40, 20, 50, 10, 30]],
    ['date,-total', [30, 10, 50, 20, 40]],
  ])('sorts by %s', async (sort, expected) => {
    expect(await totals(`sort=${sort}`)).toEqual(expected)
  })

  it('filters by status', async () => {
    expect(await totals('filter[status]=paid')).toEqual([40, 50, 30])
    expect(await totals('filter[status]=unpaid&sort=date')).toEqual([10, 20])
    expect(await totals('filter[status]=unpaid,paid')).toHaveLength(5)
    expect(await totals('filter[status]=refunded')).toEqual([])
  })

  it('filters by the day of issue, in Unix seconds: from then, and before then', async () => {
    const at = (n: number) => toUnix(addDays(first, n))
    expect(await totals(`filter[date_from]=${at(1)}&filter[date_to]=${at(3)}&sort=date`)).toEqual([10, 50])
    expect(await totals(`filter[date_from]=${at(3)}&sort=date`)).toEqual([20, 40])
    expect(await totals(`filter[date_to]=${at(0)}`)).toEqual([])
  })

  it('is paged, every invoice once', async () => {
    const walked = await walkPages(list, 2)
    expect(new Set(walked.map(({ uuid }) => uuid)).size).toBe(5)
    expect((await list('page=7&per_page=2')).body).toMatchObject({ data: [], meta: { total: 5, last_page: 3 } })
  })

  it.each([
    ...refusedPages,
    'sort=number',
    'filter[status]=open',
    'filter[date_from]=2026-03-01',
    'filter[date_from]=-1',
    'filter[number]=1',
  ])('refuses %s', async (query) => {
    expect(outcomeOf(await list(query))).toBe('422 invalid_fields')
  })

  it('is its own company’s alone, and needs the scope', async () => {
    const other = await world.client()
    expect((await list('', other)).body.data).toEqual([])
    expect(outcomeOf(await list('', { ...company, bearer: other.bearer }))).toBe('403 tenant_mismatch')
    expect(outcomeOf(await list('', await world.client(['ecommerce'])))).toBe('403 scope_missing')
  })
})
