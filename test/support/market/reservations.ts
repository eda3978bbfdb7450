import { makeOffer, type MadeOffer } from './market.ts'
import type { Answered, World } from '../world.ts'

/** Reserving over the wire, as lessees and holders do. */

export interface Company {
  readonly tenant: string
  readonly bearer: { readonly authorization: string }
}

interface Terms {
  readonly ip_price?: string
  readonly contract_length?: number
  readonly reservation_id?: string
  readonly pricing_uuid?: string
}

export function reserveBody(offer: MadeOffer, block: string, terms: Terms = {}) {
  const [address = '', length = ''] = block.split('/')
  return {
    pricing_uuid: offer.pricingOf[Number(length)],
    address,
    cidr: Number(length),
    ip_price: '1',
    contract_length: 1,
    ...terms,
  }
}

export const reserveIn =
  (world: World) =>
  ({ tenant, bearer }: Company, offer: MadeOffer, block: string, terms: Terms = {}): Promise<Answered> =>
    world.call('POST', `/billing/v1/${tenant}/market/ipv4/services/reserve`, {
      headers: bearer,
      payload: reserveBody(offer, block, terms),
    })

/** A /24 at 100.00 whose holder negotiates and takes a year, in addresses that no other number gives. */
export const makeNegotiable = (world: World, { tenant }: Company, n: number): Promise<MadeOffer> =>
  makeOffer(world, tenant, {
    block: `45.8.${n}.0/24`,
    pricings: [{ length: 24, priceMinor: 10_000, negotiable: true, periods: [12] }],
  })

/** A reservation of the whole block, by its uuid. */
export const wishIn =
  (world: World) =>
  async (lessee: Company, offer: MadeOffer, ip_price: string, contract_length: number): Promise<string> =>
    (await reserveIn(world)(lessee, offer, offer.block, { ip_price, contract_length })).body.data.uuid

/** What is done to a reservation: answered by its holder or withdrawn by its lessee. */
export const actIn =
  (world: World) =>
  ({ tenant, bearer }: Company, act: 'accept' | 'decline' | 'withdraw', uuid: string): Promise<Answered> => {
    const path = `/billing/v1/${tenant}/market/reservations/${uuid}`
    return act === 'withdraw'
      ? world.call('DELETE', path, { headers: bearer })
      : world.call('POST', `${path}/${act}`, { headers: bearer })
  }

/** A third price, by the holder. */
export const counterIn =
  (world: World) =>
  ({ tenant, bearer }: Company, uuid: string, ip_price: string): Promise<Answered> =>
    world.call('POST', `/billing/v1/${tenant}/market/reservations/${uuid}/counter`, {
      headers: bearer,
      payload: { ip_price },
    })

export async function freeOf(world: World, { uuid }: { readonly uuid: string }): Promise<string[]> {
  const { rows } = await world.house.pool.query<{ block: string }>(
    'select block from free_block where offer_uuid = $1 order by block',
    [uuid],
  )
  return rows.map(({ block }) => block)
}
