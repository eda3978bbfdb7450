import { beforeAll, describe, expect, it } from 'vitest'
import { makeLease, makeOffer } from '../../support/market/market.ts'
import { prefixesPath, prefixScopes, refusedWith, type Client } from '../../support/market/prefixes.ts'
import { stageSides } from '../../support/stages.ts'

/** PATCH /nethub-data/{tenantUUID}/prefixes/{notation}/metadata (setPrefixMetadata). */

const { world, holder, lessee } = await stageSides({}, prefixScopes)
beforeAll(async () => {
  const offer = await makeOffer(world, holder.tenant, { block: '45.8.0.0/20' })
  await makeLease(world, offer, lessee.tenant, '45.8.1.0/24')
})

const set = (notation: string, metadata: unknown, client: Client = holder, headers = {}) =>
  world.call('PATCH', prefixesPath(client.tenant, `/${notation}/metadata`), {
    headers: { ...client.bearer, ...headers },
    payload: { metadata },
  })

const kept = async (notation: string, client: Client = holder) =>
  (await world.call('GET', prefixesPath(client.tenant, `/${notation}`), { headers: client.bearer })).body.holderMetadata

describe('setting', () => {
  it('answers the prefix with what it has now; other keys stay', async () => {
    const first = await set('45.8.0.0%2F20', { rack: 'A7', note: '' })
    expect([first.status, first.body.notation, first.body.holderMetadata]).toEqual([
      200,
      '45.8.0.0/20',
      { rack: 'A7', note: '' },
    ])
    const second = await set('45.8.0.0/20', { rack: 'ä…\u{1f600}' })
    expect(second.body.holderMetadata).toEqual({ rack: 'ä…\u{1f600}', note: '' })
    expect(await kept('45.8.0.0%2F20')).toEqual(second.body.holderMetadata)
    expect((await set('45.8.0.0/20', {})).body.holderMetadata).toEqual(second.body.holderMetadata)
  })

  it('takes any prefix the company sees', async () => {
    expect((await set('45.8.15.255%2F32', { a: '1' })).status).toBe(200)
    expect(await kept('45.8.15.255%2F32')).toEqual({ a: '1' })
    expect(await kept('45.8.15.254%2F31')).toEqual({})
  })

  it('keeps what is each company’s own', async () => {
    await set('45.8.1.0/24', { mine: 'holder' })
    await set('45.8.1.0/24', { mine: 'lessee' }, lessee)
    expect([await kept('45.8.1.0/24'), await kept('45.8.1.0/24', lessee)]).toEqual([
      { mine: 'holder' },
      { mine: 'lessee' },
    ])
  })

  it('is logged with the keys and without the values', async () => {
    await set('45.8.2.0/24', { secret: 'do not log' })
    const { rows } = await world.house.pool.query(
      `select action, actor_id, tenant_uuid, data from audit_entry where action = 'prefix.metadata_set' order by happened_at desc, uuid desc limit 1`,
    )
    expect(rows).toEqual([
      {
        action: 'prefix.metadata_set',
        actor_id: holder.key.clientId,
        tenant_uuid: holder.tenant,
        data: { notation: '45.8.2.0/24', keys: ['secret'] },
      },
    ])
  })

  it('happens once for one key of repetition', async () => {
    const key = { 'idempotency-key': 'once' }
    await set('45.8.3.0/24', { n: '1' }, holder, key)
    await set('45.8.3.0/24', { n: '2' })
    const again = await set('45.8.3.0/24', { n: '1' }, holder, key)
    expect([again.headers['idempotency-replayed'], await kept('45.8.3.0/24')]).toEqual(['true', { n: '2' }])
  })

  it('loses nothing when many set at once', async () => {
    await Promise.all(Array.from({ length: 20 }, (_, i) => set('45.8.4.0/24', { [`k${i}`]: String(i) })))
    expect(Object.keys(await kept('45.8.4.0/24'))).toHaveLength(20)
  })
})

describe('limits', () => {
  const keys = (count: number, from = 0) =>
    Object.fromEntries(Array.from({ length: count }, (_, i) => [`k${from + i}`, 'x']))

  it('are 64 keys of a prefix, however they came', async () => {
    expect((await set('45.8.5.0/24', keys(64))).status).toBe(200)
    expect((await set('45.8.5.0/24', keys(64))).status).toBe(200)
    expect(refusedWith(await set('45.8.5.0/24', keys(1, 64)))).toBe(
      '400 45.8.5.0/24 would have 65 metadata keys; a prefix has at most 64.',
    )
    expect(Object.keys(await kept('45.8.5.0/24'))).toHaveLength(64)
    expect((await set('45.8.6.0/24', keys(65))).status).toBe(400)
  })

  it('are 4,096 bytes of a value', async () => {
    expect((await set('45.8.7.0/24', { a: 'x'.repeat(4_096) })).status).toBe(200)
    expect(refusedWith(await set('45.8.7.0/24', { a: 'x'.repeat(4_097) }))).toContain(
      '400 metadata.a: must have at most',
    )
    expect(refusedWith(await set('45.8.7.0/24', { a: 'ä'.repeat(2_049) }))).toBe(
      "400 metadata: the value of 'a' has more than 4096 bytes.",
    )
  })

  it.each([[{ 'a b': 'x' }], [{ '': 'x' }], [{ ä: 'x' }], [{ 'a.b': 'x' }], [{ ['x'.repeat(65)]: 'x' }]])(
    'refuse the key in %j',
    async (metadata) => {
      expect(refusedWith(await set('45.8.7.0/24', metadata))).toContain('is no key: 1 to 64 of the letters')
    },
  )

  it.each([[{ a: 1 }], [{ a: null }], [['a']], ['a'], [null], [undefined], [{ a: { b: 'c' } }]])(
    'refuse %j as metadata',
    async (metadata) => {
      const answer = await set('45.8.7.0/24', metadata)
      expect(answer.body).toEqual({ status: 'Bad Request', code: 400, error: expect.stringContaining('metadata') })
    },
  )
})

describe('refusals', () => {
  it('know only prefixes the company sees', async () => {
    expect(refusedWith(await set('45.8.0.0/19', { a: 'x' }))).toBe('404 There is no such object.')
    expect(refusedWith(await set('45.8.2.0/24', { a: 'x' }, lessee))).toBe('404 There is no such object.')
    expect(refusedWith(await set('45.8.2.1/24', { a: 'x' }))).toContain('400 The path is refused')
    expect(refusedWith(await set('subsets', { a: 'x' }))).toBe('404 There is no such object.')
  })

  it('need the whole scope', async () => {
    const token = await world.token(holder.key, 'nethub-data:read')
    const answer = await set('45.8.2.0/24', { a: 'x' }, holder, { authorization: `Bearer ${token}` })
    expect(answer.status).toBe(403)
    expect((await set('45.8.2.0/24', {}, { ...lessee, tenant: holder.tenant })).status).toBe(403)
  })
})
