import { addressCount, firstAddress, formatAddress } from '../../kernel/ip/index.ts'
import { money, pricePerAddress, toNumber } from '../../kernel/money.ts'
import { DataOf, Int, named, OneOf, Type, type Static } from '../../kernel/http/schema.ts'
import { listable } from '../offer/listing.rules.ts'
import type { FoundBlock } from './search.actions.ts'
import type { Search } from './search.rules.ts'

/** What a visitor without an account may ask of the market, and a row of the answer: the block and its price, not its offer. */

const most = 100

export const OpenSearchQuery = Type.Object({
  prefix_length: Int(listable.largest, listable.smallest, { description: 'The size of the blocks wanted.' }),
  limit: Type.Optional(Int(1, most, { default: 20, description: 'The most rows; there are no further pages.' })),
  sort: Type.Optional(OneOf(['price', '-price', 'address', '-address'], 'The cheapest first unless said.')),
})

const OpenBlock = named('OpenBlock', {
  address: Type.String(),
  cidr: Type.Integer(),
  price: Type.Number({ description: 'For the whole block for one month, without a commitment.' }),
  price_per_ip: Type.String({ description: 'The same for one address, with six decimals.' }),
  currency: Type.String(),
  wants_to_negotiate: Type.Boolean(),
})

export const OpenBlocksAnswer = DataOf(Type.Array(OpenBlock))

export const readOpenSearch = (query: Static<typeof OpenSearchQuery>): Search => ({
  length: query.prefix_length,
  limit: query.limit ?? 20,
  order: query.sort ?? 'price',
  areas: null,
  months: 1,
  priceMin: null,
  priceMax: null,
  negotiable: null,
  registries: [],
  place: null,
  reputation: null,
  token: null,
})

export function openBlockAnswer({ child, priceMinor, negotiable }: FoundBlock, currency: string) {
  const price = money(priceMinor, currency)
  return {
    address: formatAddress(firstAddress(child)),
    cidr: child.length,
    price: toNumber(price),
    price_per_ip: pricePerAddress(price, addressCount(child)),
    currency,
    wants_to_negotiate: negotiable,
  }
}
