import { formatPrefix, knownPrefix, nthChild } from '../../../src/kernel/ip/index.ts'
import { personOf } from '../callers.ts'
import { addAddress, addCard } from '../market/commerce.ts'
import { makeOffer, type MadeOffer } from '../market/market.ts'
import type { Company } from '../market/reservations.ts'
import type { World } from '../world.ts'

/** Who takes part: companies with what they need, made before anybody is killed. */

export interface Shopper extends Company {
  readonly address: string
  /** Its card is declined. */
  readonly declines: boolean
  /** A block that nobody has wanted before. */
  readonly nextBlock: () => { readonly offer: MadeOffer; readonly block: string }
}

/** Names its company and annotates its block. */
export interface Noter extends Company {
  readonly block: string
}

/** Has an offer, and changes its price. */
export interface Trader extends Company {
  readonly offer: MadeOffer
}

/** A person who keeps the company's app keys. */
export interface Owner {
  readonly tenant: string
  readonly headers: Readonly<Record<string, string>>
}

export interface Cast {
  readonly shoppers: readonly Shopper[]
  readonly noters: readonly Noter[]
  readonly traders: readonly Trader[]
  readonly owners: readonly Owner[]
}

const markets = ['45.0.0.0/12', '45.16.0.0/12', '45.32.0.0/12', '45.48.0.0/12']

export async function makeCast(world: World): Promise<Cast> {
  const holder = await world.tenant('Holder', 'holder')
  const offers: MadeOffer[] = []
  for (const block of markets)
    offers.push(await makeOffer(world, holder, { block, pricings: [{ length: 24, priceMinor: 10_000 }] }))
  let taken = 0
  const nextBlock = () => {
    const n = taken++
    const offer = offers[n % offers.length] as MadeOffer
    return { offer, block: formatPrefix(nthChild(knownPrefix(offer.block), 24, Math.floor(n / offers.length))) }
  }
  const shoppers: Shopper[] = []
  for (let n = 0; n < 10; n++) {
    const { tenant, bearer } = await world.client(['billing', 'ecommerce'])
    const declines = n === 9
    await addCard(world, tenant, ...(declines ? ['4000000000000002'] : []))
    const { uuid: address } = await addAddress(world, tenant)
    shoppers.push({ tenant, bearer, address, declines, nextBlock })
  }
  const [noters, traders, owners]: [Noter[], Trader[], Owner[]] = [[], [], []]
  for (let n = 0; n < 4; n++) noters.push(await noterIn(world, `46.${n}.0.0/24`))
  for (let n = 0; n < 3; n++) traders.push(await traderIn(world, `46.${8 + n}.0.0/24`))
  for (let n = 0; n < 3; n++) owners.push(await ownerIn(world))
  // A full run takes longer than a session of the tests, and than a proof.
  await world.house.pool.query(
    `update portal_session set expires_at = now() + interval '1 day', proven_at = now() + interval '1 day'`,
  )
  return { shoppers, noters, traders, owners }
}

async function noterIn(world: World, block: string): Promise<Noter> {
  const { tenant, bearer } = await world.client(['billing', 'nethub-data'])
  await makeOffer(world, tenant, { block })
  return { tenant, bearer, block }
}

async function traderIn(world: World, block: string): Promise<Trader> {
  const { tenant, bearer } = await world.client(['billing'])
  const offer = await makeOffer(world, tenant, { block, pricings: [{ length: 24, priceMinor: 100_000 }] })
  return { tenant, bearer, offer }
}

async function ownerIn(world: World): Promise<Owner> {
  const { tenant, headers } = await personOf(world, await world.tenant(), 'owner')
  return { tenant, headers: { ...headers, 'sec-fetch-site': 'same-origin' } }
}
