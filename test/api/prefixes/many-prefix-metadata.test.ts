import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeOffer } from '../../support/market/market.ts'
import { prefixesPath, prefixScopes, refusedWith, type Client } from '../../support/market/prefixes.ts'
import { statementsIn } from '../../support/statements.ts'
import { openWorld, type World } from '../../support/world.ts'

/**
 * PATCH /nethub-data/{tenantUUID}/prefixes/metadata (setManyPrefixMetadata) and
 * DELETE /nethub-data/{tenantUUID}/prefixes/metadata (deleteManyPrefixMetadata).
 */

let world: World
let holder: Client
beforeAll(async () => {
  world = await openWorld()
  holder = await world.client(prefixScopes)
  await makeOffer(world, holder.tenant, { block: '45.8.0.0/16' })
})
afterAll(() => world.close())

const send = (method: 'PATCH' | 'DELETE', changes: unknown, client: Client = holder) =>
  world.call(method, prefixesPath(client.tenant, '/metadata'), {
    headers: { ...client.bearer, 'content-type': 'application/json' },
    payload: JSON.stringify(changes),
  })

const all = async () =>
  (await world.house.pool.query('select block, entries from prefix_metadata order by block')).rows.map(
    ({ block, entries }) => [block, entries],
  )

const blocks = (count: number) => Array.from({ length: count }, (_, i) => `45.8.${Math.floor(i / 256)}.${i % 256}/32`)

describe('in bulk', () => {
  it('sets and deletes, and answers the prefixes in the order given', async () => {
    const set = await send('PATCH', [
      { notation: '45.8.2.0/24', metadata: { a: '1', b: '2' } },
      { notation: '45.8.1.0/24', metadata: { a: '3' } },
    ])
    expect(set.status).toBe(200)
    expect(
      set.body.data.map((one: { notation: string; holderMetadata: object }) => [one.notation, one.holderMetadata]),
    ).toEqual([
      ['45.8.2.0/24', { a: '1', b: '2' }],
      ['45.8.1.0/24', { a: '3' }],
    ])
    const deleted = await send('DELETE', [
      { notation: '45.8.1.0/24', metadata: ['a'] },
      { notation: '45.8.2.0/24', metadata: ['b', 'none'] },
    ])
    expect([deleted.status, await all()]).toEqual([200, [['45.8.2.0/24', { a: '1' }]]])
    expect((await send('PATCH', [])).body).toEqual({ data: [] })
    expect((await send('DELETE', [])).body).toEqual({ data: [] })
  })

  it('costs as many statements for a thousand as for two', async () => {
    const changes = blocks(1_000).map((notation) => ({ notation, metadata: { n: '1' } }))
    await world.hear()
    const few = await statementsIn(() => send('PATCH', changes.slice(0, 2)))
    const many = await statementsIn(async () => expect((await send('PATCH', changes)).status).toBe(200))
    expect(many).toBe(few)
    const keys = blocks(1_000).map((notation) => ({ notation, metadata: ['n'] }))
    expect((await send('DELETE', keys)).body.data).toHaveLength(1_000)
    expect(await all()).toEqual([['45.8.2.0/24', { a: '1' }]])
  })
})

describe('all or nothing', () => {
  it.each([
    ['a prefix nobody sees', { notation: '46.0.0.0/24', metadata: { a: '9' } }, "notation: '46.0.0.0/24' is neither"],
    ['host bits', { notation: '45.8.0.1/24', metadata: { a: '9' } }, "notation: '45.8.0.1/24' has host bits"],
    ['a bad key', { notation: '45.8.3.0/24', metadata: { 'a b': '9' } }, "1.metadata: 'a b' is no key"],
    ['a long value', { notation: '45.8.3.0/24', metadata: { a: 'ä'.repeat(3_000) } }, '1.metadata: the value of'],
    ['a prefix twice', { notation: '45.8.2.0/24', metadata: { a: '9' } }, 'notation: some prefix is named twice'],
    ['no metadata', { notation: '45.8.3.0/24' }, '1.metadata: is required'],
    ['no prefix', { metadata: {} }, '1.notation: is required'],
  ])('refuses %s', async (_what, change, sentence) => {
    const before = await all()
    const answer = await send('PATCH', [{ notation: '45.8.2.0/24', metadata: { a: '9' } }, change])
    expect(refusedWith(answer)).toContain(`400 ${sentence}`)
    expect(await all()).toEqual(before)
  })

  it('refuses a prefix that would have too many keys', async () => {
    const full = Object.fromEntries(Array.from({ length: 64 }, (_, i) => [`k${i}`, 'x']))
    const answer = await send('PATCH', [
      { notation: '45.8.4.0/24', metadata: full },
      { notation: '45.8.2.0/24', metadata: full },
    ])
    expect(refusedWith(answer)).toContain('400 45.8.2.0/24 would have 65 metadata keys')
    expect(await all()).toEqual([['45.8.2.0/24', { a: '1' }]])
  })

  it('refuses bad keys and unseen prefixes of a deletion', async () => {
    expect(refusedWith(await send('DELETE', [{ notation: '45.8.2.0/24', metadata: ['a b'] }]))).toContain('0.metadata')
    const answer = await send('DELETE', [
      { notation: '45.8.2.0/24', metadata: ['a'] },
      { notation: '45.9.0.0/24', metadata: ['a'] },
    ])
    expect(refusedWith(answer)).toContain("notation: '45.9.0.0/24' is neither")
    expect(await all()).toEqual([['45.8.2.0/24', { a: '1' }]])
  })

  it.each([[{}], [{ notation: '45.8.2.0/24' }], ['x'], [null], [[1]], [[null]]])(
    'refuses the body %j',
    async (body) => {
      expect((await send('PATCH', body)).status).toBe(400)
      expect((await send('DELETE', body)).status).toBe(400)
    },
  )

  it('takes at most 1,000', async () => {
    const many = blocks(1_001).map((notation) => ({ notation, metadata: {} }))
    expect((await send('PATCH', many)).body).toEqual({
      status: 'Bad Request',
      code: 400,
      error: expect.stringContaining('must have at most 1000 items'),
    })
  })

  it('is each company’s own', async () => {
    const other = await world.client(prefixScopes)
    const answer = await send('PATCH', [{ notation: '45.8.2.0/24', metadata: { a: '9' } }], other)
    expect(refusedWith(answer)).toContain("400 notation: '45.8.2.0/24' is neither")
    expect((await send('DELETE', [], { ...other, tenant: holder.tenant })).status).toBe(403)
  })
})
