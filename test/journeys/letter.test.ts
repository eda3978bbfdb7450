import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { examine, verifiersIn } from '../../src/letters/index.ts'
import { runImport } from '../../src/network/index.ts'
import { knowAsns } from '../support/market/asns.ts'
import { breachesIn } from '../support/market/carts.ts'
import { addAddress, addCard } from '../support/market/commerce.ts'
import { scanned } from '../support/market/letter-files.ts'
import { makeOffer } from '../support/market/market.ts'
import { readPdf, textOf } from '../support/market/pdf.ts'
import { reserveIn } from '../support/market/reservations.ts'
import { openWorld, type World } from '../support/world.ts'

/** The right to announce, from the question whether an AS number may have it to its revocation, and with its lease's end. */

let world: World
beforeAll(async () => {
  world = await openWorld({ env: { SUBLET_SANDBOX: '1', SUBLET_LETTER_PRICE: '5' } })
})
afterAll(() => world.close())

const asn = 13_335

it('a lessee buys letters; they are released by data, revoked in bulk, and end with their lease', async () => {
  await knowAsns(world)
  const holder = await world.client()
  const offer = await makeOffer(world, holder.tenant, {
    block: '45.9.0.0/22',
    pricings: [{ length: 23, priceMinor: 9_999 }],
  })
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

  await reserveIn(world)(lessee, offer, '45.9.0.0/23')
  expect(await checkOut()).toMatchObject({ status: 'completed' })
  const { uuid: service } = (await get(`${billing}/market/ipv4/services?display=unassigned`)).data[0].billing_service

  const subnets = ['45.9.0.0/24', '45.9.1.0/24']
  const validated = await post(`${billing}/asn/validate/AS${asn}`, { subnets })
  expect(validated.body).toMatchObject({ valid: true, status: 'ok', subnets: [{ already_added: false }, {}] })

  const item = {
    product_type: 'loa',
    billing_cycle: 0,
    product_fields: { asn, company_name: 'Example Networks B.V.', max_length: 24, info: '', subnets },
    product_options: { selection: { roa: 'yes', radb: 'no', route: 'yes' } },
  }
  expect((await post(`${billing}/cart/items`, item)).status).toBe(204)
  expect((await get(`${commerce}/cart`)).data.items).toMatchObject([
    { product_type: 'loa', price: { amount: '10.00' } },
  ])
  expect(await checkOut()).toMatchObject({
    status: 'completed',
    sub_total: { amount: '10.00' },
    total: { amount: '12.10' },
  })

  const letters = async (query = '') => (await get(`${billing}/market/ipv4/services/${service}/loa?${query}`)).data
  expect(await letters()).toMatchObject([{ status: 'Pending' }, { status: 'Pending' }])
  expect((await get(`${billing}/market/ipv4/services?asn=${asn}`)).data[0].loa).toHaveLength(2)
  expect((await post(`${billing}/asn/validate/${asn}`, { subnets })).body.subnets[1].already_added).toBe(true)
  expect(await letters('statuses[0]=Active')).toEqual([])

  const roas = join(world.house.config.dataDir, 'vrps.csv')
  const rows = subnets.map((prefix) => `AS${asn},${prefix},24,ripe,1925000000\n`)
  writeFileSync(roas, `ASN,IP Prefix,Max Length,Trust Anchor,Expires\n${rows.join('')}`)
  await runImport(world.ctx, { kind: 'vrps', from: roas, name: null, force: true })
  await world.runJobs()
  expect(await letters('statuses[0]=Active')).toMatchObject([{ released_by: 'data' }, { released_by: 'data' }])

  const [one] = await letters()
  expect(one.verification_url).toBe(`${world.house.config.publicUrl}/verify/${one.code}`)
  const verified = await world.call('GET', `/verify/${one.code}`, { headers: { accept: 'application/json' } })
  expect(verified.body).toMatchObject({ asn })
  const pdf = await world.server.inject({
    method: 'GET',
    url: `${billing}/market/ipv4/services/${service}/loa/download?loa_uuid=${one.uuid}`,
    headers,
  })
  expect(textOf(pdf.rawPayload)).toContain(`AS${asn}`)
  expect(scanned(readPdf(pdf.rawPayload)[0] ?? { content: '' })).toBe(one.verification_url)
  const keys = verifiersIn((await world.call('GET', '/.well-known/letter-keys.json')).body) ?? new Map()
  expect(examine(pdf.rawPayload, keys)).toMatchObject({ is: 'genuine', statement: { code: one.code } })

  const revoked = await post(`${billing}/market/ipv4/services/loa/revoke`, { loa_uuids: [one.uuid] })
  expect(revoked.body.data).toMatchObject([{ loa_uuid: one.uuid, service_uuid: service, asn, status: 'revoked' }])
  expect(await letters('statuses[]=revoked')).toMatchObject([{ uuid: one.uuid, revoked_by: 'lessee' }])

  const { ecommerce_subscription_uuid: subscription } = (await get(`${billing}/market/ipv4/services`)).data[0]
  const wish = { type: 'end_of_period', reason: 'moving', meta: { use_again: true } }
  expect((await post(`${commerce}/subscriptions/${subscription}/terminate`, wish)).status).toBeLessThan(300)
  await world.advance('2 months')
  await world.hear()
  const { rows: ended } = await world.house.pool.query(
    `select l.status as lease, l.asns, t.status, t.ended_at = l.ended_at as together from letter t join lease l on l.uuid = t.lease_uuid
     where t.uuid <> $1`,
    [one.uuid],
  )
  expect(ended).toEqual([{ lease: 'terminated', asns: [], status: 'expired', together: true }])
  expect((await get(`${billing}/market/ipv4/services?display=assigned`)).data).toEqual([])
  expect(await breachesIn(world)).toEqual([])
})
