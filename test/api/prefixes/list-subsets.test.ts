import { beforeAll, describe, expect, it } from 'vitest'
import { makeLease, makeOffer, type MadeOffer } from '../../support/market/market.ts'
import { know, recordOf } from '../../support/market/offers.ts'
import {
  outline,
  prefixesPath,
  prefixScopes,
  refusedWith,
  subsets,
  type Client,
  type Tree,
} from '../../support/market/prefixes.ts'
import { statementsOf } from '../../support/statements.ts'
import { stageSides } from '../../support/stages.ts'

/** GET /nethub-data/{tenantUUID}/prefixes/subsets/metadata (listSubsets). */

let offer: MadeOffer
const { world, holder, lessee } = await stageSides({}, prefixScopes)
beforeAll(async () => {
  const other = await world.tenant('Other Holder', 'holder')
  offer = await makeOffer(world, holder.tenant, { block: '45.8.0.0/20', pricings: lengths })
  await makeOffer(world, holder.tenant, { block: '5.4.0.0/24' })
  await makeOffer(world, holder.tenant, { block: '100.1.0.0/22' })
  const foreign = await makeOffer(world, other, { block: '46.0.0.0/22' })
  await makeLease(world, offer, lessee.tenant, '45.8.1.0/24')
  await makeLease(world, offer, lessee.tenant, '45.8.8.0/22')
  await makeLease(world, foreign, holder.tenant, '46.0.1.0/24')
  await makeLease(world, foreign, lessee.tenant, '46.0.2.0/24')
  await know(world, 'registry', [
    recordOf('45.8.0.0/20'),
    recordOf('45.8.8.0/22', { organisation: 'Lessee, Inc.' }),
    recordOf('46.0.0.0/22', { organisation: 'Foreign GmbH' }),
    recordOf('45.8.10.0/23', { organisation: 'Third SA' }),
  ])
  await know(world, 'origins', [
    { prefix: '45.8.1.0/24' },
    { prefix: '45.8.1.128/25' },
    { prefix: '45.8.10.0/24' },
    { prefix: '45.0.0.0/8' },
    { prefix: '46.0.1.0/25' },
    { prefix: '46.0.3.0/24' },
  ])
  await know(world, 'vrps', [{ prefix: '45.8.1.128/25' }, { prefix: '45.8.0.0/21' }, { prefix: '5.4.0.0/24' }])
})

const lengths = [22, 24].map((length) => ({ length, priceMinor: 10_000 }))

const ofHolder = [
  '5.4.0.0/24',
  ['45.8.0.0/20', ['45.8.0.0/21', ['45.8.1.0/24', '45.8.1.128/25']], ['45.8.8.0/22', ['45.8.10.0/23', '45.8.10.0/24']]],
  ['46.0.1.0/24', '46.0.1.0/25'],
  '100.1.0.0/22',
]

const ask = (query = '', client: Client = holder) => subsets(world, client, query)
const outlined = async (query = '', client: Client = holder) => outline(await ask(query, client))

describe('the trees', () => {
  it('are what is held and leased, and everything known inside', async () => {
    const answer = await ask()
    expect(outline(answer)).toEqual(ofHolder)
    expect(answer.body.metadata).toEqual({ limit: 100, offset: 0 })
    expect(answer.headers['content-type']).toBe('application/json; charset=utf-8')
  })

  it('show a lessee only what lies inside its leases', async () => {
    expect(await outlined('', lessee)).toEqual([
      ['45.8.1.0/24', '45.8.1.128/25'],
      ['45.8.8.0/22', ['45.8.10.0/23', '45.8.10.0/24']],
      '46.0.2.0/24',
    ])
  })

  it('are none for who has nothing', async () => {
    expect((await ask('', await world.client(prefixScopes))).body).toEqual({
      data: [],
      metadata: { limit: 100, offset: 0 },
    })
  })

  it('mark the blocks that are held, and say who leases', async () => {
    const { data } = (await ask()).body
    const marks = data.map((tree: Tree) => (tree['internalMetadata'] as { master: boolean }).master)
    expect(marks).toEqual([true, true, false, true])
    const leased = data[1].subsets[1]
    expect(leased.internalMetadata.holders.map(({ type, top }: { type: number; top: boolean }) => [type, top])).toEqual(
      [
        [0, false],
        [1, false],
        [2, true],
      ],
    )
    expect(leased.subsets[0].internalMetadata.holders[2]).toMatchObject({ tenantUUID: lessee.tenant, top: false })
    expect(data[1].subsets[0].internalMetadata.holders).toHaveLength(2)
  })
})

