import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buyerIn, openShop, readyCart, type Buyer, type Shop } from '../../support/market/carts.ts'
import { addAddress } from '../../support/market/commerce.ts'
import { outcomeOf } from '../../support/portal.ts'
import { openWorld, type World } from '../../support/world.ts'

let world: World
let shop: Shop
beforeAll(async () => {
  world = await openWorld({ env: { SUBLET_SANDBOX: '1' } })
  shop = await openShop(world)
})
afterAll(() => world.close())

const put = (buyer: Buyer, cart: string, id: string | number) => buyer.send('POST', `/cart/${cart}/addresses/${id}`)
const patch = (buyer: Buyer, cart: string, id: string | number, payload: object) =>
  buyer.send('PATCH', `/cart/${cart}/addresses/${id}`, payload)

const required = { line_one: 'Damrak 1', city: 'Haarlem', postcode: '2011 AA' }

describe('POST /ecommerce/public/{user_id}/cart/{cart_uuid}/addresses/{customerAddress_id}', () => {
  it('copies the address, by its UUID or its number, and taxes follow', async () => {
    const { buyer, cart } = await readyCart(shop)
    const { uuid, number } = await addAddress(world, buyer.tenant)
    const { status, body } = await put(buyer, cart, uuid)
    expect([status, body.data]).toEqual([
      200,
      {
        uuid,
        first_name: null,
        last_name: null,
        company_name: 'Example Networks B.V.',
        vat_number: null,
        vat_validation_status: null,
        vat_validated_at: null,
        line_one: 'Herengracht 1',
        line_two: null,
        line_three: null,
        city: 'Amsterdam',
        province_code: null,
        country_code: 'NL',
        postcode: '1015 BA',
        contact_email: 'billing@example.net',
        contact_phone: null,
        company_code: null,
      },
    ])
    expect((await put(buyer, cart, number)).body).toEqual(body)
    expect((await buyer.cart()).tax_total.amount).toBe('21.00')
    const ignored = await buyer.send('POST', `/cart/${cart}/addresses/${uuid}`, { line_one: 5, anything: 'else' })
    expect(ignored.body).toEqual(body)
  })

  it('does not know addresses or carts of others, nor what is no identifier', async () => {
    const { buyer, cart } = await readyCart(shop)
    const other = await buyerIn(world)
    const { uuid, number } = await addAddress(world, other.tenant)
    for (const id of [uuid, number, 'none', '0', '999999999', '99999999999', '019a8c1e-7b2f-7c3d-9e4f-5a6b7c8d9e0f'])
      expect(outcomeOf(await put(buyer, cart, id))).toBe('404 not_found')
    expect(outcomeOf(await put(other, cart, uuid))).toBe('404 not_found')
  })
})

describe('PATCH /ecommerce/public/{user_id}/cart/{cart_uuid}/addresses/{customerAddress_id}', () => {
  it('changes the copy, not the address; what is left out stays', async () => {
    const { buyer, cart } = await readyCart(shop)
    const { uuid, number } = await addAddress(world, buyer.tenant, { first_name: 'Ada' })
    await put(buyer, cart, uuid)
    const { body } = await patch(buyer, cart, number, { ...required, contact_phone: '+31 20 1', country_code: 'DE' })
    expect(body.data).toMatchObject({ ...required, contact_phone: '+31 20 1', first_name: 'Ada', country_code: 'NL' })
    expect((await buyer.cart()).address).toEqual(body.data)
    expect((await put(buyer, cart, uuid)).body.data).toMatchObject({ line_one: 'Herengracht 1', contact_phone: null })
  })

  it('checks a VAT number that changes, and only then', async () => {
    const { buyer, cart } = await readyCart(shop)
    const { uuid } = await addAddress(world, buyer.tenant, { country_code: 'DE' })
    await put(buyer, cart, uuid)
    const valid = (await patch(buyer, cart, uuid, { ...required, vat_number: 'DE 136 695 976' })).body.data
    expect(valid).toMatchObject({ vat_number: 'DE136695976', vat_validation_status: 'valid' })
    expect(valid.vat_validated_at).toMatch(/\+00:00$/)
    expect((await buyer.cart()).tax_total.amount_minor).toBe(0)
    expect((await patch(buyer, cart, uuid, required)).body.data).toEqual(valid)
    const invalid = (await patch(buyer, cart, uuid, { ...required, vat_number: 'DE136695977' })).body.data
    expect(invalid.vat_validation_status).toBe('invalid')
    expect((await buyer.cart()).tax_total.amount).toBe('19.00')
  })

  it.each([
    ['line_one', 255],
    ['line_two', 255],
    ['city', 255],
    ['postcode', 20],
    ['province_code', 10],
    ['vat_number', 50],
    ['company_code', 50],
    ['first_name', 255],
    ['last_name', 255],
    ['company_name', 255],
    ['contact_phone', 50],
  ])('refuses a %s of more than %i characters', async (field, most) => {
    const { buyer, cart } = await readyCart(shop)
    const before = await buyer.cart()
    const { uuid } = before.address
    const answer = await patch(buyer, cart, uuid, { ...required, [field]: 'x'.repeat(most + 1) })
    expect([outcomeOf(answer), Object.keys(answer.body.errors)]).toEqual(['422 invalid_fields', [field]])
    expect((await buyer.cart()).address).toEqual(before.address)
    const fits = await patch(buyer, cart, uuid, { ...required, [field]: 'x'.repeat(most) })
    expect(outcomeOf(fits)).toBe(200)
  })

  it.each([
    [{}, ['city', 'line_one', 'postcode']],
    [{ ...required, line_one: '' }, ['line_one']],
    [{ ...required, city: ' ' }, ['city']],
    [{ ...required, postcode: null }, ['postcode']],
    [{ ...required, contact_email: 'no address' }, ['contact_email']],
    [{ ...required, contact_email: `${'x'.repeat(250)}@example.net` }, ['contact_email']],
  ])('refuses %j', async (payload, fields) => {
    const { buyer, cart } = await readyCart(shop)
    const { uuid } = (await buyer.cart()).address
    const answer = await patch(buyer, cart, uuid, payload)
    expect([outcomeOf(answer), Object.keys(answer.body.errors).sort()]).toEqual(['422 invalid_fields', fields])
  })

  it('changes nothing but the address that is in the cart', async () => {
    const { buyer, cart } = await readyCart(shop)
    const { uuid } = await addAddress(world, buyer.tenant)
    expect(outcomeOf(await patch(buyer, cart, uuid, required))).toBe('404 not_found')
    const other = await buyerIn(world)
    const { uuid: empty } = await other.cart()
    const { uuid: theirs } = await addAddress(world, other.tenant)
    expect(outcomeOf(await patch(other, empty, theirs, required))).toBe('404 not_found')
    expect(outcomeOf(await patch(other, cart, theirs, required))).toBe('404 not_found')
  })
})
