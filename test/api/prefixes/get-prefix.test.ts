import { beforeAll, describe, expect, it } from 'vitest'
import { makeLetter } from '../../support/market/made-letters.ts'
import { makeLease, makeOffer } from '../../support/market/market.ts'
import { know, recordOf } from '../../support/market/offers.ts'
import { prefixesPath, prefixScopes, refusedWith, type Client } from '../../support/market/prefixes.ts'
import { stageSides } from '../../support/stages.ts'

/** GET /nethub-data/{tenantUUID}/prefixes/{notation} (getPrefix). */

const { world, holder, lessee } = await stageSides({}, prefixScopes)
beforeAll(async () => {
  const offer = await makeOffer(world, holder.tenant, {
    block: '45.8.0.0/22',
    minimumSplit: 23,
    pricings: [
      { length: 24, priceMinor: 10_000 },
      { length: 23, priceMinor: 20_000 },
    ],
  })
  const { uuid } = await makeLease(world, offer, lessee.tenant, '45.8.1.0/24')
  await makeLetter(world, uuid)
  await know(world, 'registry', [
    recordOf('45.8.0.0/22', {
      inetnum: '45.8.0.0 - 45.8.3.255',
      netname: 'HOLDER-NET',
      handle: 'NET-1',
      comment: 'for rent',
      created: '2019-01-02T00:00:00Z',
      lastModified: '2024-05-06T00:00:00Z',
      notify: 'noc@holder.example',
      countries: ['NL'],
      irts: ['IRT-HOLDER'],
      contacts: [{ handle: 'AR1-RIPE', kind: 'abuse' }],
    }),
  ])
  await know(world, 'origins', [{ prefix: '45.8.1.0/24', asn: 64_500, peers: 300 }])
  await know(world, 'vrps', [{ prefix: '45.8.0.0/22', asn: 64_500, maxLength: 24 }])
  await know(world, 'geodata', [{ prefix: '45.8.0.0/22', provider: 'atlas', cityName: 'Amsterdam' }])
})

const get = (notation: string, client: Client = holder, query = '') =>
  world.call('GET', `${prefixesPath(client.tenant, `/${notation}`)}${query}`, { headers: client.bearer })

describe('the prefix', () => {
  it('is found however its slash is written', async () => {
    const [encoded, plain] = [await get('45.8.0.0%2F22'), await get('45.8.0.0/22')]
    expect([encoded.status, encoded.body.notation]).toEqual([200, '45.8.0.0/22'])
    expect(plain.text).toBe(encoded.text)
  })

  it('has every section', async () => {
    const { body } = await get('45.8.0.0%2F22')
    expect(body).toEqual({
      notation: '45.8.0.0/22',
      ipNet: { ip: '45.8.0.0', mask: '255.255.252.0' },
      internalMetadata: {
        internal: true,
        readOnly: false,
        master: true,
        prefixLengthLimits: { min: 23, max: 24, exact: [23, 24] },
        holders: [
          { tenantUUID: holder.tenant, projectID: '', organisation: 'Holder Ltd', type: 0, top: true },
          { tenantUUID: '', projectID: '', organisation: 'Sublet', type: 1, top: true },
        ],
      },
      externalMetadata: {},
      holderMetadata: {},
      geodata: [
        {
          provider: 'atlas',
          countryName: 'Netherlands',
          countryCode: 'NL',
          cityName: 'Amsterdam',
          date: '2026-11-01',
          state: '',
        },
      ],
      whois: {
        inetnum: '45.8.0.0 - 45.8.3.255',
        registrar: 'ripencc',
        source: 'RIPE',
        recordActive: true,
        nets: [
          {
            organisation: 'Holder Ltd',
            netname: 'HOLDER-NET',
            net_type: 'ALLOCATED PA',
            net_handle: 'NET-1',
            origin_as: '',
            comment: 'for rent',
            created: '2019-01-02T00:00:00Z',
            last_modified: '2024-05-06T00:00:00Z',
            record_created: '2019-01-02T00:00:00Z',
            record_modified: '2024-05-06T00:00:00Z',
            notify: 'noc@holder.example',
            country: ['NL'],
            mnt_by: ['RIPE-NCC-HM-MNT'],
            mnt_irt: ['IRT-HOLDER'],
            pocs: [{ handle: 'AR1-RIPE', kind: 'abuse' }],
          },
        ],
        domains: [],
      },
      bgp: {
        peerCount: { fullTable: expect.any(Number), active: expect.any(Number) },
        asOrigins: [],
        asSetOrigins: [],
      },
      rpki: { roas: [{ maxLength: 24, asn: 'AS64500', ta: 'ripencc' }], suggestions: expect.any(Array) },
      routes: [],
      routingHealth: expect.objectContaining({ bgpStatus: expect.any(String) }),
      cacheDerrived: { registrar: 'ripencc' },
    })
  })

  it('says who leases it, to its holder and to its lessee; whose it is, only to its holder', async () => {
    for (const client of [holder, lessee]) {
      const { internalMetadata, bgp } = (await get('45.8.1.0%2F24', client)).body
      expect(internalMetadata).toMatchObject({
        internal: true,
        readOnly: client === lessee,
        master: false,
        holders: [
          { tenantUUID: client === holder ? holder.tenant : '', type: 0, top: false },
          { tenantUUID: '', type: 1, top: false },
          { tenantUUID: lessee.tenant, organisation: 'Example Networks', type: 2, top: true },
        ],
      })
      expect(bgp.asOrigins).toEqual([{ asn: 64_500, peersSeeing: 300 }])
    }
  })

  it('need not be known to any data', async () => {
    const { status, body } = await get('45.8.1.128%2F25', lessee)
    expect([status, body.notation, body.ipNet.mask]).toEqual([200, '45.8.1.128/25', '255.255.255.128'])
    expect(body.internalMetadata.internal).toBe(false)
  })
})

