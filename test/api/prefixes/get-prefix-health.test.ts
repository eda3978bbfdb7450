import { beforeAll, describe, expect, it } from 'vitest'
import { know } from '../../support/market/facts.ts'
import { makeLetter } from '../../support/market/made-letters.ts'
import { makeLease, makeOffer } from '../../support/market/market.ts'
import { prefixesPath, prefixScopes, refusedWith, type Client } from '../../support/market/prefixes.ts'
import { stageSides } from '../../support/stages.ts'

/** GET /nethub-data/{tenantUUID}/prefixes/{notation}/health (getPrefixHealth). */

const { world, holder, lessee } = await stageSides({}, prefixScopes)
beforeAll(async () => {
  const offer = await makeOffer(world, holder.tenant, { block: '45.8.0.0/22' })
  const { uuid } = await makeLease(world, offer, lessee.tenant, '45.8.1.0/24')
  await makeLetter(world, uuid)
  await know(world, 'origins', [
    { prefix: '45.8.1.0/24', asn: 64_500, peers: 300 },
    { prefix: '45.8.2.0/24', asn: 64_666, peers: 300 },
    // Seen by too few to count.
    { prefix: '45.8.3.0/24', asn: 64_666, peers: 9 },
  ])
  await know(world, 'vrps', [
    { prefix: '45.8.0.0/22', asn: 0 },
    { prefix: '45.8.1.0/24', asn: 64_501 },
  ])
})

const health = (notation: string, client: Client = holder, query = '') =>
  world.call('GET', `${prefixesPath(client.tenant, `/${notation}/health`)}${query}`, { headers: client.bearer })

describe('the health of a prefix', () => {
  it('is told with its reasons, and with what to do', async () => {
    const { status, body } = await health('45.8.1.0%2F24', lessee)
    expect(status).toBe(200)
    const data = { source: 'test data', takenAt: '2026-11-14T03:00:00Z', stale: false }
    expect(body).toEqual({
      data: {
        notation: '45.8.1.0/24',
        routingHealth: {
          criticalityStatus: 'critical',
          bgpStatus: 'announced',
          rpkiStatus: 'invalid_asn',
          irrStatus: 'unknown',
          bgpActions: [],
          rpkiActions: [
            { action: 'create_roa', asns: [64_500] },
            { action: 'delete_roa', asns: [64_501] },
          ],
          irrActions: [],
          irmActions: [],
        },
        bgp: {
          status: 'announced',
          level: 'ok',
          sentence: '45.8.1.0/24 is announced by AS64500, as expected.',
          data,
          matched: { count: 1, items: [{ notation: '45.8.1.0/24', origin: 'AS64500', peersSeeing: 300 }] },
          unmatched: { count: 0, items: [] },
        },
        rpki: {
          status: 'invalid_asn',
          level: 'critical',
          sentence:
            '45.8.1.0/24 from AS64500 is rejected: ROAs allow only AS64501 for 45.8.1.0/24 up to /24 and AS0 for 45.8.0.0/22 up to /22.',
          data,
          origins: [{ origin: 'AS64500', validity: 'invalid_asn' }],
          matched: { count: 0, items: [] },
          unmatched: {
            count: 2,
            items: [
              { notation: '45.8.1.0/24', asn: 'AS64501', maxLength: 24, ta: 'ripencc' },
              { notation: '45.8.0.0/22', asn: 'AS0', maxLength: 22, ta: 'ripencc' },
            ],
          },
          suggestions: [
            {
              notation: '45.8.1.0/24',
              asn: 'AS64501',
              maxLength: 24,
              ta: 'ripencc',
              status: 'disallowing',
              sentence:
                'Look at the ROA of AS64501 for 45.8.1.0/24: it allows nothing that is announced, and announcements under it are rejected (1).',
            },
            {
              notation: '45.8.0.0/22',
              asn: 'AS0',
              maxLength: 22,
              ta: 'ripencc',
              status: 'as0',
              sentence: 'Keep the ROA of AS0 for 45.8.0.0/22: it rejects all under it that has no ROA of its own.',
            },
            {
              notation: '45.8.1.0/24',
              asn: 'AS64500',
              maxLength: 24,
              ta: 'ripencc',
              status: 'invalid_asn',
              sentence: 'Add the ROA of AS64500 for 45.8.1.0/24: it is announced, and ROAs allow only others.',
            },
          ],
        },
        irr: {
          status: 'unknown',
          level: 'unknown',
          sentence: 'There is no IRR data here, so this is not known.',
          data: null,
          matched: { count: 0, items: [] },
          unmatched: { count: 0, items: [] },
          invalid: { count: 0, items: [] },
        },
        history: [],
      },
      metadata: { limit: 100, offset: 0 },
    })
  })

  it('is the same for holder and lessee, however the slash is written', async () => {
    const texts = [
      await health('45.8.1.0%2F24', lessee),
      await health('45.8.1.0/24', lessee),
      await health('45.8.1.0/24'),
    ]
    expect(new Set(texts.map(({ text }) => text)).size).toBe(1)
  })

  it.each([
    // Offered, and nobody has a letter: critical. AS0 rejects it besides.
    ['45.8.2.0/24', 'critical', 'unexpected_announcement', 'invalid_as0'],
    ['45.8.3.0/24', 'unknown', 'not_announced', 'protected'],
    // So it is for the block that the stranger announces a part of.
    ['45.8.0.0/22', 'critical', 'more_specific_mismatch', 'protected'],
    // The letter for the /24 does not reach down to it, so nobody is expected there.
    ['45.8.1.0/25', 'unknown', 'covered_only', 'covered'],
  ])('of %s is %s', async (notation, criticalityStatus, bgpStatus, rpkiStatus) => {
    const { body } = await health(notation)
    expect(body.data.routingHealth).toMatchObject({ criticalityStatus, bgpStatus, rpkiStatus })
  })

  it('is hidden from who does not see the prefix', async () => {
    const stranger = await world.client(prefixScopes)
    const hidden = await health('45.8.1.0/24', stranger)
    expect([hidden.status, hidden.text]).toEqual([404, (await health('203.0.113.0/24', stranger)).text])
    expect((await health('45.8.2.0/24', lessee)).text).toBe(hidden.text)
  })

  it.each(['45.8.1.1/24', '45.8.1.0'])('is refused for %s', async (notation) => {
    expect((await health(encodeURIComponent(notation))).status).toBe(400)
  })

  it.each(['limit=0', 'limit=1001', 'offset=-1', 'limit=x'])('is refused with %s', async (query) => {
    expect(refusedWith(await health('45.8.1.0/24', holder, `?${query}`))).toMatch(/^400 (limit|offset)/)
  })
})