describe('pages', () => {
  it('count top-level prefixes', async () => {
    expect(await outlined('limit=2')).toEqual(ofHolder.slice(0, 2))
    expect(await outlined('limit=2&offset=1')).toEqual(ofHolder.slice(1, 3))
    expect(await outlined('offset=3')).toEqual(ofHolder.slice(3))
    const past = await ask('offset=2147483647&limit=1000')
    expect(past.body).toEqual({ data: [], metadata: { limit: 1_000, offset: 2_147_483_647 } })
  })

  const names = async (query: string) => (await outlined(query)).map((tree) => [tree].flat()[0])

  it.each([
    ['sort=ipNet', ['5.4.0.0/24', '45.8.0.0/20', '46.0.1.0/24', '100.1.0.0/22']],
    ['sort=-ipNet', ['100.1.0.0/22', '46.0.1.0/24', '45.8.0.0/20', '5.4.0.0/24']],
    ['sort=notation', ['100.1.0.0/22', '45.8.0.0/20', '46.0.1.0/24', '5.4.0.0/24']],
    ['sort=-notation', ['5.4.0.0/24', '46.0.1.0/24', '45.8.0.0/20', '100.1.0.0/22']],
    ['sort=-notation,ipNet', ['5.4.0.0/24', '46.0.1.0/24', '45.8.0.0/20', '100.1.0.0/22']],
  ])('%s', async (query, expected) => {
    expect(await names(query)).toEqual(expected)
    const given = expected.toReversed().map((name) => `notations=${encodeURIComponent(name)}`)
    expect(await names(`${query}&${given.join('&')}`)).toEqual(expected)
    const paged = await Promise.all([0, 1, 2, 3].map((offset) => names(`${query}&limit=1&offset=${offset}`)))
    expect(paged.flat()).toEqual(expected)
  })

  it.each(['limit=0', 'limit=1001', 'limit=x', 'offset=-1', 'offset=1.5', 'sort=size', 'sort=-', 'sort=ipNet,asn'])(
    'refuses %s',
    async (query) => {
      const answer = await ask(query)
      expect(answer.body).toEqual({ status: 'Bad Request', code: 400, error: expect.any(String) })
    },
  )

  it('names the known sort keys', async () => {
    expect(refusedWith(await ask('sort=size'))).toBe("400 sort: cannot sort by 'size'; known: notation, ipNet")
  })
})

