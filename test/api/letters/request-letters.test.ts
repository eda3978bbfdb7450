import { describe, expect, it } from 'vitest'
import { fitAsn, letterItem } from '../../support/market/letters.ts'
import { outcomeOf } from '../../support/portal.ts'
import { stageLetters } from '../../support/stages.ts'

/** POST …/market/ipv4/letters (requestLetters): letters that cost nothing, without a cart. */

const { world, office, dear, payer } = await stageLetters()

type Lessee = Awaited<ReturnType<typeof office.lessee>>

const request = ({ tenant, bearer: headers }: Lessee, wish: Parameters<typeof letterItem>[0], where = world) => {
  const { product_type: _, billing_cycle: _once, ...payload } = letterItem(wish)
  return where.call('POST', `/billing/v1/${tenant}/market/ipv4/letters`, { headers, payload })
}

const ordersOf = async (lessee: Lessee) => (await lessee.get('/orders')).body.meta.total as number

describe('free letters', () => {
  it('are made at once, without order, invoice or cart', async () => {
    const lessee = await office.lessee()
    const [first, second] = [await lessee.lease(), await lessee.lease()]
    const [orders, invoices] = [await ordersOf(lessee), (await lessee.get('/invoices')).body.meta.total]
    const made = await request(lessee, { subnets: [first.block, second.block] })
    expect(made.status).toBe(201)
    expect(made.body.data).toMatchObject(
      [first, second].map(({ block }) => ({ subnet: block, asn: fitAsn, status: 'Pending', code: null })),
    )
    expect(await ordersOf(lessee)).toBe(orders)
    expect((await lessee.get('/invoices')).body.meta.total).toBe(invoices)
    expect((await lessee.cart()).items).toEqual([])
    const headers = office.holder.bearer
    const seen = await world.call(
      'GET',
      `/billing/v1/${office.holder.tenant}/market/letters/${made.body.data[0].uuid}`,
      { headers },
    )
    expect(seen.body.data).toMatchObject({ uuid: made.body.data[0].uuid, status: 'Pending' })
  })

  it('leave what is in the cart there, and are not in it a second time', async () => {
    const lessee = await office.lessee()
    const [inCart, direct] = [await lessee.lease(), await lessee.lease()]
    await lessee.add(letterItem({ subnets: [inCart.block] }))
    expect((await request(lessee, { subnets: [direct.block] })).status).toBe(201)
    expect((await lessee.cart()).items).toHaveLength(1)
    expect(outcomeOf(await request(lessee, { subnets: [inCart.block] }))).toBe('409 letter_exists')
    expect(outcomeOf(await lessee.add(letterItem({ subnets: [direct.block] })))).toBe('409 letter_exists')
  })

  it('are made once, however often they are asked for at the same time', async () => {
    const lessee = await office.lessee()
    const { block } = await lessee.lease()
    const answers = await Promise.all(Array.from({ length: 8 }, () => request(lessee, { subnets: [block] })))
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
      201,
      ...Array.from({ length: 7 }, () => 409),
    ])
  })

  it('are refused as in the cart', async () => {
    const lessee = await office.lessee()
    const { block } = await lessee.lease()
    const wrong = await request(lessee, { subnets: [block], asn: 64_500 })
    expect([outcomeOf(wrong), Object.keys(wrong.body.errors)]).toEqual(['422 asn_not_fit', ['product_fields.asn']])
    expect(outcomeOf(await request(lessee, { subnets: ['203.0.113.0/24'] }))).toBe('422 letter_subnets_invalid')
    for (const [wish, code] of [
      [{ max_length: 23 }, 'letter_length_invalid'],
      [{ company_name: 'Evil 10.0.0.0/8' }, 'letter_company_invalid'],
      [{ company_name: 'Unfriendly Shipping Company LLC' }, 'letter_company_sanctioned'],
    ] as const)
      expect(outcomeOf(await request(lessee, { subnets: [block], ...wish }))).toBe(`422 ${code}`)
    await world.house.pool.query(`update tenant set status = 'pending' where uuid = $1`, [lessee.tenant])
    expect(outcomeOf(await request(lessee, { subnets: [block] }))).toBe('403 company_not_active')
  })

  it('are bought by the cart where they have a price', async () => {
    const lessee = await payer()
    const { block } = await lessee.lease()
    expect(outcomeOf(await request(lessee, { subnets: [block] }, dear))).toBe('422 letters_cost')
  })
})
