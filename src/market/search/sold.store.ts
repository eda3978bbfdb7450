import { all, nothing, query, raw, type Query } from '../../kernel/db/query.ts'
import { formatPrefix, type Prefix } from '../../kernel/ip/index.ts'
import type { Holes, Order, Search } from './search.rules.ts'

/** Parts of the statements of a search: what is asked of a price `p` and its offer, and in which order. */

export type Fragment = Query<unknown>

export const terms = ({ months }: Search): Fragment => query`
  p.offer_uuid, p.registry, p.uuid as pricing_uuid, ${priceFor(months)} as price_minor, p.wants_to_negotiate,
  p.commitment_periods, case when p.commitment_periods = '{}' then '[]'
    else (select commitment_discounts from offer where uuid = p.offer_uuid) end as discounts,
  (select skipped_checks from offer where uuid = p.offer_uuid) as skipped_checks`

/** As the rule of that name has it: rounded once, half up, and never to nothing. */
export const priceFor = (months: number): Fragment =>
  months === 1
    ? query`p.price_minor`
    : query`greatest(1, (p.price_minor * (10000 - coalesce((
        select round((discount ->> 'percent')::numeric * 100)::bigint
        from offer, jsonb_array_elements(commitment_discounts) as discount
        where uuid = p.offer_uuid and (discount ->> 'months')::integer = ${months}), 0)) * 2 + 10000) / 20000)`

export const hole = (search: Search, part: keyof Holes, block: Fragment = query`f.block`): Fragment =>
  query`${raw(`'${part}'`)} as part, ${block} as block, ${terms(search)}`

export const byPrice = (order: Order): boolean => order === 'price' || order === '-price'

export const cidrs = (blocks: readonly Prefix[]): Fragment => query`${blocks.map(formatPrefix)}::cidr[]`

/** What is asked of a price and its offer, wherever the hole is from. */
export function wish({ length, months, priceMin, priceMax, negotiable, registries }: Search): Fragment {
  return all([
    query`p.length = ${length}`,
    ...(months === 1 ? [] : [query`${months} = any(p.commitment_periods)`]),
    ...(priceMin === null ? [] : [query`${priceFor(months)} >= ${priceMin}`]),
    ...(priceMax === null ? [] : [query`${priceFor(months)} <= ${priceMax}`]),
    ...(negotiable === null ? [] : [query`p.wants_to_negotiate = ${negotiable}`]),
    ...(registries.length === 0 ? [] : [registeredWith(registries)]),
  ])
}

/** One registry is a range of an index in the order of prices; of several the planner makes what it can. */
const registeredWith = ([first, ...others]: Search['registries']): Fragment =>
  others.length === 0 ? query`p.registry = ${first}` : query`p.registry = any(${[first, ...others]})`

/** The price can be had by anyone. What a token opens comes by itself, and is not to come twice. */
export const sold = (search: Search): Fragment =>
  query`p.on_shelf and ${wish(search)} ${
    search.token === null
      ? nothing
      : query`and p.offer_uuid is distinct from (select uuid from offer where reservation_token = ${search.token})`
  }`

/** The rows of each area. One alone, as most searches have it, is not wrapped up: the planner would pay for it. */
export function perArea(areas: readonly Prefix[], rows: (area: Fragment) => Fragment): Fragment {
  const [only, ...others] = areas
  if (only && others.length === 0) return rows(query`${formatPrefix(only)}::cidr`)
  return query`select found.* from unnest(${cidrs(areas)}) as area cross join lateral (${rows(query`area`)}) found`
}

export function orderOf(order: Order, length: Fragment, block: Fragment): Fragment {
  if (order === 'fit') return query`${length} desc, ${block}`
  return order === 'address' ? block : query`${block} desc`
}

export const nearTo = (areas: readonly Prefix[]): [near: Fragment, from: Fragment, inArea: Fragment] => [
  query`with near as materialized (
    select uuid from offer where block && any(${cidrs(areas)}) and proven)`,
  query`join near on near.uuid = p.offer_uuid`,
  query`and block && any(${cidrs(areas)})`,
]
