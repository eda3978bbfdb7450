import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Office, onlyOperators, openOffice, outcomesFor } from '../../support/portal.ts'
import { openWorld, type World } from '../../support/world.ts'

let world: World
let office: Office
beforeAll(async () => {
  world = await openWorld({ env: { SUBLET_AUTO_ACTIVATE: '0' } })
  const demo = await openWorld({ beside: world })
  office = await openOffice(demo)
  await demo.close()
})
afterAll(() => world.close())

const create = (payload: object, headers: Record<string, string> = office.operator) =>
  world.call('POST', '/portal/operator/companies', { headers, payload })

describe('POST /portal/operator/companies', () => {
  it('registers a company that waits for an operator', async () => {
    const { status, body } = await create({ title: 'New Networks', role: 'holder', contact_email: 'noc@example.net' })
    expect(status).toBe(201)
    expect(body.data).toEqual({
      uuid: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-7/),
      customer_number: expect.any(Number),
      title: 'New Networks',
      status: 'pending',
      role: 'holder',
      contact_email: 'noc@example.net',
      contact_phone: null,
      postal_address: [],
      signatory_name: null,
      signatory_role: null,
      created_at: expect.any(Number),
    })
  })

  it('refuses a title with an address in it', async () => {
    const { status, body } = await create({ title: 'See www.example.net' })
    expect([status, body.code, Object.keys(body.errors)]).toEqual([422, 'name_unacceptable', ['title']])
  })

  it('registers a lessee without contact unless told otherwise', async () => {
    const { body } = await create({ title: 'Plain' })
    expect(body.data).toMatchObject({ role: 'lessee', contact_email: null })
  })

  it('activates at once where the installation says so', async () => {
    const demo = await openWorld({ beside: world, env: { SUBLET_AUTO_ACTIVATE: '1' } })
    const request = { headers: office.operator, payload: { title: 'Quick' } }
    expect((await demo.call('POST', '/portal/operator/companies', request)).body.data.status).toBe('active')
    await demo.close()
  })

  it('registers once for one Idempotency-Key', async () => {
    const headers = { ...office.operator, 'idempotency-key': 'one-company' }
    const [first, second] = [await create({ title: 'Once' }, headers), await create({ title: 'Once' }, headers)]
    expect(second.body).toEqual(first.body)
    expect([first.status, second.status]).toEqual([201, 201])
  })

  it.each([
    [{}, ['title']],
    [{ title: '' }, ['title']],
    [{ title: 'x'.repeat(256) }, ['title']],
    [{ title: 'x', role: 'king' }, ['role']],
    [{ title: 'x', contact_email: 'no address' }, ['contact_email']],
  ])('refuses %j', async (payload, fields) => {
    const { status, body } = await create(payload)
    expect([status, Object.keys(body.errors)]).toEqual([422, fields])
  })

  it('is for operators alone', async () => {
    expect(await outcomesFor(office, (headers) => create({ title: 'x' }, headers))).toEqual({
      ...onlyOperators,
      operator: 201,
    })
  })
})
