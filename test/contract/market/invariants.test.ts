import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { knownPrefix } from '../../../src/kernel/ip/index.ts'
import { query, raw } from '../../../src/kernel/db/query.ts'
import { endLease, marketInvariants, placeMarket, releaseLapsedHolds } from '../../../src/market/index.ts'
import { toggleVisibility } from '../../../src/market/inventory/inventory.actions.ts'
import { lockOffer } from '../../../src/market/offer/offer.store.ts'
import { leaseReserved, makeLease, makeOffer, type MadeOffer } from '../../support/market/market.ts'
import { actIn, reserveIn, type Company } from '../../support/market/reservations.ts'
import { openWorld, type World } from '../../support/world.ts'

/** What `npx sublet audit` says about the market: nothing while it lives, and each breach by its name. */

let world: World
let holder: Company
let lessee: Company
beforeAll(async () => {
  world = await openWorld({ env: { SUBLET_SANDBOX: '1' } })
  holder = await world.client()
  lessee = await world.client()
})
afterAll(() => world.close())

const pricings = [20, 22, 23, 24].map((length) => ({ length, priceMinor: 100 * 2 ** (32 - length), periods: [3] }))

async function broken(ctx = world.ctx): Promise<string[]> {
  const found: string[] = []
  for (const invariant of marketInvariants)
    found.push(...(await invariant.check(ctx)).breaches.map((breach) => `${invariant.name}: ${breach}`))
  return found
}

describe('a breach of a promise', () => {
  beforeAll(async () => {
    const offer = await makeOffer(world, holder.tenant, { block: '46.0.0.0/20', pricings })
    await reserveIn(world)(lessee, offer, '46.0.0.0/24')
    await makeLease(world, offer, lessee.tenant, '46.0.1.0/24')
    await placeMarket.run(world.ctx, {})
  })

  it('is not found where there is none', async () => {
    expect(await broken()).toEqual([])
  })

  it.each([
    ['no two live claims overlap', `update allocation set block = '46.0.0.0/23' where block = '46.0.0.0/24'`],
    [
      'nothing free is claimed, or free twice',
      `update free_block set block = '46.0.0.0/23' where block = '46.0.2.0/23'`,
    ],
    ['what is free and claimed of an offer is all of it', `delete from free_block where block = '46.0.2.0/23'`],
    [
      'what is free or claimed lies within a proven offer',
      `update free_block set block = '47.0.0.0/23' where block = '46.0.2.0/23'`,
    ],
    [
      'what is free is hidden exactly where the holder hides it',
      `update free_block set hidden = not hidden where block = '46.0.2.0/23'`,
    ],
    ['what is free is hidden exactly where the holder hides it', hide('46.0.2.0/24')],
    ['what is free is hidden exactly where the holder hides it', hide('46.0.3.0/24')],
    [
      'free space is kept as the fewest blocks',
      `with gone as (delete from free_block where block = '46.0.8.0/21' returning *)
      insert into free_block (block, offer_uuid, tenant_uuid, hidden) select half::cidr, offer_uuid, tenant_uuid, hidden
      from gone cross join unnest(array['46.0.8.0/22', '46.0.12.0/22']) half`,
    ],
    [
      'nobody waits for a proof of space that is proven',
      `insert into offer (uuid, tenant_uuid, block, registry, status, hidden, reservation_token, minimum_split,
         maximum_split, authorisation, created_at)
       select gen_random_uuid(), tenant_uuid, '46.0.0.0/24', registry, 'auth_pending', false, 'x', 24, 24, 'signed', now()
       from offer where block = '46.0.0.0/20'`,
    ],
    ["an offer's counters are what its leases add up to", `update offer set run_rate_minor = run_rate_minor + 1`],
    ["a company's tally of leases is their number", `update lease_tally set leases = leases + 1`],
    ["a company's tally of leases is their number", `update lease_tally set rate_minor = rate_minor + 1`],
    ["a company's tally of leases is their number", `update lease_tally set fee_minor = fee_minor + 1`],
    ['every hold is for a live reservation', `update reservation set status = 'expired'`],
    ['every hold is for a live reservation', `update allocation set status = 'released' where block = '46.0.0.0/24'`],
    [
      'every hold is for a live reservation',
      `update reservation set block = '46.0.2.0/24' where block = '46.0.0.0/24'`,
    ],
    ['every running lease has its block', `update lease set status = 'terminated'`],
    ['every running lease has its block', `update allocation set status = 'ended' where block = '46.0.1.0/24'`],
    [
      'on the shelf are exactly the prices that can be sold',
      `update pricing set on_shelf = not on_shelf where length = 20`,
    ],
    ['a price names the registry of its offer', `update pricing set registry = 'lacnic' where length = 20`],
    ['an offer names the checks of it that were skipped', `update offer set skipped_checks = '{bgp}'`],
    [
      'an offer names the checks of it that were skipped',
      `update offer_check set status = 'skipped' where kind = 'bgp'`,
    ],
    ['the map is kept as it would be counted', `update map_cell set blocks = blocks + 1 where level = 20`],
    ['the map is kept as it would be counted', `update map_cell set addresses = addresses - 1 where level = 12`],
    ['the map is kept as it would be counted', `delete from map_own_cell where state = 'own_leased'`],
    ['the map is kept as it would be counted', `update map_octet set blocks = blocks + 1`],
    ['places are kept as the network data have them', `delete from free_place where length = 23`],
    ['places are kept as the network data have them', `update free_place set sizes = 0 where length = 23`],
    ['places are kept as the network data have them', `update place_key set listed = true`],
  ])('%s, or it is said: %s', async (name, breach) => {
    const found = await inDisorder(breach)
    expect(found.filter((line) => line.startsWith(name))).not.toEqual([])
  })
})

