import { promise } from '../../kernel/invariants.ts'
import { query } from '../../kernel/db/query.ts'
import { changing } from './wish.store.ts'

/**
 * What a search by place and price relies on. A kept price may outlive the last block with its key; offers that are
 * changing are looked at by whoever searches.
 */
export const pricesTrue = promise(
  'prices are kept by place as they are asked',
  query`shelf_place`,
  query`
    with ${changing},
    asked as (
      select p.uuid as pricing_uuid, k.key, p.offer_uuid, p.length, p.price_minor from pricing p
      join (select offer_uuid, key, bit_or(sizes) as sizes from free_place group by 1, 2) k on k.offer_uuid = p.offer_uuid
      where p.on_shelf and k.sizes & (1 << p.length) <> 0),
    broken as (
      select asked.offer_uuid, asked.length, asked.key, asked.price_minor as asked, null::bigint as kept
      from asked left join shelf_place s on s.pricing_uuid = asked.pricing_uuid and s.key = asked.key
      where s.key is null
      union all
      select s.offer_uuid, s.length, s.key, case when p.on_shelf then p.price_minor end, s.price_minor
      from shelf_place s join pricing p on p.uuid = s.pricing_uuid
      where not p.on_shelf or (s.offer_uuid, s.length, s.price_minor) <> (p.offer_uuid, p.length, p.price_minor))
    select format('a /%s of %s, %s: asked is %s, kept %s', broken.length, o.block, k.spot,
      coalesce(asked::text, 'nothing'), coalesce(kept::text, 'nothing')) as breach
    from broken join offer o on o.uuid = broken.offer_uuid join place_key k on k.id = broken.key
    left join changing on changing.offer_uuid = broken.offer_uuid where changing.offer_uuid is null`,
)
