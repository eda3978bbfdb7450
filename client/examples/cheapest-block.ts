import { connect, each, Refused, type CartItem, type FoundBlock, type Invoice } from '@sublet/client'

/**
 * Looks for the cheapest block of a size and puts it into the cart, which holds it for us; then says what else is still to be paid.
 *
 *   SUBLET_URL=… SUBLET_CLIENT_ID=… SUBLET_CLIENT_SECRET=… SUBLET_COMPANY=… node cheapest-block.ts 24
 */

const setting = (name: string): string => {
  const value = process.env[name]
  if (value === undefined) throw new Error(`Set ${name}.`)
  return value
}

const api = connect({
  url: setting('SUBLET_URL'),
  clientId: setting('SUBLET_CLIENT_ID'),
  clientSecret: setting('SUBLET_CLIENT_SECRET'),
})
const tenantUUID = setting('SUBLET_COMPANY')
const path = { tenantUUID }

async function cheapest(prefix_length: number): Promise<FoundBlock | undefined> {
  const query = { prefix_length, sort: 'price', limit: 1 } as const
  const { data } = await api.GET('/billing/v1/{tenantUUID}/market/search', { params: { path, query } })
  return data?.data[0]
}

async function putIntoCart({ address, cidr }: FoundBlock): Promise<CartItem | undefined> {
  await api.POST('/billing/v1/{tenantUUID}/cart/items', {
    params: { path },
    body: { product_type: 'ipv4', billing_cycle: 1, product_fields: { address, cidr }, contract_length: 1 },
  })
  const { data } = await api.GET('/ecommerce/public/{user_id}/cart', { params: { path: { user_id: tenantUUID } } })
  return data?.data.items.find(({ name }) => name === `${address}/${cidr}`)
}

async function unpaid(): Promise<Invoice[]> {
  const ask = (page: number) =>
    api.GET('/billing/v1/{tenantUUID}/invoices', {
      params: { path, query: { page, 'filter[status]': ['unpaid', 'draft'] } },
    })
  return Array.fromAsync(each(ask))
}

try {
  const block = await cheapest(Number(process.argv[2] ?? 24))
  if (!block) throw new Error('Nothing of this size is free.')
  const item = await putIntoCart(block)
  process.stdout.write(`In the cart: ${item?.name} for ${item?.price.amount} ${item?.price.currency} a month.\n`)
  process.stdout.write(`${(await unpaid()).length} invoices are still to be paid.\n`)
} catch (error) {
  if (!(error instanceof Refused)) throw error
  process.stderr.write(`${error.code}: ${error.message} (request ${error.requestId})\n`)
  process.exitCode = 1
}