describe('fields', () => {
  const nothing = {
    internal: false,
    readOnly: false,
    master: false,
    prefixLengthLimits: { min: 0, max: 0, exact: null },
    holders: [],
  }

  it.each([
    ['fields=notation', { notation: '45.8.0.0/22', internalMetadata: nothing }],
    ['field=notation', { notation: '45.8.0.0/22', internalMetadata: nothing }],
    [
      'fields=ipNet.mask,notation',
      { notation: '45.8.0.0/22', ipNet: { mask: '255.255.252.0' }, internalMetadata: nothing },
    ],
    ['fields=geodata.provider', { geodata: [{ provider: 'atlas' }], internalMetadata: nothing }],
    [
      'fields=geodata.provider,geodata',
      { geodata: [expect.objectContaining({ date: '2026-11-01' })], internalMetadata: nothing },
    ],
    ['fields=whois.nets.pocs.kind', { whois: { nets: [{ pocs: [{ kind: 'abuse' }] }] }, internalMetadata: nothing }],
    ['fields=holderMetadata.none', { holderMetadata: {}, internalMetadata: nothing }],
    ['fields=internalMetadata.master', { internalMetadata: { ...nothing, master: true } }],
    [
      'fields=internalMetadata.prefixLengthLimits.max',
      { internalMetadata: { ...nothing, prefixLengthLimits: { min: 0, max: 24, exact: null } } },
    ],
  ])('%s', async (query, expected) => {
    expect((await get('45.8.0.0%2F22', holder, `?${query}`)).body).toEqual(expected)
  })

  it('fills parts of holders that were not asked for', async () => {
    const { body } = await get('45.8.0.0%2F22', holder, '?fields=internalMetadata.holders.organisation')
    const empty = { tenantUUID: '', projectID: '', type: 0, top: false }
    expect(body.internalMetadata.holders).toEqual([
      { ...empty, organisation: 'Holder Ltd' },
      { ...empty, organisation: 'Sublet' },
    ])
  })

  it.each([
    ['colour', "400 fields: there is no field 'colour'; known there: notation, ipNet, internalMetadata"],
    ['subsets', "400 fields: there is no field 'subsets'; known there: notation"],
    ['geodata.planet', "400 fields: there is no field 'geodata.planet'; known there: provider, countryName"],
    ['notation.length', "400 fields: there is no field 'notation.length'; it has no parts"],
    ['__proto__', "400 fields: there is no field '__proto__'"],
  ])('refuses %s and names the known ones', async (field, sentence) => {
    expect(refusedWith(await get('45.8.0.0%2F22', holder, `?fields=${field}`))).toContain(sentence)
  })
})

describe('refusals', () => {
  it.each([
    ['45.8.0.1%2F22', 'has host bits: the prefix around it is 45.8.0.0/22'],
    ['45.8.0.0', 'has no length'],
    ['45.8.0.0/x', 'has a length that is no number'],
    ['45.8.0.0%2F33', 'has a length beyond'],
    ['::ffff:45.8.0.0%2F120', 'is IPv6 in the form of IPv4'],
  ])('refuses %s', async (notation, why) => {
    const answer = await get(notation)
    expect(refusedWith(answer)).toContain(`400 The path is refused: '`)
    expect(answer.body).toEqual({ status: 'Bad Request', code: 400, error: expect.stringContaining(why) })
  })

  it('does not know what lies outside, byte for byte as if it did not exist', async () => {
    const unknown = await get('203.0.113.0%2F24')
    expect(unknown.body).toEqual({ status: 'Not Found', code: 404, error: 'There is no such object.' })
    for (const [notation, client] of [
      ['nonsense', holder],
      ['subsets/metadata2', holder],
      ['45.8.0.0%2F21', holder],
      ['2001:db8::%2F32', holder],
      ['45.8.0.0%2F22', lessee],
      ['45.8.2.0/24', lessee],
      ['45.8.0.0%2F22', await world.client(prefixScopes)],
    ] as const)
      expect((await get(notation, client)).text).toBe(unknown.text)
  })

  it('needs the scope and the company', async () => {
    const token = await world.token(holder.key, 'billing')
    const url = prefixesPath(holder.tenant, '/45.8.0.0%2F22')
    expect((await world.call('GET', url, { headers: { authorization: `Bearer ${token}` } })).status).toBe(403)
    expect((await world.call('GET', url, { headers: lessee.bearer })).status).toBe(403)
    expect((await world.call('GET', url)).status).toBe(401)
  })

  it('forgets a lease when it ends, and a block when it is no longer offered', async () => {
    const own = await world.client(prefixScopes)
    const offer = await makeOffer(world, own.tenant, { block: '45.9.0.0/24' })
    const { uuid } = await makeLease(world, offer, lessee.tenant, '45.9.0.0/24')
    expect((await get('45.9.0.0/24', lessee)).status).toBe(200)
    await world.house.pool.query(`update lease set status = 'terminated' where uuid = $1`, [uuid])
    expect((await get('45.9.0.0/24', lessee)).status).toBe(404)
    expect((await get('45.9.0.0/24', own)).status).toBe(200)
    await world.house.pool.query(`update offer set status = 'object_terminated' where uuid = $1`, [offer.uuid])
    expect((await get('45.9.0.0/24', own)).status).toBe(404)
  })
})
