import { beforeAll, describe, expect, it } from 'vitest'
import { know } from '../../support/market/facts.ts'
import { makeLetter } from '../../support/market/made-letters.ts'
import { makeLease, makeOffer } from '../../support/market/market.ts'
import { prefixScopes, refusedWith, type Client } from '../../support/market/prefixes.ts'
import { stageSides } from '../../support/stages.ts'

/** GET /nethub-data/{tenantUUID}/health (listHealth). */

const { world, holder, lessee } = await stageSides({}, prefixScopes)
beforeAll(async () => {
  const offer = await makeOffer(world, holder.tenant, { block: '45.8.0.0/22' })
  const { uuid } = await makeLease(world, offer, lessee.tenant, '45.8.1.0/24')
  await makeLetter(world, uuid)
  await makeOffer(world, holder.tenant, { block: '45.12.0.0/24' })
  await know(world, 'vrps', [{ prefix: '45.12.0.0/24', asn: 0 }])
  await know(world, 'origins', [
    { prefix: '45.8.1.0/24', asn: 64_500, peers: 300 },
    { prefix: '45.8.2.0/24', asn: 64_666, peers: 300 },
  ])
  await world.runJobs()
})

const list = (client: Client, query = '') =>
  world.call('GET', `/nethub-data/${client.tenant}/health${query}`, { headers: client.bearer })

const shown = (data: readonly { notation: string; severity: string }[]) =>
  data.map(({ notation, severity }) => `${notation} ${severity}`)

describe('what is wrong', () => {
  it('is listed for a holder, the worst first, with why', async () => {
    const { status, body } = await list(holder)
    expect(status).toBe(200)
    expect(shown(body.data)).toEqual(['45.8.0.0/22 critical', '45.8.2.0/24 critical', '45.8.1.0/24 warning'])
    expect(body.metadata).toEqual({ limit: 20, offset: 0, critical: 2, warning: 1 })
    expect(body.data[0]).toMatchObject({
      sentence: 'Parts of 45.8.0.0/22 are announced without an LOA: 45.8.2.0/24 by AS64666.',
      statuses: { criticalityStatus: 'critical', bgpStatus: 'more_specific_mismatch' },
    })
  })

  it('is listed for a lessee of what it leases, and of nothing else', async () => {
    const { body } = await list(lessee)
    expect(shown(body.data)).toEqual(['45.8.1.0/24 warning'])
    expect(body.metadata).toMatchObject({ critical: 0, warning: 1 })
  })

  it('is listed by how bad it is, and counted whole', async () => {
    const { body } = await list(holder, '?severity=warning')
    expect(shown(body.data)).toEqual(['45.8.1.0/24 warning'])
    expect(body.metadata).toEqual({ limit: 20, offset: 0, critical: 2, warning: 1 })
    expect(shown((await list(holder, '?severity=critical&limit=1')).body.data)).toEqual(['45.8.0.0/22 critical'])
  })

  it('comes in pages', async () => {
    const { body } = await list(holder, '?limit=1&offset=1')
    expect(shown(body.data)).toEqual(['45.8.2.0/24 critical'])
    expect(body.metadata).toEqual({ limit: 1, offset: 1, critical: 2, warning: 1 })
  })

  it('is nothing for who has nothing', async () => {
    const { body } = await list(await world.client(prefixScopes))
    expect(body).toEqual({ data: [], metadata: { limit: 20, offset: 0, critical: 0, warning: 0 } })
  })

  it.each(['limit=0', 'limit=101', 'offset=-1', 'offset=2001', 'severity=ok'])('is refused with %s', async (query) => {
    expect(refusedWith(await list(holder, `?${query}`))).toMatch(/^400 (limit|offset|severity)/)
  })
})
