import { afterAll, beforeAll, expect, it } from 'vitest'
import { openLetters, releaseByHolder, type Lessee, type Office } from '../support/market/letters.ts'
import { openWorld, type World } from '../support/world.ts'

/** What programs of the public ask one after the other, spelled as they spell it (decisions 1; decisions 8). */

let world: World
let office: Office
let lessee: Lessee
let bearer: { authorization: string }
beforeAll(async () => {
  world = await openWorld({ env: { SUBLET_SANDBOX: '1' } })
  office = await openLetters(world)
  lessee = await office.lessee()
  const token = await world.token(await world.key(lessee.tenant, ['billing', 'ecommerce', 'credits']))
  bearer = { authorization: `Bearer ${token}` }
})
afterAll(() => world.close())

const get = (url: string) => world.call('GET', url, { headers: bearer })
const billing = () => `/billing/v1/${lessee.tenant}`
const commerce = () => `/ecommerce/public/${lessee.tenant}`

it('services with their letters, the live letters of one, its document, and whether another AS number may be added', async () => {
  const { block, uuid: service } = await lessee.lease(24)
  const [letter = ''] = await lessee.buy({ subnets: [block] })
  await releaseByHolder(office, letter)

  const services = await get(`${billing()}/market/ipv4/services?display=assigned&page=1&per_page=25`)
  expect(services.body.data).toMatchObject([{ billing_service: { uuid: service }, loa: [{ data: { uuid: letter } }] }])
  const list = `${billing()}/market/ipv4/services/${service}/loa`
  for (const spelling of ['statuses[0]=Active', 'statuses%5B0%5D=Active', 'statuses[]=active', 'statuses=Active'])
    expect((await get(`${list}?${spelling}`)).body.data).toMatchObject([{ uuid: letter, status: 'Active' }])

  const pdf = await get(`${list}/download?loa_uuid=${letter}`)
  expect([pdf.status, pdf.headers['content-type']]).toEqual([200, 'application/pdf'])
  const validated = await world.call('POST', `${billing()}/asn/validate/AS13335`, {
    headers: bearer,
    payload: { subnets: [block] },
  })
  expect(validated.body).toMatchObject({ asn: 13_335, valid: true, subnets: [{ subnet: block, already_added: true }] })
})

it('subscriptions by search, invoices by raw brackets, and balances', async () => {
  const search = await world.call('POST', `${commerce()}/subscriptions/search`, {
    headers: bearer,
    payload: { filter: { status: ['active'] }, page: '1', per_page: '100', sort: '-started_at' },
  })
  expect([search.status, search.body.meta.per_page]).toEqual([200, 100])
  const invoices = await get(`${commerce()}/invoices?filter[status]=paid&sort=-placed_at`)
  expect(invoices.status).toBe(200)
  expect(invoices.body.data).toHaveLength(invoices.body.meta.total)
  expect((await get(`${billing()}/invoices?filter[status]=paid,unpaid&sort=-date`)).status).toBe(200)
  const balances = await get(`/credits/public/${lessee.tenant}/balances?filter[currency]=USD`)
  expect(balances.body.data).toMatchObject([{ currency: 'USD', available_balance: expect.anything() }])
})
