import { beforeAll, describe, expect, it } from 'vitest'
import { makeLease, makeOffer } from '../../support/market/market.ts'
import { know, recordOf } from '../../support/market/offers.ts'
import { prefixesPath, prefixScopes, refusedWith, type Client } from '../../support/market/prefixes.ts'
import { stageSides } from '../../support/stages.ts'

/** POST /nethub-data/{tenantUUID}/prefixes/search (searchPrefixes). */

const { world, holder, lessee } = await stageSides({}, prefixScopes)
beforeAll(async () => {
  const offer = await makeOffer(world, holder.tenant, { block: '45.8.0.0/20' })
  await makeOffer(world, holder.tenant, { block: '5.4.0.0/24' })
  await makeLease(world, offer, lessee.tenant, '45.8.1.0/24')
  await know(world, 'registry', [recordOf('45.8.0.0/20'), recordOf('45.8.8.0/22', { organisation: 'Third SA' })])
  await know(world, 'origins', [{ prefix: '45.8.1.128/25' }, { prefix: '45.8.9.0/24' }, { prefix: '45.0.0.0/8' }])
})

const search = (body: unknown = {}, client: Client = holder) =>
  world.call('POST', prefixesPath(client.tenant, '/search'), {
    headers: { ...client.bearer, 'content-type': 'application/json' },
    payload: JSON.stringify(body),
  })

const found = async (body: unknown = {}, client: Client = holder) =>
  (await search(body, client)).body.data.map(({ notation }: { notation: string }) => notation)

const everything = ['5.4.0.0/24', '45.8.0.0/20', '45.8.1.0/24', '45.8.1.128/25', '45.8.8.0/22', '45.8.9.0/24']

describe('the list', () => {
  it('has every prefix the company sees, flat, without subsets', async () => {
    const { status, body } = await search()
    expect([status, body.metadata]).toEqual([200, { limit: 100, offset: 0 }])
    expect(await found()).toEqual(everything)
    expect(body.data[0]).not.toHaveProperty('subsets')
    expect(Object.keys(body.data[0])).toHaveLength(12)
    expect(await found({}, lessee)).toEqual(['45.8.1.0/24', '45.8.1.128/25'])
    expect(await found({}, await world.client(prefixScopes))).toEqual([])
  })

  it.each([
    ['ipNet', everything],
    ['-ipNet', everything.toReversed()],
    ['notation', everything.toSorted()],
    ['-notation,ipNet', everything.toSorted().toReversed()],
  ])('is sorted by %s, page by page', async (sort, expected) => {
    expect(await found({ sort })).toEqual(expected)
    expect(await found({ sort: sort.split(',') })).toEqual(expected)
    const pages = await Promise.all([0, 2, 4, 6].map((offset) => found({ sort, offset, limit: 2 })))
    expect(pages.flat()).toEqual(expected)
  })

  it('has exactly the prefixes that are named, known or not', async () => {
    expect(await found({ notations: ['45.8.2.0/24', '45.8.0.0/20', '45.8.2.0/24'] })).toEqual([
      '45.8.0.0/20',
      '45.8.2.0/24',
    ])
    expect(await found({ notations: ['45.8.2.0/24', '45.8.0.0/20'], limit: '1', offset: '1' })).toEqual(['45.8.2.0/24'])
  })

  it('has those of an organisation', async () => {
    expect(await found({ organisations: ['third sa'] })).toEqual(['45.8.8.0/22', '45.8.9.0/24'])
    expect(await found({ organisations: ['Third SA'], notations: ['45.8.0.0/20'] })).toEqual([])
    expect(await found({ organisations: ['Third SA'], sort: '-ipNet', limit: 1 })).toEqual(['45.8.9.0/24'])
  })

  it('shows the fields asked for', async () => {
    const { body } = await search({ fields: ['notation', 'bgp.asOrigins'], notations: ['45.8.9.0/24'] })
    expect(body.data).toEqual([
      {
        notation: '45.8.9.0/24',
        internalMetadata: expect.objectContaining({ holders: [] }),
        bgp: { asOrigins: [{ asn: 64_500, peersSeeing: 200 }] },
      },
    ])
  })
})

describe('refusals', () => {
  it.each([
    [{ fields: ['colour'] }, "fields: there is no field 'colour'"],
    [{ fields: 'notation' }, 'fields: must be an array'],
    [{ sort: 'size' }, "sort: cannot sort by 'size'; known: notation, ipNet"],
    [{ limit: 1_001 }, 'limit: must be at most 1000'],
    [{ limit: 0 }, 'limit: must be at least 1'],
    [{ offset: -1 }, 'offset: must be at least 0'],
    [{ notations: ['45.8.0.1/20'] }, "notations: '45.8.0.1/20' has host bits"],
    [{ notations: ['46.0.0.0/8'] }, "notations: '46.0.0.0/8' is neither"],
    [{ notations: Array.from({ length: 10_000 }, () => '45.8.0.0/20') }, 'notations: must have at most 1000 items'],
    [{ organisations: [''] }, 'organisations.0: must not be empty'],
  ])('%j', async (body, sentence) => {
    const answer = await search(body)
    expect(refusedWith(answer)).toContain(`400 ${sentence}`)
    expect(Object.keys(answer.body)).toEqual(['status', 'code', 'error'])
  })

  it('is for the company and the scope', async () => {
    expect((await search({}, { ...lessee, tenant: holder.tenant })).status).toBe(403)
    const token = await world.token(holder.key, 'nethub-analytics')
    expect((await search({}, { ...holder, bearer: { authorization: `Bearer ${token}` } })).status).toBe(403)
  })
})
