import { expect, it } from 'vitest'
import { formatPrefix, knownPrefix, nthChild } from '../../../src/kernel/ip/index.ts'
import { emit } from '../../../src/kernel/work/events.ts'
import { expireLettersOf } from '../../../src/letters/index.ts'
import { cancelOffer, endLease, marketEvents } from '../../../src/market/index.ts'
import { toldOf } from '../../../src/market/offer/move.actions.ts'
import { know } from '../../support/market/facts.ts'
import { makeLetter } from '../../support/market/made-letters.ts'
import { makeLease, makeOffer, type MadeOffer } from '../../support/market/market.ts'
import { prefixScopes, type Client } from '../../support/market/prefixes.ts'
import { below, oneOf, seeded } from '../../support/history/random.ts'
import { stageWorld } from '../../support/stages.ts'

/** What is wrong with a company's prefixes is found by who had them when they were looked at (ADR 125). */

const world = await stageWorld()
const companies = [
  await world.client(prefixScopes),
  await world.client(prefixScopes),
  await world.client(prefixScopes),
] as const
const random = seeded(20_261_118)

/** `45.8.1.0/24 critical`, as the blocks that are the company's now would say it: in order of the list. */
async function byItsBlocks({ tenant }: Client): Promise<string[]> {
  const { rows } = await world.house.pool.query<{ is: string }>(
    `select concat_ws(' ', h.block, h.severity) as is from prefix_health h
     where h.severity <> 'ok' and (
       exists (select from offer o where o.tenant_uuid = $1 and o.proven and o.block >>= h.block)
       or exists (select from lease l where l.tenant_uuid = $1 and l.status <> 'terminated'
         and l.holder_uuid <> l.tenant_uuid and l.block >>= h.block))
     order by h.severity, h.since desc, h.block`,
    [tenant],
  )
  return rows.map((row) => row.is)
}

async function listed({ tenant, bearer }: Client) {
  const { body } = await world.call('GET', `/nethub-data/${tenant}/health?limit=100`, { headers: bearer })
  const shown: string[] = body.data.map((one: Record<string, string>) => `${one['notation']} ${one['severity']}`)
  const { critical, warning } = body.metadata
  expect(shown.filter((one) => one.endsWith('critical'))).toHaveLength(critical)
  expect(shown.filter((one) => one.endsWith('warning'))).toHaveLength(warning)
  return shown
}

const space = ['45.8.0.0/21', '45.8.8.0/21']
const offers = new Map<string, MadeOffer & { readonly client: Client }>()
const leases = new Map<string, { readonly uuid: string; readonly offer: string }>()
const partOf = (block: string) => formatPrefix(nthChild(knownPrefix(block), 24, below(random, 8)))
const someone = () => oneOf(random, companies) ?? companies[0]

const steps = {
  async list() {
    const block = oneOf(random, space) ?? ''
    if (offers.has(block)) return
    const client = someone()
    const offer = await makeOffer(world, client.tenant, { block })
    offers.set(block, { ...offer, client })
    await world.change((ctx) => emit(ctx, marketEvents('offer.activated', client.tenant, toldOf(offer))))
  },
  async cancel() {
    const idle = [...offers.keys()].filter((block) => [...leases.values()].every(({ offer }) => offer !== block))
    const offer = offers.get(oneOf(random, idle) ?? '')
    if (!offer) return
    await world.change((ctx) => cancelOffer(ctx, offer.client.tenant, offer.uuid))
    offers.delete(offer.block)
  },
  async lease() {
    const offer = oneOf(random, [...offers.values()])
    const block = partOf(offer?.block ?? space[0] ?? '')
    if (!offer || leases.has(block)) return
    const { uuid } = await makeLease(world, offer, someone().tenant, block)
    if (random() < 0.5) await makeLetter(world, uuid)
    leases.set(block, { uuid, offer: offer.block })
  },
  async end() {
    const block = oneOf(random, [...leases.keys()])
    if (block === undefined) return
    const uuid = leases.get(block)?.uuid ?? ''
    await world.change(async (ctx) => {
      await endLease(ctx, uuid)
      await expireLettersOf(ctx, [uuid])
    })
    // It rests for a while, and then is free again.
    await world.travel('40 days')
    leases.delete(block)
  },
  async announce() {
    const facts = Array.from({ length: 6 }, () => ({
      prefix: partOf(oneOf(random, space) ?? ''),
      asn: random() < 0.5 ? 64_500 : 64_666,
      peers: 300,
    }))
    await know(world, 'origins', facts)
  },
}

it('is what its blocks of the day say, once they are looked at, and before that nothing else', async () => {
  await know(world, 'vrps', [])
  let found = 0
  for (let n = 0; n < 40; n++) {
    const step = oneOf(random, Object.values(steps))
    await step?.()
    for (const client of companies) {
      const [shown, own] = [await listed(client), await byItsBlocks(client)]
      expect(own).toEqual(expect.arrayContaining(shown))
    }
    await world.runJobs()
    for (const client of companies) {
      const shown = await listed(client)
      expect(shown).toEqual(await byItsBlocks(client))
      found += shown.length
    }
  }
  expect(found).toBeGreaterThan(40)
})

it('is nothing of what another company has by now, whoever is kept with it', async () => {
  await world.house.pool.query(`update prefix_health set holder_uuid = $1, lessee_uuid = $2 where severity <> 'ok'`, [
    companies[0].tenant,
    companies[1].tenant,
  ])
  for (const client of companies)
    expect(await byItsBlocks(client)).toEqual(expect.arrayContaining(await listed(client)))
})

it('is the newest of more than can be listed', async () => {
  const client = await world.client(prefixScopes)
  await makeOffer(world, client.tenant, { block: '45.9.0.0/22' })
  await world.house.pool.query(
    `insert into prefix_health (block, criticality, bgp, rpki, irr, bgp_level, why_digest, since, holder_uuid)
     select set_masklen('45.9.0.0'::inet + n, 32)::cidr, 'critical', 'bogon', 'unknown', 'unknown', 'critical', sha256(''),
       now() + n * interval '1 second', $1 from generate_series(0, 1000) n`,
    [client.tenant],
  )
  const path = `/nethub-data/${client.tenant}/health`
  const first = await world.call('GET', `${path}?limit=1`, { headers: client.bearer })
  expect(first.body).toMatchObject({ data: [{ notation: '45.9.3.232/32' }], metadata: { critical: 1_000, warning: 0 } })
  const last = await world.call('GET', `${path}?limit=5&offset=999`, { headers: client.bearer })
  expect(last.body.data).toMatchObject([{ notation: '45.9.0.1/32' }])
})
