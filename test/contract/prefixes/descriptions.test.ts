import { beforeAll, describe, expect, it, vi } from 'vitest'
import { endLease, toggleChildren } from '../../../src/market/index.ts'
import { descriptions } from '../../../src/prefixes/prefix/description.memory.ts'
import { know } from '../../support/market/facts.ts'
import { makeLetter } from '../../support/market/made-letters.ts'
import { makeLease, makeOffer, type MadeOffer } from '../../support/market/market.ts'
import { prefixesPath, prefixScopes, type Client } from '../../support/market/prefixes.ts'
import { stageSides } from '../../support/stages.ts'

/** Pages of prefixes are written once (ADR 125): whatever changes shows at once, as where nothing is remembered. */

const { world, holder, lessee } = await stageSides({}, prefixScopes)
const memory = descriptions(world.ctx)
let offer: MadeOffer
let lease: string

beforeAll(async () => {
  offer = await makeOffer(world, holder.tenant, { block: '45.8.0.0/22' })
  lease = (await makeLease(world, offer, lessee.tenant, '45.8.1.0/24')).uuid
  await know(world, 'origins', [{ prefix: '45.8.1.0/24' }, { prefix: '45.8.3.0/24', asn: 64_666 }])
})

const search = async (client: Client, body = {}) => {
  const path = prefixesPath(client.tenant, '/search')
  const answer = await world.call('POST', path, { headers: client.bearer, body })
  expect(answer.status).toBe(200)
  return answer.body.data as { notation: string }[]
}

/** One by one nothing is remembered. */
const oneByOne = (client: Client, found: readonly { notation: string }[]) =>
  Promise.all(
    found.map(async ({ notation }) => {
      const path = prefixesPath(client.tenant, `/${encodeURIComponent(notation)}`)
      return (await world.call('GET', path, { headers: client.bearer })).body
    }),
  )

const { pool } = world.house
const changes: Readonly<Record<string, () => Promise<unknown>>> = {
  'a letter comes': () => makeLetter(world, lease),
  'a letter ends': () =>
    pool.query(`update letter set status = 'expired', ended_at = now() where lease_uuid = $1`, [lease]),
  'the data shows that nothing is left of it': () => pool.query('update letter set gone_at = now()'),
  'ROAs come': () => know(world, 'vrps', [{ prefix: '45.8.0.0/22', maxLength: 24 }]),
  'a letter comes for another part of what a ROA is for': () => makeLetter(world, lease, { asn: 64_501 }),
  'other routes come': () =>
    know(world, 'origins', [{ prefix: '45.8.1.0/24', asn: 64_501 }, { prefix: '45.8.3.0/24' }]),
  'the registry names its holder': () => know(world, 'registry', [{ prefix: '45.8.0.0/22', organisation: 'Example' }]),
  'a place is told': () => know(world, 'geodata', [{ prefix: '45.8.1.0/24' }]),
  'a part is hidden': () =>
    world.change((ctx) =>
      toggleChildren(ctx, holder.tenant, { offer: offer.uuid, addresses: ['45.8.3.0'], length: 24, reason: null }),
    ),
  'something is noted': () =>
    world.call('PATCH', prefixesPath(holder.tenant, `/${encodeURIComponent('45.8.3.0/24')}/metadata`), {
      headers: holder.bearer,
      body: { metadata: { rack: 'A7' } },
    }),
  'the holder names its own numbers': () =>
    pool.query(`update offer set own_asns = '{64500}' where uuid = $1`, [offer.uuid]),
  'the lessee gets another name': () =>
    pool.query(`update tenant set title = 'Renamed' where uuid = $1`, [lessee.tenant]),
  'a price is withdrawn': () => pool.query('update pricing set withdrawn_at = now(), on_shelf = false'),
  'the lease ends': () => world.change((ctx) => endLease(ctx, lease)),
}

describe('a page of prefixes', () => {
  it.each(Object.keys(changes))('is what each prefix is by itself, when %s', async (name) => {
    const sides = [holder, lessee]
    const before = await Promise.all(sides.map((client) => search(client)))
    await changes[name]?.()
    await world.hear()
    const after = await Promise.all(sides.map((client) => search(client)))
    expect(after).not.toEqual(before)
    for (const [i, client] of sides.entries()) expect(after[i]).toEqual(await oneByOne(client, after[i] ?? []))
  })

  it('is not described again', async () => {
    const kept = vi.spyOn(memory, 'keep')
    const body = { fields: ['notation', 'routingHealth', 'holderMetadata'] }
    const first = await search(holder, body)
    expect(kept).toHaveBeenCalledTimes(first.length)
    expect(await search(holder, body)).toEqual(first)
    const path = `${prefixesPath(holder.tenant, '/subsets/metadata')}?fields=notation,routingHealth,holderMetadata`
    expect((await world.call('GET', path, { headers: holder.bearer })).body.data[0]).toMatchObject(first[0] ?? {})
    expect(kept).toHaveBeenCalledTimes(first.length)
  })
})
