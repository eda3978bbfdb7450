import { beforeAll, describe, expect, it } from 'vitest'
import { makeLease, makeOffer } from '../../support/market/market.ts'
import { prefixesPath, prefixScopes, refusedWith, type Client } from '../../support/market/prefixes.ts'
import { stageSides } from '../../support/stages.ts'

/** DELETE /nethub-data/{tenantUUID}/prefixes/{notation}/metadata (deletePrefixMetadata). */

const { world, holder, lessee } = await stageSides({}, prefixScopes)
beforeAll(async () => {
  const offer = await makeOffer(world, holder.tenant, { block: '45.8.0.0/20' })
  await makeLease(world, offer, lessee.tenant, '45.8.1.0/24')
})

const send = (method: string, notation: string, metadata: unknown, client: Client = holder) =>
  world.call(method, prefixesPath(client.tenant, `/${notation}/metadata`), {
    headers: client.bearer,
    payload: { metadata },
  })

const rowsOf = async (block: string) =>
  (await world.house.pool.query('select entries from prefix_metadata where block = $1', [block])).rows

describe('deleting', () => {
  it('answers the prefix with what is left', async () => {
    await send('PATCH', '45.8.0.0/20', { a: '1', b: '2', c: '3' })
    const some = await send('DELETE', '45.8.0.0%2F20', ['a', 'c', 'none'])
    expect([some.status, some.body.notation, some.body.holderMetadata]).toEqual([200, '45.8.0.0/20', { b: '2' }])
    const all = await send('DELETE', '45.8.0.0/20', ['b'])
    expect([all.status, all.body.holderMetadata]).toEqual([200, {}])
    expect(await rowsOf('45.8.0.0/20')).toEqual([])
  })

  it('of what is not there is no matter', async () => {
    const answer = await send('DELETE', '45.8.3.0/24', ['never', 'never'])
    expect([answer.status, answer.body.holderMetadata]).toEqual([200, {}])
    expect((await send('DELETE', '45.8.3.0/24', [])).status).toBe(200)
  })

  it('touches nobody else’s', async () => {
    await send('PATCH', '45.8.1.0/24', { a: 'holder' })
    await send('PATCH', '45.8.1.0/24', { a: 'lessee' }, lessee)
    await send('DELETE', '45.8.1.0/24', ['a'])
    expect(await rowsOf('45.8.1.0/24')).toEqual([{ entries: { a: 'lessee' } }])
  })

  it('is logged', async () => {
    await send('DELETE', '45.8.4.0/24', ['x', 'y'])
    const { rows } = await world.house.pool.query(
      `select tenant_uuid, data from audit_entry where action = 'prefix.metadata_deleted' order by happened_at desc, uuid desc limit 1`,
    )
    expect(rows).toEqual([{ tenant_uuid: holder.tenant, data: { notation: '45.8.4.0/24', keys: ['x', 'y'] } }])
  })
})

describe('refusals', () => {
  it.each([[['a b']], [['']], [['x'.repeat(65)]], [['a', 'ü']]])('refuses the keys %j', async (keys) => {
    expect(refusedWith(await send('DELETE', '45.8.0.0/20', keys))).toMatch(/^400 metadata: '.*' is no key/)
  })

  it.each([['a'], [{ a: '1' }], [undefined], [[1]], [Array.from({ length: 65 }, (_, i) => `k${i}`)]])(
    'refuses %j',
    async (metadata) => {
      const answer = await send('DELETE', '45.8.0.0/20', metadata)
      expect(answer.body).toEqual({ status: 'Bad Request', code: 400, error: expect.stringContaining('metadata') })
    },
  )

  it('has the three bodies of the specification', async () => {
    const bad = await send('DELETE', '45.8.0.1%2F20', ['a'])
    expect(bad.body).toEqual({ status: 'Bad Request', code: 400, error: expect.stringContaining('host bits') })
    const foreign = await send('DELETE', '45.8.0.0%2F20', ['a'], { ...lessee, tenant: holder.tenant })
    expect(foreign.body).toEqual({ status: 'Forbidden', code: 403, error: expect.any(String) })
    const unknown = await send('DELETE', '45.8.2.0%2F24', ['a'], lessee)
    expect(unknown.body).toEqual({ status: 'Not Found', code: 404, error: 'There is no such object.' })
    expect((await send('DELETE', '203.0.113.0%2F24', ['a'])).text).toBe(unknown.text)
  })
})