function hide(block: string): string {
  return `insert into hidden_block (offer_uuid, tenant_uuid, block)
    select uuid, tenant_uuid, '${block}' from offer where block = '46.0.0.0/20'`
}

/** What is found in a market that somebody has tampered with; nothing of it stays. */
async function inDisorder(breach: string): Promise<string[]> {
  const undo = new Error('undo')
  let found: string[] = []
  const tampering = world.change(async (ctx) => {
    await query`alter table allocation drop constraint allocation_blocks_apart`.planned(ctx)
    await raw(breach).planned(ctx)
    found = await broken(ctx)
    throw undo
  })
  await expect(tampering).rejects.toBe(undo)
  return found
}

/** One offer and the ways of the market with it, driven by numbers. */
class Life {
  readonly offer: MadeOffer
  readonly reservations: string[] = []
  readonly leases: string[] = []

  constructor(offer: MadeOffer) {
    this.offer = offer
  }

  #block(n: number, length: number): string {
    const third = (n % 16) & ~(2 ** (24 - length) - 1)
    return `${this.offer.block.split('.').slice(0, 2).join('.')}.${third}.0/${length}`
  }

  async step(verb: string, n: number): Promise<void> {
    const length = [22, 23, 24, 24, 24][n % 5] ?? 24
    if (verb === 'reserve') {
      const { body } = await reserveIn(world)(lessee, this.offer, this.#block(n, length), {
        contract_length: n % 3 === 0 ? 3 : 1,
        reservation_id: n % 4 === 0 ? this.offer.reservation_token : 'none',
      })
      if (body.data) this.reservations.push(body.data.uuid)
    } else if (verb === 'withdraw') await actIn(world)(lessee, 'withdraw', take(this.reservations, n))
    else if (verb === 'toggle') await this.#toggle(this.#block(n, length))
    else if (verb === 'lapse') {
      await world.travel('21 minutes')
      if (n % 2 === 0) await releaseLapsedHolds.run(world.ctx, {})
    } else if (verb === 'buy') await this.#buy(take(this.reservations, n))
    else await world.change((ctx) => endLease(ctx, take(this.leases, n))).catch(() => undefined)
  }

  async #toggle(block: string): Promise<void> {
    await world.change(async (ctx) => {
      const offer = await lockOffer(ctx, this.offer.uuid)
      if (offer) await toggleVisibility(ctx, offer, [knownPrefix(block)])
    })
  }

  async #buy(reservation: string): Promise<void> {
    const lease = await world.change((ctx) => leaseReserved(ctx, reservation)).catch(() => undefined)
    if (lease) this.leases.push(lease.uuid)
  }
}

const nobody = '019a8c1e-7b2f-7c3d-9e4f-5a6b7c8d9e0f'
const take = (list: string[], n: number): string => list.splice(n % Math.max(1, list.length), 1)[0] ?? nobody

describe('promises', () => {
  it('are kept whatever companies do', async () => {
    const verbs = fc.constantFrom('reserve', 'reserve', 'reserve', 'withdraw', 'buy', 'buy', 'end', 'toggle', 'lapse')
    let offers = 0
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(verbs, fc.nat(1_000)), { minLength: 20, maxLength: 40 }), async (steps) => {
        const block = `45.${++offers}.0.0/20`
        const life = new Life(await makeOffer(world, holder.tenant, { block, pricings }))
        for (const [verb, n] of steps) await life.step(verb, n)
        expect(await broken()).toEqual([])
      }),
      { numRuns: 12 },
    )
  })
})
