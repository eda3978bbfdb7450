import { beforeAll, describe, expect, it } from 'vitest'
import { makeLease, makeOffer } from '../../support/market/market.ts'
import { know, recordOf } from '../../support/market/offers.ts'
import { prefixScopes, refusedWith, type Client } from '../../support/market/prefixes.ts'
import { stageSides } from '../../support/stages.ts'

/** POST /nethub-analytics/{tenantUUID}/aggregates/search/unannounced (searchUnannounced). */

const { world, holder, lessee } = await stageSides({}, prefixScopes)
beforeAll(async () => {
  const offer = await makeOffer(world, holder.tenant, { block: '45.8.0.0/22' })
  await makeOffer(world, holder.tenant, { block: '5.4.0.0/24' })
  await makeOffer(world, holder.tenant, { block: '80.0.0.0/20' })
  await makeLease(world, offer, lessee.tenant, '45.8.0.0/24')
})

const search = (body: object = {}, client: Client = holder) =>
  world.call('POST', `/nethub-analytics/${client.tenant}/aggregates/search/unannounced`, {
    headers: client.bearer,
    payload: body,
  })

const found = async (body: object = {}, client: Client = holder) =>
  (await search(body, client)).body.data.map(({ notation }: { notation: string }) => notation)

describe('unannounced aggregates', () => {
  it('are not known without routing data', async () => {
    expect((await search()).body).toEqual({
      data: [],
      metadata: { limit: 100, offset: 0, takenAt: null, stale: true },
    })
  })

  it('are the largest blocks that no route covers', async () => {
    await know(world, 'registry', [recordOf('5.4.0.0/24')])
    await know(world, 'origins', [{ prefix: '45.8.1.0/24' }, { prefix: '45.8.1.128/25' }, { prefix: '80.0.0.0/16' }])
    const { body } = await search()
    expect(body.data).toEqual([
      {
        notation: '5.4.0.0/24',
        tenant_uuid: holder.tenant,
        organisation: 'Holder Ltd',
        isMaster: true,
        lastSeen: null,
      },
      {
        notation: '45.8.0.0/24',
        tenant_uuid: holder.tenant,
        organisation: 'Example Networks',
        isMaster: false,
        lastSeen: null,
      },
      expect.objectContaining({ notation: '45.8.2.0/23', isMaster: false }),
    ])
    expect(body.metadata).toMatchObject({ limit: 100, offset: 0, takenAt: '2026-11-14T03:00:00Z' })
    expect((await search({}, lessee)).body.data).toEqual([
      expect.objectContaining({ notation: '45.8.0.0/24', tenant_uuid: lessee.tenant, isMaster: false }),
    ])
  })

  it('come in pages', async () => {
    const whole = await found()
    const pages = await Promise.all([0, 1, 2, 3].map((offset) => found({ limit: 1, offset })))
    expect(pages.flat()).toEqual(whole)
    expect(await found({ limit: '2', offset: '1' })).toEqual(whole.slice(1))
  })

  it('are filtered by organisation', async () => {
    expect(await found({ organisations: ['Holder Ltd'] })).toEqual(['5.4.0.0/24'])
    expect(await found({ organisations: ['Nobody'] })).toEqual([])
  })

  it('are none when everything is announced, and none when there is nothing', async () => {
    await know(world, 'origins', [{ prefix: '0.0.0.0/1' }])
    expect(await found({}, lessee)).toEqual([])
    expect(await found({}, await world.client(prefixScopes))).toEqual([])
  })

  it.each([{ limit: 0 }, { limit: 1_001 }, { offset: -1 }, { organisations: 'x' }])(
    'are refused for %j',
    async (body) => {
      expect((await search(body)).body).toEqual({ status: 'Bad Request', code: 400, error: expect.any(String) })
    },
  )

  it('need their own scope, and the company', async () => {
    const token = await world.token(holder.key, 'nethub-data')
    const answer = await search({}, { ...holder, bearer: { authorization: `Bearer ${token}` } })
    expect(refusedWith(answer)).toContain('403 The access token does not carry the scope')
    expect((await search({}, { ...lessee, tenant: holder.tenant })).status).toBe(403)
  })
})