describe('starting points', () => {
  it.each([
    ['notations=45.8.0.0/21', [['45.8.0.0/21', ['45.8.1.0/24', '45.8.1.128/25']]]],
    ['notation=45.8.8.0%2F22', [['45.8.8.0/22', ['45.8.10.0/23', '45.8.10.0/24']]]],
    ['notations=45.8.10.0/24,45.8.12.0/23', ['45.8.10.0/24', '45.8.12.0/23']],
    ['notations[]=45.8.12.0/23&notations[]=45.8.12.0/23', ['45.8.12.0/23']],
    [
      'notations=45.8.8.0/22&notations=45.8.10.0/23',
      [
        ['45.8.8.0/22', ['45.8.10.0/23', '45.8.10.0/24']],
        ['45.8.10.0/23', '45.8.10.0/24'],
      ],
    ],
    ['notations=45.8.8.0/22,45.8.0.0/24&limit=1', ['45.8.0.0/24']],
  ])('%s', async (query, expected) => {
    expect(await outlined(query)).toEqual(expected)
  })

  it('know the lease around them', async () => {
    const { data } = (await ask('notations=45.8.10.0/24')).body
    expect(data[0].internalMetadata.holders[2]).toMatchObject({ tenantUUID: lessee.tenant, type: 2, top: false })
  })

  it.each([
    ['45.8.0.1/20', "notations: '45.8.0.1/20' has host bits: the prefix around it is 45.8.0.0/20."],
    ['45.8.0.0', "notations: '45.8.0.0' has no length"],
    ['::ffff:45.8.0.0/116', "notations: '::ffff:45.8.0.0/116' is IPv6 in the form of IPv4"],
    ['x,45.8.0.0/20,y', "notations: 'x' is no prefix: write it as 192.0.2.0/24 or 2001:db8::/32; 'y' is no prefix"],
    ['46.0.0.0/22', "notations: '46.0.0.0/22' is neither a block this company holds or leases nor inside one."],
    ['2001:db8::/32,5.4.0.0/24', "notations: '2001:db8::/32' is neither"],
    ['0.0.0.0/0', "notations: '0.0.0.0/0' is neither"],
  ])('refuses %s', async (notations, sentence) => {
    expect(refusedWith(await ask(`notations=${encodeURIComponent(notations)}`))).toContain(`400 ${sentence}`)
  })

  it('are 1,000 at most', async () => {
    const many = (count: number) => Array.from({ length: count }, (_, i) => `45.8.${i % 16}.${Math.floor(i / 16)}/32`)
    expect((await ask(`fields=notation&notations=${many(1_000).join()}&limit=1000`)).body.data).toHaveLength(1_000)
    expect(refusedWith(await ask(`notations=${many(1_001).join()}`))).toBe(
      '400 notations: must have at most 1000 items',
    )
    expect(refusedWith(await ask(`notations=${'x,'.repeat(10_000)}`))).toBe(
      '400 notations: must have at most 1000 items',
    )
  })
})

describe('organisations', () => {
  const filter = (...names: string[]) => names.map((name) => `organisations=${encodeURIComponent(name)}`).join('&')

  it('remove what does not match; what does moves up to the nearest that is left', async () => {
    expect(await outlined(filter('Third SA'))).toEqual([['45.8.10.0/23', '45.8.10.0/24']])
    expect(await outlined(filter('holder ltd'))).toEqual([
      ['45.8.0.0/20', ['45.8.0.0/21', ['45.8.1.0/24', '45.8.1.128/25']]],
    ])
    expect(await outlined(filter('Holder Ltd', 'Third SA'))).toEqual([
      ['45.8.0.0/20', ['45.8.0.0/21', ['45.8.1.0/24', '45.8.1.128/25']], ['45.8.10.0/23', '45.8.10.0/24']],
    ])
    expect(await outlined(filter('Nobody'))).toEqual([])
    expect(await outlined(filter('Sublet'))).toEqual(ofHolder)
  })

  it('may have commas in their names', async () => {
    expect(await outlined(filter('Lessee, Inc.'))).toEqual(['45.8.8.0/22'])
    expect(await outlined('organisation=Lessee%2C%20Inc.')).toEqual(['45.8.8.0/22'])
  })

  it('are counted after they are filtered, in every order', async () => {
    const query = filter('Example Networks', 'Foreign GmbH')
    // No record covers 5.4.0.0/24 and 100.1.0.0/22, so their holder is the company itself.
    const expected = [
      '5.4.0.0/24',
      ['45.8.1.0/24', '45.8.1.128/25'],
      ['45.8.8.0/22', ['45.8.10.0/23', '45.8.10.0/24']],
      ['46.0.1.0/24', '46.0.1.0/25'],
      '100.1.0.0/22',
    ]
    expect(await outlined(query)).toEqual(expected)
    expect(await outlined(`${query}&sort=-ipNet`)).toEqual(expected.toReversed())
    expect(await outlined(`${query}&sort=notation`)).toEqual([expected[4], ...expected.slice(1, 4), expected[0]])
    for (const sort of ['ipNet', '-ipNet', 'notation', '-notation']) {
      const whole = await outlined(`${query}&sort=${sort}`)
      const paged = await Promise.all(
        [0, 2, 4, 6].map((offset) => outlined(`${query}&sort=${sort}&limit=2&offset=${offset}`)),
      )
      expect(paged.flat()).toEqual(whole)
    }
  })

  it('filter starting points alike', async () => {
    expect(await outlined(`${filter('Third SA')}&notations=45.8.8.0/22,45.8.10.0/24`)).toEqual([
      ['45.8.10.0/23', '45.8.10.0/24'],
      '45.8.10.0/24',
    ])
  })

  it('are refused when they are too many or too long', async () => {
    expect((await ask(filter('x'.repeat(256)))).status).toBe(400)
    expect((await ask(filter(...Array.from({ length: 101 }, (_, i) => `a${i}`)))).status).toBe(400)
  })
})

