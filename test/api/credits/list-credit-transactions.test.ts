import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { giveCredits, makeInvoice } from '../../support/market/invoicing.ts'
import { refusedPages, walkPages } from '../../support/paging.ts'
import { outcomeOf } from '../../support/portal.ts'
import { openWorld, type World } from '../../support/world.ts'

let world: World
let company: Awaited<ReturnType<World['client']>>
beforeAll(async () => {
  world = await openWorld({ env: { SUBLET_SANDBOX: '1' } })
  company = await world.client(['credits'])
})
afterAll(() => world.close())

const list = (query = '', { tenant, bearer } = company) =>
  world.call('GET', `/credits/public/${tenant}/transactions?${query}`, { headers: bearer })

describe('GET /credits/public/{user_id}/transactions', () => {
  it('is empty where there were none', async () => {
    const { body } = await list('', await world.client(['credits']))
    expect(body).toEqual({
      data: [],
      meta: { current_page: 1, from: null, last_page: 1, per_page: 10, to: null, total: 0 },
    })
  })

  it('shows what came in and what was used, the newest first', async () => {
    const buyer = await world.client(['credits'])
    const { number, uuid } = await makeInvoice(world, buyer.tenant, { credits: 2_550 })
    await world.travel('1 hour')
    await giveCredits(world, buyer.tenant, 1_000)
    const { body } = await list('', buyer)
    const shown = { uuid: expect.any(String), currency: 'USD', created_at: expect.stringMatching(/\+00:00$/) }
    expect(body.data).toEqual([
      { ...shown, type: 'grant', description: 'Credits granted', amount: 10, invoice_uuid: null },
      { ...shown, type: 'payment', description: `Paid with credits: ${number}`, amount: -25.5, invoice_uuid: uuid },
      { ...shown, type: 'grant', description: 'Credits granted', amount: 25.5, invoice_uuid: null },
    ])
    expect((await list('sort=created_at', buyer)).body.data).toEqual(body.data.toReversed())
    expect((await list('filter[currency]=EUR', buyer)).body).toMatchObject({ data: [], meta: { total: 0 } })
    expect((await list('filter[currency]=USD', buyer)).body.meta.total).toBe(3)
  })

  it('is paged, every entry once', async () => {
    for (let n = 1; n <= 7; n++) await giveCredits(world, company.tenant, n)
    const walked = await walkPages(list, 3)
    expect(walked).toHaveLength(7)
    expect(new Set(walked.map(({ uuid }) => uuid)).size).toBe(7)
    expect((await list('page=9&per_page=3')).body).toMatchObject({ data: [], meta: { total: 7, last_page: 3 } })
  })

  it.each([...refusedPages, 'sort=amount', 'filter[type]=grant', 'filter[currency]=usd'])(
    'refuses %s',
    async (query) => {
      expect(outcomeOf(await list(query))).toBe('422 invalid_fields')
    },
  )

  it('is its own company’s alone, and needs the scope', async () => {
    const other = await world.client(['credits'])
    expect((await list('', other)).body.data).toEqual([])
    expect(outcomeOf(await list('', { ...company, bearer: other.bearer }))).toBe('403 tenant_mismatch')
    expect(outcomeOf(await list('', await world.client(['billing'])))).toBe('403 scope_missing')
  })
})
