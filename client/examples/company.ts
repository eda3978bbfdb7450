import { connect, each, type FoundBlock, type Lease, type NewCartItem } from '@sublet/client'

/** What the examples share: one company by its app key, what it leases, and how it buys. */

export function setting(name: string): string {
  const value = process.env[name]
  if (value === undefined) throw new Error(`Set ${name}.`)
  return value
}

export const say = (line: string): boolean => process.stdout.write(`${line}\n`)

const api = connect({
  url: setting('SUBLET_URL'),
  clientId: setting('SUBLET_CLIENT_ID'),
  clientSecret: setting('SUBLET_CLIENT_SECRET'),
})

const tenantUUID = setting('SUBLET_COMPANY')
const path = { tenantUUID }
const commerce = { user_id: tenantUUID }

export async function companyName(): Promise<string> {
  const { data } = await api.GET('/billing/v1/{tenantUUID}', { params: { path } })
  return data?.data.title ?? ''
}

export const leases = (status?: Lease['billing_service']['status'][]): Promise<Lease[]> =>
  Array.fromAsync(
    each((page) =>
      api.GET('/billing/v1/{tenantUUID}/market/ipv4/services', {
        params: { path, query: { page, per_page: 100, sort: ['address'], ...(status && { status }) } },
      }),
    ),
  )

export const notationOf = ({ billing_service: { address, cidr } }: Lease): string => `${address}/${cidr}`

/** The AS numbers that may announce it, or will once their letters are released. */
export const asnsOf = ({ loa }: Lease): number[] =>
  loa.filter(({ data }) => ['Active', 'Pending'].includes(data.status)).map(({ data }) => data.asn)

/** The company's own notes about its prefixes, by prefix. */
export async function notes(
  prefixes: readonly string[],
): Promise<ReadonlyMap<string, Readonly<Record<string, string>>>> {
  if (prefixes.length === 0) return new Map()
  const { data } = await api.POST('/nethub-data/{tenantUUID}/prefixes/search', {
    params: { path },
    body: { notations: [...prefixes], fields: ['notation', 'holderMetadata'], limit: 1_000 },
  })
  return new Map(data?.data.map(({ notation = '', holderMetadata = {} }) => [notation, holderMetadata]))
}

export const note = (notation: string, metadata: Record<string, string>) =>
  api.PATCH('/nethub-data/{tenantUUID}/prefixes/{notation}/metadata', {
    params: { path: { tenantUUID, notation } },
    body: { metadata },
  })

/** The cheapest of a size that is free, below a price for each address where one is given. */
export async function cheapest(prefix_length: number, most = Infinity): Promise<FoundBlock> {
  const query = { prefix_length, sort: 'price', limit: 1 } as const
  const { data } = await api.GET('/billing/v1/{tenantUUID}/market/search', { params: { path, query } })
  const [block] = data?.data ?? []
  if (!block || Number(block.price_per_ip) > most) throw new Error(`No /${prefix_length} is free at that price.`)
  return block
}

/** By the month. */
export const leaseOf = ({ address, cidr }: FoundBlock): NewCartItem => ({
  product_type: 'ipv4',
  billing_cycle: 1,
  contract_length: 1,
  product_fields: { address, cidr },
})

/** For the company itself to announce it as it is. */
export const letterFor = (notation: string, asn: number, company_name: string): NewCartItem => ({
  product_type: 'loa',
  billing_cycle: 0,
  product_fields: { asn, company_name, max_length: Number(notation.split('/')[1]), subnets: [notation] },
})

/** Through the cart, to the company's first address and by its default way of paying. */
export async function buy(items: readonly NewCartItem[]): Promise<void> {
  for (const body of items) await api.POST('/billing/v1/{tenantUUID}/cart/items', { params: { path }, body })
  const { data: cart } = await api.GET('/ecommerce/public/{user_id}/cart', { params: { path: commerce } })
  if (cart?.data.items.length !== items.length) throw new Error('The cart holds something else, too: look at it first.')
  const at = { ...commerce, cart_uuid: cart.data.uuid }
  await api.POST('/ecommerce/public/{user_id}/cart/{cart_uuid}/addresses/{customerAddress_id}', {
    params: { path: { ...at, customerAddress_id: String(await firstAddress()) } },
  })
  await api.PATCH('/ecommerce/public/{user_id}/cart/{cart_uuid}/payment-method/{payment_method_uuid}', {
    params: { path: { ...at, payment_method_uuid: await defaultMethod() } },
  })
  const { data } = await api.POST('/ecommerce/public/{user_id}/cart/{cart_uuid}/checkout', { params: { path: at } })
  if (data?.data.order.status !== 'completed') throw new Error(`The order is ${data?.data.order.status}.`)
}

async function firstAddress(): Promise<number> {
  const { data } = await api.GET('/ecommerce/public/{user_id}/addresses', { params: { path: commerce } })
  const [address] = data?.data ?? []
  if (!address) throw new Error('The company has no address; add one in the portal.')
  return address.id
}

async function defaultMethod(): Promise<string> {
  const { data } = await api.GET('/ecommerce/public/{user_id}/payment-methods', { params: { path: commerce } })
  const method = data?.data.find(({ is_default }) => is_default)
  if (!method) throw new Error('The company has no way to pay; add one in the portal.')
  return method.uuid
}
