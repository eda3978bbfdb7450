import { afterAll, beforeAll, expect, it } from 'vitest'
import { addAddress, addCard } from '../support/market/commerce.ts'
import { fitAsn, openLetters, releaseByHolder, type Lessee, type Office } from '../support/market/letters.ts'
import { makeLease } from '../support/market/market.ts'
import { openWorld, type Answered, type World } from '../support/world.ts'

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

/** A program of its own company, which begins with nothing but its app key; every step must succeed. */
async function program(scope = 'billing ecommerce credits nethub-data nethub-analytics') {
  const tenant = await world.tenant()
  const key = await world.key(tenant, scope.split(' '))
  const form = { grant_type: 'client_credentials', client_id: key.clientId, client_secret: key.clientSecret, scope }
  const granted = await world.tokenRequest(form)
  expect([granted.status, granted.body.scope]).toEqual([200, scope])
  const headers = { authorization: `Bearer ${granted.body.access_token}`, accept: 'application/json' }
  const step = async (method: string, path: string, payload?: object): Promise<Answered['body']> => {
    const url = path.replace('{tenant}', tenant)
    const { status, body, text } = await world.call(method, url, { headers, ...(payload ? { payload } : {}) })
    if (status >= 300) throw new Error(`${method} ${url}: ${status} ${text}`)
    return body
  }
  return { tenant, step }
}

it('a letter from the list of services to the letter itself', async () => {
  const { tenant, step } = await program()
  await addAddress(world, tenant)
  await addCard(world, tenant)
  const { block } = await makeLease(world, office.offer, tenant, '45.67.240.0/24')

  const [service] = (await step('GET', '/billing/v1/{tenant}/market/ipv4/services')).data
  const subnet = `${service.billing_service.address}/${service.billing_service.cidr}`
  expect([subnet, service.loa, service.ecommerce_pending_order]).toEqual([block, [], null])
  const validated = await step('POST', `/billing/v1/{tenant}/asn/validate/${fitAsn}`, { subnets: [subnet] })
  expect(validated).toMatchObject({ valid: true, subnets: [{ subnet, already_added: false }] })

  const [address] = (await step('GET', '/ecommerce/public/{tenant}/addresses?filter[addressable_type]=customer')).data
  await step('POST', '/billing/v1/{tenant}/cart/items', {
    product_type: 'loa',
    billing_cycle: 0,
    product_fields: {
      max_length: 24,
      company_name: 'Example Networks B.V.',
      asn: fitAsn,
      info: '',
      create_whois_inetnum: true,
      whois_data_exposed: false,
      subnets: [subnet],
    },
    product_options: { selection: { roa: 'yes', radb: 'yes', route: 'yes' } },
  })
  const { uuid: cart } = (await step('GET', '/ecommerce/public/{tenant}/cart')).data
  const carts = `/ecommerce/public/{tenant}/cart/${cart}`
  await step('POST', `${carts}/addresses/${address.uuid}`, { type: 'billing' })
  const methods = (await step('GET', '/ecommerce/public/{tenant}/payment-methods?per_page=999')).data
  const method = methods.find(({ is_default }: { is_default: boolean }) => is_default)
  await step('PATCH', `${carts}/payment-method/${method.uuid}`, {})
  const { order } = (await step('POST', `${carts}/checkout`, {})).data
  expect(order.status).toBe('completed')

  const letters = `/billing/v1/{tenant}/market/ipv4/services/${service.billing_service.uuid}/loa`
  const [letter] = (await step('GET', `${letters}?statuses[0]=Active&statuses[1]=Pending`)).data
  expect(letter).toMatchObject({ asn: fitAsn, status: 'Pending' })
  const told = `This cart has been ordered: see …/orders/${order.uuid}.`
  await expect(step('POST', `${carts}/checkout`, {})).rejects.toThrow(told)
})

it('a block from the search of the market to the lease', async () => {
  const { tenant, step } = await program('billing ecommerce')
  await addCard(world, tenant)
  const countries = (await step('GET', '/ecommerce/public/common/countries?sort=name&per_page=300')).data
  const { code } = countries.find(({ name }: { name: string }) => name.startsWith('Netherlands'))
  const added = await step('POST', '/ecommerce/public/{tenant}/addresses', {
    line_one: 'Herengracht 1',
    city: 'Amsterdam',
    postcode: '1015 BA',
    province_code: 'Noord-Holl',
    country_code: code,
  })

  const [found] = (await step('GET', '/billing/v1/{tenant}/market/search?prefix_length=24&sort=price&limit=5')).data
  const reserved = await step('POST', '/billing/v1/{tenant}/market/ipv4/services/reserve', {
    pricing_uuid: found.pricing_uuid,
    address: found.address,
    cidr: found.cidr,
    ip_price: String(found.price_per_ip),
    contract_length: 1,
  })
  expect(reserved.data).toMatchObject({ status: 'accepted', address: found.address })
  const cart = (await step('GET', '/ecommerce/public/{tenant}/cart')).data
  expect(cart.sub_total.amount_minor).toBe(Math.round(found.price * 100))
  await step('POST', `/ecommerce/public/{tenant}/cart/${cart.uuid}/addresses/${added.data.uuid}`)
  const { order } = (await step('POST', `/ecommerce/public/{tenant}/cart/${cart.uuid}/checkout`)).data
  expect(order.status).toBe('completed')
  const [service] = (await step('GET', '/billing/v1/{tenant}/market/ipv4/services')).data
  expect(service.billing_service).toMatchObject({ address: found.address, cidr: 24, status: 'active' })
})