describe('fields', () => {
  it('project every level', async () => {
    const { data } = (await ask('fields=notation,bgp.asOrigins.asn&notations=45.8.1.0/24')).body
    const internalMetadata = expect.objectContaining({ holders: [], master: false })
    const bgp = { asOrigins: [{ asn: 64_500 }] }
    expect(data).toEqual([
      {
        notation: '45.8.1.0/24',
        internalMetadata,
        bgp,
        subsets: [{ notation: '45.8.1.128/25', internalMetadata, bgp, subsets: [] }],
      },
    ])
    expect(Object.keys((await ask('fields=subsets')).body.data[0])).toEqual(['internalMetadata', 'subsets'])
  })

  it('that leave out lengths with a price give no list in their place', async () => {
    const limitsBy = async (fields: string) =>
      (await ask(`fields=${fields}&notations=45.8.1.0/24`)).body.data[0].internalMetadata.prefixLengthLimits
    for (const fields of ['notation', 'internalMetadata.master'])
      expect(await limitsBy(fields)).toEqual({ min: 0, max: 0, exact: null })
    expect(await limitsBy('internalMetadata.prefixLengthLimits.min')).toMatchObject({ max: 0, exact: null })
    for (const part of ['', '.prefixLengthLimits', '.prefixLengthLimits.exact'])
      expect((await limitsBy(`internalMetadata${part}`)).exact).toEqual([22, 24])
  })

  it('that do not exist are refused', async () => {
    expect(refusedWith(await ask('fields=notation,colour'))).toContain(
      "400 fields: there is no field 'colour'; known there: notation",
    )
    expect((await ask(`fields=${'notation,'.repeat(201)}`)).status).toBe(400)
  })
})

describe('the work', () => {
  it('is the same number of statements for four trees and for sixty', async () => {
    const many = await world.client(prefixScopes)
    const blocks = Array.from({ length: 60 }, (_, i) => `80.${i}.0.0/22`)
    for (const block of blocks) await makeOffer(world, many.tenant, { block })
    await world.hear()
    const few = await statementsOf(() => ask())
    const more = await statementsOf(async () => {
      expect((await ask('limit=200', many)).body.data).toHaveLength(60)
    })
    expect(more.length).toBeLessThanOrEqual(few.length)
  })

  it('is not begun for HEAD beyond what may be refused', async () => {
    const answer = await world.call('HEAD', prefixesPath(holder.tenant, '/subsets/metadata'), {
      headers: holder.bearer,
    })
    expect([answer.status, answer.text]).toEqual([200, ''])
  })

  it('is refused in words when the database fails before the first byte', async () => {
    await world.house.pool.query('alter table pricing rename to pricing_away')
    const answer = await ask()
    expect(answer.body).toEqual({ status: 'Internal Server Error', code: 500, error: expect.any(String) })
    await world.house.pool.query('alter table pricing_away rename to pricing')
  })
})

describe('who may', () => {
  it('needs the scope, also its read form', async () => {
    const url = prefixesPath(holder.tenant, '/subsets/metadata')
    const status = async (scope: string) => {
      const token = await world.token(holder.key, scope)
      return (await world.call('GET', url, { headers: { authorization: `Bearer ${token}` } })).status
    }
    expect([await status('nethub-data:read'), await status('billing'), await status('nethub-analytics')]).toEqual([
      200, 403, 403,
    ])
    expect((await world.call('GET', url, { headers: lessee.bearer })).status).toBe(403)
    expect((await world.call('GET', url)).status).toBe(401)
    expect(
      (await world.call('GET', prefixesPath('none', '/subsets/metadata'), { headers: holder.bearer })).status,
    ).toBe(404)
  })
})
