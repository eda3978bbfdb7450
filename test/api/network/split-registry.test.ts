import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { networkSettled, runImport } from '../../../src/network/index.ts'
import { know } from '../../support/market/facts.ts'
import { makeLetter } from '../../support/market/made-letters.ts'
import { makeLease, makeOffer } from '../../support/market/market.ts'
import { recheck } from '../../support/market/offers.ts'
import { prefixesPath, prefixScopes, type Client } from '../../support/market/prefixes.ts'
import { stageSides } from '../../support/stages.ts'

/** Of a registry's database one file after the other: what has not come yet is unknown, and nothing is asked for. */

const { world, holder, lessee } = await stageSides({}, prefixScopes)
let elsewhere: string
beforeAll(async () => {
  const offer = await makeOffer(world, holder.tenant, { block: '45.8.0.0/22' })
  const { uuid } = await makeLease(world, offer, lessee.tenant, '45.8.1.0/24')
  await makeLetter(world, uuid)
  await know(world, 'origins', [{ prefix: '45.8.1.0/24', asn: 64_500, peers: 300 }])
  elsewhere = (await makeOffer(world, holder.tenant, { block: '45.9.0.0/24', registry: 'apnic' })).uuid
})

async function bring(name: string, text: string): Promise<string | null> {
  const from = join(world.house.config.dataDir, name)
  writeFileSync(from, text)
  const done = await runImport(world.ctx, { kind: 'rpsl', from, name: null, force: false })
  await world.hear()
  await networkSettled(world)
  return done.name
}

async function irr({ tenant, bearer }: Client) {
  const { body } = await world.call('GET', prefixesPath(tenant, '/45.8.1.0%2F24/health'), { headers: bearer })
  const { irrStatus, irrActions } = body.data.routingHealth
  return [irrStatus, irrActions.length > 0]
}

const both = async () => [await irr(holder), await irr(lessee)]
const unknown = ['unknown', false]
const inetnum = 'inetnum: 45.8.0.0 - 45.8.3.255\nnetname: OURS\norg: ORG-A\nadmin-c: A1\nsource: RIPE\n'

describe('with inetnums alone', () => {
  it('no route object is missing, and none is proposed', async () => {
    expect(await bring('ripe.db.inetnum', inetnum)).toBe('RIPE.inetnum')
    expect(await both()).toEqual([unknown, unknown])
  })

  it('nor with the route objects of another registry', async () => {
    expect(await bring('apnic.db.route', 'route: 1.0.0.0/24\norigin: AS13335\nsource: APNIC\n')).toBe('APNIC.route')
    expect(await both()).toEqual([unknown, unknown])
  })

  it('the whois check of a block whose registry is not imported is skipped', async () => {
    const { body } = await recheck(world, holder, elsewhere)
    expect(body.whois).toMatchObject({ status: 'skipped' })
  })
})

describe('with its route objects, too', () => {
  it('one that is not there is missing', async () => {
    await bring('ripe.db.route', 'route: 193.0.0.0/21\norigin: AS3333\nsource: RIPE\n')
    expect((await both()).map(([status]) => status)).toEqual(['missing', 'missing'])
  })
})
