import { knowAsns } from './asns.ts'
import { buyerIn, type Buyer } from './carts.ts'
import { makeLease, makeOffer, type MadeLease, type MadeOffer } from './market.ts'
import type { Company } from './reservations.ts'
import type { Answered, World } from '../world.ts'

/** Letters bought over the wire, as lessees do. */

/** Fit for letters once `openLetters` has brought the data they are judged by. */
export const fitAsn = 13_335
/** Fit, with a warning. */
export const otherAsn = 4_701

interface LetterWish {
  readonly asn?: number
  readonly max_length?: number
  readonly company_name?: string
  readonly roa?: 'yes' | 'no'
  readonly subnets: readonly string[]
}

/** The body of POST /cart/items. */
export const letterItem = ({ subnets, roa = 'yes', ...fields }: LetterWish) => ({
  product_type: 'loa',
  billing_cycle: 0,
  product_fields: {
    asn: fitAsn,
    company_name: 'Example Networks B.V.',
    max_length: 24,
    info: 'Ring 3',
    create_whois_inetnum: true,
    whois_data_exposed: false,
    ...fields,
    subnets,
  },
  product_options: { selection: { roa, radb: 'no', route: 'yes' } },
})

export interface Lessee extends Buyer {
  add(payload: object): Promise<Answered>
  /** Leases the next block of the offer, of that length. */
  lease(length?: number): Promise<MadeLease>
  /** Buys letters, which cost nothing; their uuids in the order of the subnets. */
  buy(wish: LetterWish): Promise<string[]>
}

export interface Office {
  readonly world: World
  readonly holder: Company
  readonly offer: MadeOffer
  lessee(): Promise<Lessee>
}

/** An offer of many blocks, and everything AS numbers are judged by. Leases stand apart from each other by so long a block. */
export async function openLetters(world: World, { apart = 20 }: { readonly apart?: number } = {}): Promise<Office> {
  await knowAsns(world)
  const holder = await world.client()
  const offer = await makeOffer(world, holder.tenant, {
    block: '45.64.0.0/14',
    pricings: [20, 22, 24].map((length) => ({ length, priceMinor: 10_000, periods: [12] })),
  })
  let next = 0
  const place = (length: number) => {
    const at = next++ * 2 ** (24 - apart)
    return `45.${64 + (at >> 8)}.${at & 255}.0/${length}`
  }
  const lessee = async (): Promise<Lessee> => {
    const buyer = await buyerIn(world)
    const add = (payload: object) =>
      world.call('POST', `/billing/v1/${buyer.tenant}/cart/items`, { headers: buyer.bearer, payload })
    const buy = async (wish: LetterWish) => {
      const added = await add(letterItem(wish))
      if (added.status !== 204) throw new Error(`cannot be put into the cart: ${added.text}`)
      const { uuid: cart } = await buyer.cart()
      await buyer.address(cart)
      const { status, body, text } = await buyer.checkout(cart)
      if (status !== 200) throw new Error(`cannot be ordered: ${text}`)
      const letters = await lettersOf(world, body.data.order.uuid)
      return wish.subnets.map((subnet) => letters.find(({ block }) => block === subnet)?.uuid ?? '')
    }
    const lease = (length = 24) => makeLease(world, offer, buyer.tenant, place(length))
    return { ...buyer, add, lease, buy }
  }
  return { world, holder, offer, lessee }
}

/** A lessee who speaks to another node: one where letters cost something. */
export async function dearLessee(office: Office, dear: World): Promise<Lessee> {
  const lessee = await office.lessee()
  const base = `/ecommerce/public/${lessee.tenant}`
  const call = (method: string, path: string, payload?: object) =>
    dear.call(method, path, { headers: lessee.bearer, ...(payload ? { payload } : {}) })
  return {
    ...lessee,
    get: (path) => call('GET', `${base}${path}`),
    send: (method, path, payload) => call(method, `${base}${path}`, payload),
    add: (payload) => call('POST', `/billing/v1/${lessee.tenant}/cart/items`, payload),
    checkout: (cart) => call('POST', `${base}/cart/${cart}/checkout`),
  }
}

interface LetterRow {
  readonly uuid: string
  readonly block: string
  readonly asn: number
  readonly status: string
  readonly reason: string | null
  readonly ended_at: Date | null
}

/** The letters an order bought, in address order. */
export async function lettersOf(world: World, order: string): Promise<LetterRow[]> {
  const { rows } = await world.house.pool.query<LetterRow>(
    'select uuid, block, asn, status, reason, ended_at from letter where order_uuid = $1 order by block, asn',
    [order],
  )
  return rows
}

export async function letterIn(world: World, uuid: string) {
  const { rows } = await world.house.pool.query('select * from letter where uuid = $1', [uuid])
  return rows[0]
}

/** The AS numbers a lease is said to be announced from. */
export async function originsOf(world: World, lease: string): Promise<number[]> {
  const { rows } = await world.house.pool.query<{ asns: number[] }>('select asns from lease where uuid = $1', [lease])
  return rows[0]?.asns ?? []
}

/** What the operator may not like any more. */
export const banAsnIn = (world: World, asn: number) =>
  world.house.pool.query(`insert into asn_ban (asn, reason, banned_at) values ($1, 'a test', now())`, [asn])

/** The holder says that all is done; returns the code with which the letter can be verified. */
export async function releaseByHolder({ world, holder }: Office, uuid: string): Promise<string> {
  const path = `/billing/v1/${holder.tenant}/market/letters/${uuid}`
  const { status, text } = await world.call('POST', `${path}/confirm`, { headers: holder.bearer })
  if (status !== 200) throw new Error(`cannot be released: ${text}`)
  return (await letterIn(world, uuid)).code
}

/** The holder's authorisation, given or taken back. */
export const authoriseIn = ({ world, offer }: Office, status: 'signed' | 'revoked') =>
  world.house.pool.query(
    `update offer set authorisation = $2, authorisation_revoked_at = case when $2 = 'revoked' then now() end where uuid = $1`,
    [offer.uuid, status],
  )
