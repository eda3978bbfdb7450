import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeLease, makeOffer } from '../../support/market/market.ts'
import { toggle } from '../../support/market/search.ts'
import { openWorld, type World } from '../../support/world.ts'

let world: World
let open: World
let holder: string
beforeAll(async () => {
  world = await openWorld()
  open = await openWorld({ env: { SUBLET_PUBLIC_PRICES: '1' }, beside: world })
  holder = await world.tenant('Holder of all')
  const priced = (priceMinor: number) => ({ pricings: [{ length: 24, priceMinor }] })
  const cheap = await makeOffer(world, holder, { block: '45.8.0.0/22', ...priced(9_000) })
  await makeLease(world, cheap, await world.tenant('Lessee'), '45.8.1.0/24')
  await toggle(world, cheap, '45.8.2.0/24')
  await makeOffer(world, holder, { block: '46.0.0.0/24', ...priced(8_000), hidden: true })
  await makeOffer(world, holder, { block: '47.0.0.0/24', ...priced(7_000), status: 'validity_invalid' })
  await makeOffer(world, holder, { block: '48.0.0.0/24', ...priced(12_000) })
})
afterAll(async () => {
  await open?.close()
  await world?.close()
})

const search = (at: World, query = 'prefix_length=24') => at.call('GET', `/portal/market/search?${query}`)

describe('GET /portal/market/search', () => {
  it('is for members only unless the operator says otherwise, and changes nothing of what they see', async () => {
    const { status, body } = await search(world)
    expect([status, body.code]).toEqual([403, 'prices_not_public'])
    const map = await world.call('GET', '/portal/market/map')
    expect(map.body.meta.shows_prices).toBe(false)
  })

  it('shows visitors what anyone finds with its price, and neither what is hidden nor whose it is', async () => {
    const answer = await search(open)
    expect(answer.status).toBe(200)
    expect(answer.headers['cache-control']).toBe('public, max-age=60')
    const shown = (address: string, price: number) => ({
      address,
      cidr: 24,
      price,
      price_per_ip: (price / 256).toFixed(6),
      currency: 'USD',
      wants_to_negotiate: false,
    })
    expect(answer.body).toEqual({ data: [shown('45.8.0.0', 90), shown('45.8.3.0', 90), shown('48.0.0.0', 120)] })
    expect((await open.call('GET', '/portal/market/map')).body.meta.shows_prices).toBe(true)
  })

  it.each([
    ['prefix_length=24&sort=-price&limit=1', ['48.0.0.0']],
    ['prefix_length=24&sort=-address', ['48.0.0.0', '45.8.3.0', '45.8.0.0']],
    ['prefix_length=23', []],
  ])('%s', async (query, addresses) => {
    const { body } = await search(open, query)
    expect(body.data.map(({ address }: { address: string }) => address)).toEqual(addresses)
  })

  it.each(['', 'prefix_length=25', 'prefix_length=7', 'prefix_length=24&limit=101', 'prefix_length=24&sort=registry'])(
    'refuses %j',
    async (query) => {
      const { status, body } = await search(open, query)
      expect([status, body.code]).toEqual([422, 'invalid_fields'])
    },
  )

  it('takes no token that opens what is hidden', async () => {
    const { rows } = await world.house.pool.query("select reservation_token from offer where block = '46.0.0.0/24'")
    const { body } = await search(open, `prefix_length=24&reservation_id=${String(rows[0].reservation_token)}`)
    expect(JSON.stringify(body)).not.toContain('46.0.0.0')
  })
})
