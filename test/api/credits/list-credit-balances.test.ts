import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { changeCredits } from '../../../src/invoicing/index.ts'
import { giveCredits } from '../../support/market/invoicing.ts'
import { outcomeOf } from '../../support/portal.ts'
import { openWorld, type World } from '../../support/world.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

type Client = Awaited<ReturnType<World['client']>>
const client = () => world.client(['credits'])
const read = ({ tenant, bearer }: Client, query = '', company: string | number = tenant) =>
  world.call('GET', `/credits/public/${company}/balances?${query}`, { headers: bearer })

describe('GET /credits/public/{user_id}/balances', () => {
  it('is nothing, since never, for a company that never had any', async () => {
    expect((await read(await client())).body).toEqual({
      data: [{ available_balance: 0, total_balance: 0, currency: 'USD', updated_at: null }],
    })
  })

  it('shows what there is, and what open orders have left of it', async () => {
    const company = await client()
    await giveCredits(world, company.tenant, 12_345)
    await world.change((ctx) => changeCredits(ctx, [{ tenant: company.tenant, total: 0, held: 2_345 }]))
    const { body } = await read(company)
    expect(body.data).toEqual([
      {
        available_balance: 100,
        total_balance: 123.45,
        currency: 'USD',
        updated_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+00:00$/),
      },
    ])
  })

  it('takes the company by its customer number, too', async () => {
    const company = await client()
    await giveCredits(world, company.tenant, 700)
    const { rows } = await world.house.pool.query('select customer_number from tenant where uuid = $1', [
      company.tenant,
    ])
    const { body } = await read(company, '', rows[0].customer_number)
    expect(body.data[0].total_balance).toBe(7)
  })

  it('filters by currency', async () => {
    const company = await client()
    expect((await read(company, 'filter[currency]=USD')).body.data).toHaveLength(1)
    expect((await read(company, 'filter[currency]=EUR,USD')).body.data).toHaveLength(1)
    expect((await read(company, 'filter[currency]=EUR')).body).toEqual({ data: [] })
    expect(outcomeOf(await read(company, 'filter[currency]=dollars'))).toBe('422 invalid_fields')
    expect(outcomeOf(await read(company, 'filter[colour]=red'))).toBe('422 invalid_fields')
  })

  it('is its own company’s alone, and needs the scope', async () => {
    const [company, other] = [await client(), await client()]
    await giveCredits(world, other.tenant, 5_000)
    expect((await read(company)).body.data[0].total_balance).toBe(0)
    expect(outcomeOf(await read(company, '', other.tenant))).toBe('403 tenant_mismatch')
    expect(outcomeOf(await read(await world.client(['ecommerce'])))).toBe('403 scope_missing')
  })
})
