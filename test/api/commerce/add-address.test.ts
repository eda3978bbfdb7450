import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { outcomeOf } from '../../support/portal.ts'
import { openWorld, type World } from '../../support/world.ts'

let world: World
let tenant: string
let bearer: { authorization: string }
beforeAll(async () => {
  world = await openWorld()
  ;({ tenant, bearer } = await world.client())
})
afterAll(() => world.close())

const least = { line_one: 'Herengracht 1', city: 'Amsterdam', postcode: '1015 BA', country_code: 'NL' }
const path = () => `/ecommerce/public/${tenant}/addresses`
const add = (payload: object, headers: Record<string, string> = {}) =>
  world.call('POST', path(), { headers: { ...bearer, ...headers }, payload })
const total = async () => (await world.call('GET', path(), { headers: bearer })).body.meta.total

describe('POST /ecommerce/public/{user_id}/addresses', () => {
  it('takes the least, and shows every field', async () => {
    const { status, body } = await add(least)
    expect([status, body.data]).toEqual([
      201,
      {
        id: expect.any(Number),
        uuid: expect.any(String),
        ...least,
        first_name: null,
        last_name: null,
        company_name: null,
        vat_number: null,
        vat_validation_status: null,
        vat_validated_at: null,
        line_two: null,
        line_three: null,
        province_code: null,
        contact_email: null,
        contact_phone: null,
        company_code: null,
      },
    ])
    const { rows } = await world.house.pool.query(
      `select actor_kind from audit_entry where action = 'customer_address.added' and subject_uuid = $1`,
      [body.data.uuid],
    )
    expect(rows).toEqual([{ actor_kind: 'key' }])
  })

  it('takes every field, trimmed, with blank ones as nothing and codes in capitals', async () => {
    const { body } = await add({
      ...least,
      line_one: '  Herengracht 1 ',
      line_two: '   ',
      line_three: 'Back door',
      country_code: 'nl',
      province_code: 'nl-nh',
      first_name: 'Ada',
      last_name: '',
      company_name: 'Example B.V.',
      contact_email: 'billing@example.net',
      contact_phone: '+31 20 000 0000',
      company_code: '12345678',
      unknown: 'ignored',
    })
    expect(body.data).toMatchObject({
      line_one: 'Herengracht 1',
      line_two: null,
      line_three: 'Back door',
      country_code: 'NL',
      province_code: 'NL-NH',
      first_name: 'Ada',
      last_name: null,
      contact_phone: '+31 20 000 0000',
      company_code: '12345678',
    })
  })

  const limits = {
    line_one: 255,
    line_two: 255,
    line_three: 255,
    city: 255,
    postcode: 20,
    province_code: 10,
    vat_number: 50,
    company_code: 50,
    first_name: 255,
    last_name: 255,
    company_name: 255,
    contact_phone: 50,
  }

  it.each(Object.entries(limits))('refuses %s with one character more than %d', async (field, limit) => {
    const before = await total()
    const { status, body } = await add({ ...least, [field]: 'x'.repeat(limit + 1) })
    expect([status, body.errors]).toEqual([422, { [field]: [`must have at most ${limit} characters`] }])
    expect(await total()).toBe(before)
  })

  it('takes every field at its limit', async () => {
    const full = Object.fromEntries(Object.entries(limits).map(([field, limit]) => [field, 'X'.repeat(limit)]))
    const { status, body } = await add({ ...full, country_code: 'NL' })
    expect([status, body.data]).toMatchObject([201, full])
  })

  it.each(['XX', 'DE-BE', 'Noord-Holl', 'Île'])(
    'takes the province %s, in ISO 3166-2 or not',
    async (province_code) => {
      expect((await add({ ...least, province_code })).body.data).toMatchObject({ country_code: 'NL', province_code })
    },
  )

  it('refuses a mail address of 256 characters', async () => {
    const contact_email = `a@${'b.'.repeat(125)}${'c'.repeat(4)}`
    expect(contact_email).toHaveLength(256)
    expect((await add({ ...least, contact_email })).body.errors).toEqual({
      contact_email: ['must have at most 255 characters'],
    })
    expect((await add({ ...least, contact_email: contact_email.slice(0, -1) })).status).toBe(201)
  })

  it.each([
    [{ contact_email: 'no address' }, ['contact_email']],
    [{ contact_email: 'a@' }, ['contact_email']],
    [{ contact_email: '' }, ['contact_email']],
    [{ country_code: 'ZZ' }, ['country_code']],
    [{ country_code: 'NLD' }, ['country_code']],
    [{ country_code: null }, ['country_code']],
    [{ province_code: 5 }, ['province_code']],
    [{ line_one: '' }, ['line_one']],
    [{ line_one: '   ', city: ' ' }, ['city', 'line_one']],
    [{ city: 5 }, ['city']],
  ])('refuses %j by its fields', async (fields, names) => {
    const before = await total()
    const { status, body } = await add({ ...least, ...fields })
    expect([status, body.code, Object.keys(body.errors).toSorted()]).toEqual([422, 'invalid_fields', names])
    expect(await total()).toBe(before)
  })

  it.each(['line_one', 'city', 'postcode', 'country_code'])('needs %s', async (field) => {
    const { body } = await add({ ...least, [field]: undefined })
    expect(body.errors).toEqual({ [field]: ['is required'] })
  })

  it('adds one address per Idempotency-Key', async () => {
    const key = { 'idempotency-key': 'address' }
    const [first, again] = [await add(least, key), await add(least, key)]
    expect([again.headers['idempotency-replayed'], again.body]).toEqual(['true', first.body])
  })

  it('is nothing for another company', async () => {
    const other = await world.client()
    expect(outcomeOf(await add(least, other.bearer))).toBe('403 tenant_mismatch')
  })
})
