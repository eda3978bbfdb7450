import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { runImport } from '../../src/network/index.ts'
import { addAddress, addCard } from '../support/market/commerce.ts'
import { makeOffer } from '../support/market/market.ts'
import { reserveIn } from '../support/market/reservations.ts'
import { openKrill, type KrillStandin } from '../support/registries/krill-standin.ts'
import { announce, openRouting, routingSettings } from '../support/registries/stage.ts'
import { openWorld, type World } from '../support/world.ts'

/** From a lease that is paid to a letter that is released, and back, while the holder does nothing at all. */

let world: World
let krill: KrillStandin
beforeAll(async () => {
  world = await openWorld({ env: routingSettings })
  krill = await openKrill({ resources: '45.9.0.0/22', roas: [{ asn: 0, prefix: '45.9.0.0/22' }] })
})
afterAll(async () => {
  await krill.standin.kill()
  await world.close()
})

const asn = 13_335
const block = '45.9.0.0/24'
const ours = `${block}-24 => ${asn}`

/** What a validator would publish of all that the CA has. */
async function publish(): Promise<void> {
  const rows = krill.roas().map((roa) => {
    const [prefix = '', length = '', origin = ''] = roa.split(/-| => /)
    return `AS${origin},${prefix},${length},ripe,1925000000\n`
  })
  const path = join(world.house.config.dataDir, 'vrps.csv')
  writeFileSync(path, `ASN,IP Prefix,Max Length,Trust Anchor,Expires\n${rows.join('')}`)
  await runImport(world.ctx, { kind: 'vrps', from: path, name: null, force: true })
  await world.runJobs()
}

it('needs no hands of the holder', async () => {
  const { office, connect } = await openRouting(world)
  const { holder } = office
  const offer = await makeOffer(world, holder.tenant, {
    block: '45.9.0.0/22',
    pricings: [{ length: 24, priceMinor: 9_999 }],
  })
  await connect(krill.wish())

  const began = performance.now()
  const lessee = await world.client(['billing', 'ecommerce'])
  const { tenant, bearer: headers } = lessee
  const [billing, commerce] = [`/billing/v1/${tenant}`, `/ecommerce/public/${tenant}`]
  const get = async (path: string) => (await world.call('GET', path, { headers })).body
  const post = (path: string, payload: object = {}) => world.call('POST', path, { headers, payload })
  const { uuid: address } = await addAddress(world, tenant)
  const { uuid: card } = await addCard(world, tenant)
  const checkOut = async () => {
    const { uuid: cart } = (await get(`${commerce}/cart`)).data
    await post(`${commerce}/cart/${cart}/addresses/${address}`)
    await world.call('PATCH', `${commerce}/cart/${cart}/payment-method/${card}`, { headers })
    return (await post(`${commerce}/cart/${cart}/checkout`)).body.data.order
  }
  await reserveIn(world)(lessee, offer, block)
  expect(await checkOut()).toMatchObject({ status: 'completed' })
  const { uuid: service } = (await get(`${billing}/market/ipv4/services?display=unassigned`)).data[0].billing_service
  const letters = async () => (await get(`${billing}/market/ipv4/services/${service}/loa?`)).data

  const wish = { asn, company_name: 'Example Networks B.V.', max_length: 24, info: '', subnets: [block] }
  const selection = { roa: 'yes', radb: 'no', route: 'no' }
  await post(`${billing}/cart/items`, {
    product_type: 'loa',
    billing_cycle: 0,
    product_fields: wish,
    product_options: { selection },
  })
  expect(await checkOut()).toMatchObject({ status: 'completed' })
  await world.runJobs()
  expect(krill.roas()).toContain(ours)
  expect(await letters()).toMatchObject([{ status: 'Pending' }])
  await publish()
  expect(await letters()).toMatchObject([{ status: 'Active' }])
  process.stdout.write(`released ${((performance.now() - began) / 1_000).toFixed(1)} s after the lessee came\n`)

  await announce(world, { prefix: block, asn })
  const [letter] = await letters()
  const path = `/billing/v1/${holder.tenant}/market/letters/${letter.uuid}/revoke`
  expect((await world.call('POST', path, { headers: holder.bearer, payload: { reason: 'over' } })).status).toBe(200)
  await world.runJobs()
  expect(krill.roas()).toContain(ours)
  await announce(world)
  await world.runJobs()
  expect(krill.roas()).toEqual(['45.9.0.0/22-22 => 0'])
  expect(krill.count.foreignTouched).toBe(0)
})
