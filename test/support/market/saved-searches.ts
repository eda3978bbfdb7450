import { lookForSearchers } from '../../../src/market/index.ts'
import type { MadeOffer } from './market.ts'
import type { Client } from './offers.ts'
import type { Answered, World } from '../world.ts'

/** Saved searches, as those who look for blocks make them. */

type Filters = Readonly<Record<string, unknown>>

interface Told {
  readonly count: number
  readonly first: readonly { readonly block: string; readonly price: string }[]
}

export const searchesPath = (tenant: string, rest = ''): string => `/billing/v1/${tenant}/market/saved-searches${rest}`

export const save = (
  world: World,
  { tenant, bearer }: Pick<Client, 'tenant' | 'bearer'>,
  name: string,
  filters: Filters = { prefix_length: 24 },
): Promise<Answered> => world.call('POST', searchesPath(tenant), { headers: bearer, payload: { name, filters } })

/** Saved, or the test ends here; its uuid. */
export async function saved(
  world: World,
  client: Pick<Client, 'tenant' | 'bearer'>,
  name: string,
  filters?: Filters,
): Promise<string> {
  const answer = await save(world, client, name, filters)
  if (answer.status !== 201) throw new Error(`not saved: ${answer.text}`)
  return answer.body.data.uuid
}

/** What the job does each minute. */
export const look = (world: World): Promise<void> => lookForSearchers.run(world.ctx, {})

/** What a search was told so far, message by message. */
export async function toldTo(world: World, search: string): Promise<Told[]> {
  const { rows } = await world.house.pool.query<{ data: Told }>(
    `select data from outbox_event where type = 'saved_search.matched' and data ->> 'uuid' = $1 order by happened_at, uuid`,
    [search],
  )
  return rows.map(({ data }) => data)
}

/** The blocks of the last message, after another look. */
export async function newsFor(world: World, search: string): Promise<string[]> {
  const before = (await toldTo(world, search)).length
  await look(world)
  return (await toldTo(world, search)).slice(before).flatMap(({ first }) => first.map(({ block }) => block))
}

export const reprice = (
  world: World,
  { tenant, bearer }: Pick<Client, 'tenant' | 'bearer'>,
  { uuid, pricingOf }: MadeOffer,
  value: number,
): Promise<Answered> =>
  world.call('PATCH', `/billing/v1/${tenant}/market/services/${uuid}`, {
    headers: bearer,
    payload: {
      pricings: Object.entries(pricingOf).map(([cidr, pricing]) => ({ uuid: pricing, cidr: Number(cidr), value })),
    },
  })
