import { beforeAll, describe, expect, it } from 'vitest'
import { know } from '../../support/market/facts.ts'
import { asHolder } from '../../support/market/holder-letters.ts'
import { makeLetter } from '../../support/market/made-letters.ts'
import { makeLease, makeOffer, type MadeLease, type MadeOffer } from '../../support/market/market.ts'
import { prefixesPath, prefixScopes } from '../../support/market/prefixes.ts'
import { stageSides } from '../../support/stages.ts'

/** Routing health knows who may announce what from live letters, and who is to stop from those that have ended. */

let offer: MadeOffer
const { world, holder, lessee } = await stageSides({}, prefixScopes)
beforeAll(async () => {
  offer = await makeOffer(world, holder.tenant, {
    block: '45.8.0.0/16',
    pricings: [
      { length: 22, priceMinor: 40_000 },
      { length: 24, priceMinor: 10_000 },
    ],
  })
})

const lease = (block: string): Promise<MadeLease> => makeLease(world, offer, lessee.tenant, block)

interface Shown {
  readonly status: string
  readonly actions: readonly string[]
}

async function health(notation: string): Promise<Shown> {
  const path = prefixesPath(lessee.tenant, `/${encodeURIComponent(notation)}/health`)
  const { body } = await world.call('GET', path, { headers: lessee.bearer })
  const { bgpStatus, bgpActions, rpkiActions, irrActions, irmActions } = body.data.routingHealth
  const all: { action: string; asns: (number | { origin: number })[] }[] = [
    ...bgpActions,
    ...rpkiActions,
    ...irrActions,
    ...irmActions,
  ]
  const numberOf = (one: number | { origin: number }) => (typeof one === 'number' ? one : one.origin)
  return { status: bgpStatus, actions: all.map(({ action, asns }) => [action, ...asns.map(numberOf)].join(' ')) }
}

const routes = (...texts: string[]) =>
  know(
    world,
    'origins',
    texts.map((text) => text.split(' ')).map(([asn, prefix = '']) => ({ prefix, asn: Number(asn), peers: 300 })),
  )
const roas = (...texts: string[]) =>
  know(
    world,
    'vrps',
    texts.map((text) => text.split(' ')).map(([asn, prefix = '']) => ({ prefix, asn: Number(asn) })),
  )

describe('a letter for a part of a lease', () => {
  it('is expected there, and not for the rest', async () => {
    const { uuid } = await lease('45.8.0.0/22')
    await makeLetter(world, uuid, { asn: 65_001, block: '45.8.1.0/24', status: 'pending' })
    await roas('65001 45.8.1.0/24')
    await routes('65001 45.8.1.0/24', '65001 45.8.2.0/24')
    expect((await health('45.8.1.0/24')).status).toBe('announced')
    expect((await health('45.8.2.0/24')).status).toBe('unexpected_announcement')
    expect((await health('45.8.0.0/22')).status).toBe('more_specific_mismatch')
    await routes('65001 45.8.1.0/24')
    const whole = await health('45.8.0.0/22')
    expect(whole.status).toBe('more_specifics_only')
    expect(whole.actions).not.toContain('issue_loa')
  })

  it('is expected beside one for the whole', async () => {
    const { uuid } = await lease('45.8.4.0/22')
    await makeLetter(world, uuid, { asn: 65_001 })
    await makeLetter(world, uuid, { asn: 65_002, block: '45.8.5.0/24' })
    await routes('65001 45.8.5.0/24', '65002 45.8.5.0/24', '65002 45.8.6.0/24')
    expect((await health('45.8.5.0/24')).status).toBe('multiple_origins')
    expect((await health('45.8.6.0/24')).status).toBe('origin_mismatch')
  })
})

describe('a letter that has ended', () => {
  it('gives actions in their order, until the data shows that nothing is left', async () => {
    const { uuid } = await lease('45.8.8.0/24')
    const letter = await makeLetter(world, uuid, { asn: 65_001 })
    await roas('65001 45.8.8.0/24')
    await routes('65001 45.8.8.0/24')
    await asHolder(world, holder).revoke(letter)
    expect((await health('45.8.8.0/24')).actions).toEqual(['withdraw 65001', 'issue_loa', 'revoke_loa 65001'])
    await routes()
    await world.runJobs()
    expect((await health('45.8.8.0/24')).actions).toEqual(['delete_roa 65001', 'issue_loa', 'revoke_loa 65001'])
    await roas()
    await world.runJobs()
    expect((await health('45.8.8.0/24')).actions).toEqual(['create_as0_roa 0', 'issue_loa'])
  })

  it('gives none while another letter allows the same', async () => {
    const { uuid } = await lease('45.8.9.0/24')
    await makeLetter(world, uuid, { asn: 65_001, status: 'revoked' })
    await makeLetter(world, uuid, { asn: 65_001, status: 'pending' })
    await roas('65001 45.8.9.0/24')
    await routes('65001 45.8.9.0/24')
    expect(await health('45.8.9.0/24')).toEqual({ status: 'announced', actions: [] })
  })

  it('counts for parts of its block, too', async () => {
    const { uuid } = await lease('45.8.12.0/22')
    await makeLetter(world, uuid, { asn: 65_001, status: 'expired' })
    await roas()
    await routes('65001 45.8.13.0/24')
    expect((await health('45.8.13.0/24')).actions).toEqual(['withdraw 65001', 'revoke_loa 65001'])
  })
})
