import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { goodCard } from '../../support/market/commerce.ts'
import { outcomeOf } from '../../support/portal.ts'
import { openWorld, type World } from '../../support/world.ts'
import { writtenLog } from '../../support/server/written-log.ts'

let world: World
const { log, written } = writtenLog()
beforeAll(async () => {
  world = await openWorld({ log })
})
afterAll(() => world.close())

const card = { number: goodCard, expiry_month: 12, expiry_year: 2040 }

async function company() {
  const { tenant, bearer } = await world.client()
  const path = `/ecommerce/public/${tenant}/payment-methods`
  const add = (payload: object, headers: Record<string, string> = {}) =>
    world.call('POST', path, { headers: { ...bearer, ...headers }, payload })
  const list = async () => (await world.call('GET', path, { headers: bearer })).body.data
  return { tenant, bearer, path, add, list }
}

describe('POST /ecommerce/public/{user_id}/payment-methods', () => {
  it('takes a test card, shows its last four digits, and makes the first one the default', async () => {
    const { tenant, add, list } = await company()
    const { status, body } = await add({ type: 'card', card: { ...card, cvc: '123' }, more: 'ignored' })
    expect([status, body.data]).toEqual([
      201,
      {
        uuid: expect.any(String),
        type: 'card',
        is_default: true,
        details: { card_brand: 'visa', card_last_four: '4242', card_expiry_month: 12, card_expiry_year: 2040 },
      },
    ])
    expect(await list()).toEqual([body.data])
    const { rows } = await world.house.pool.query(
      `select data from audit_entry where action = 'payment_method.added' and tenant_uuid = $1`,
      [tenant],
    )
    const data = { uuid: body.data.uuid, type: 'card', card_brand: 'visa', card_last_four: '4242' }
    expect(rows).toEqual([{ data }])
  })

  it('adds further ones beside the default, or in its place when they are to be it', async () => {
    const { add, list } = await company()
    await add({ type: 'card', card })
    await add({ type: 'bank_transfer', make_default: null })
    const kinds = async () =>
      (await list()).map(({ type, is_default }: { type: string; is_default: boolean }) => [type, is_default])
    expect(await kinds()).toEqual([
      ['card', true],
      ['bank_transfer', false],
    ])
    await add({ type: 'manual', make_default: true })
    expect(await kinds()).toEqual([
      ['card', false],
      ['bank_transfer', false],
      ['manual', true],
    ])
  })

  it('has no details to show of what is paid by hand', async () => {
    const { tenant, add } = await company()
    const { body } = await add({ type: 'bank_transfer', card: null, token: null })
    expect(Object.values(body.data.details)).toEqual([null, null, null, null])
    const { rows } = await world.house.pool.query('select provider from payment_method where tenant_uuid = $1', [
      tenant,
    ])
    expect(rows).toEqual([{ provider: 'none' }])
  })

  it('reads numbers in groups', async () => {
    const { add } = await company()
    const { body } = await add({ type: 'card', card: { ...card, number: '5555 5555-5555 4444', expiry_year: '2041' } })
    expect(body.data.details).toMatchObject({
      card_brand: 'mastercard',
      card_last_four: '4444',
      card_expiry_year: 2041,
    })
  })

  it('takes no other card, and neither keeps nor repeats its number', async () => {
    const { add, list } = await company()
    const number = '4539578763621486'
    const refused = await add({ type: 'card', card: { ...card, number } }, { 'idempotency-key': 'real-card' })
    expect(outcomeOf(refused)).toBe('422 card_refused')
    expect(refused.body.message).toContain('GET /sandbox/cards')
    await add({ type: 'card', card }, { 'idempotency-key': 'test-card' })
    expect(await list()).toHaveLength(1)
    const said = `${refused.text} ${written.join('\n')} ${JSON.stringify(await list())}`
    expect(written.length).toBeGreaterThan(0)
    expect(said).not.toContain(number)
    expect(said).not.toContain(goodCard)
    const { rows } = await world.house.pool.query<{ answer: Buffer }>('select answer from idempotency_key')
    expect(rows.length).toBeGreaterThan(0)
    for (const { answer } of rows) expect(world.house.box.open(answer)).not.toContain(goodCard)
  })

  it('takes a card to the last day of its month', async () => {
    const { add } = await company()
    const now = world.ctx.now
    const [month, year] = [now.getUTCMonth() + 1, now.getUTCFullYear()]
    expect((await add({ type: 'card', card: { ...card, expiry_month: month, expiry_year: year } })).status).toBe(201)
    const last = { expiry_month: month === 1 ? 12 : month - 1, expiry_year: month === 1 ? year - 1 : year }
    const refused = await add({ type: 'card', card: { ...card, ...last } })
    expect([outcomeOf(refused), refused.body.message]).toEqual(['422 card_refused', 'This card has expired.'])
  })

  it('takes neither a token in a sandbox nor what it has no bank for', async () => {
    const { add } = await company()
    expect(outcomeOf(await add({ type: 'card', token: 'pm_1' }))).toBe('422 card_refused')
    expect(outcomeOf(await add({ type: 'paypal' }))).toBe('422 method_not_offered')
  })

  it.each([
    [{}, ['type']],
    [{ type: 'cash' }, ['type']],
    [{ type: 'card', card: {} }, ['card.expiry_month', 'card.expiry_year', 'card.number']],
    [{ type: 'card', card: { ...card, number: 'abc' } }, ['card.number']],
    [{ type: 'card', card: { ...card, expiry_month: 13 } }, ['card.expiry_month']],
    [{ type: 'card', card: { ...card, expiry_year: 26 } }, ['card.expiry_year']],
    [{ type: 'card', card: { ...card, cvc: '12' } }, ['card.cvc']],
    [{ type: 'card', token: '' }, ['token']],
    [{ type: 'manual', make_default: 'yes' }, ['make_default']],
  ])('refuses %j by its fields', async (payload, fields) => {
    const { add, list } = await company()
    const { status, body } = await add(payload)
    expect([status, body.code, Object.keys(body.errors).toSorted()]).toEqual([422, 'invalid_fields', fields])
    expect(await list()).toEqual([])
  })

  it('adds one method per Idempotency-Key, also when asked twice at once', async () => {
    const { add, list } = await company()
    const key = { 'idempotency-key': 'once' }
    const answers = await Promise.all([add({ type: 'manual' }, key), add({ type: 'manual' }, key)])
    expect(answers.map(({ status }) => status)).toContain(201)
    for (const answer of answers) expect([201, '409 idempotency_in_progress']).toContain(outcomeOf(answer))
    expect(await list()).toHaveLength(1)
    const again = await add({ type: 'manual' }, key)
    expect([again.headers['idempotency-replayed'], again.body.data]).toEqual(['true', (await list())[0]])
    expect(outcomeOf(await add({ type: 'bank_transfer' }, key))).toBe('422 idempotency_mismatch')
  })

  it('lets one of two first ones be the default', async () => {
    const { add, list } = await company()
    await Promise.all([add({ type: 'manual' }), add({ type: 'card', card }), add({ type: 'bank_transfer' })])
    const methods: { is_default: boolean }[] = await list()
    expect([methods.length, methods.filter((method) => method.is_default).length]).toEqual([3, 1])
  })

  it('takes no cards where nobody does, and the rest all the same', async () => {
    const { tenant, bearer } = await company()
    const none = await openWorld({ beside: world, env: { SUBLET_PAYMENT_PROVIDER: 'none' } })
    const add = (payload: object) =>
      none.call('POST', `/ecommerce/public/${tenant}/payment-methods`, { headers: bearer, payload })
    expect(outcomeOf(await add({ type: 'card', card }))).toBe('422 method_not_offered')
    expect((await add({ type: 'bank_transfer' })).status).toBe(201)
    await none.close()
  })
})
