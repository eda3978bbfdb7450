import type { Context } from '../../kernel/context.ts'
import { query } from '../../kernel/db/query.ts'
import { formatPrefix, type Prefix } from '../../kernel/ip/index.ts'
import type { CommitmentDiscount } from '../pricing/discount.rules.ts'
import type { OfferCheckTable, OfferTable, PricingTable, ReservationTable } from '../../kernel/db/rows.gen.ts'

/** The terms under which a block of this size is on offer, and what the viewer holds of it already. */
export interface BlockOffer
  extends
    Pick<OfferTable, 'uuid' | 'tenant_uuid' | 'registry' | 'skipped_checks'>,
    Pick<PricingTable, 'price_minor' | 'wants_to_negotiate' | 'commitment_periods'> {
  readonly pricing_uuid: string
  readonly commitment_discounts: readonly CommitmentDiscount[]
  readonly checks: readonly (Pick<OfferCheckTable, 'kind' | 'status'> & { readonly checked_at: string | null })[]
  readonly reservation: (Pick<ReservationTable, 'uuid' | 'status'> & { readonly until: string }) | null
}

/** Nothing where nobody offers that size there. */
export async function findBlockOffer(ctx: Context, viewer: string, wanted: Prefix): Promise<BlockOffer | undefined> {
  const block = formatPrefix(wanted)
  const [offer] = await query<BlockOffer>`
    select o.uuid, o.tenant_uuid, o.registry, p.uuid as pricing_uuid, p.price_minor, p.wants_to_negotiate,
      p.commitment_periods, o.commitment_discounts, o.skipped_checks,
      (select coalesce(json_agg(json_build_object('kind', c.kind, 'status', c.status, 'checked_at', c.checked_at)
          order by c.kind), '[]') from offer_check c where c.offer_uuid = o.uuid) as checks,
      (select json_build_object('uuid', r.uuid, 'status', r.status, 'until', a.until)
        from allocation a join reservation r on r.allocation_uuid = a.uuid
        where a.tenant_uuid = ${viewer} and a.status = 'held' and a.until > ${ctx.now} and a.block = ${block}::cidr) as reservation
    from offer o join pricing p on p.offer_uuid = o.uuid
    where o.block >>= ${block}::cidr and o.proven and o.status = 'validity_active' and not o.hidden
      and p.length = ${wanted.length} and p.withdrawn_at is null`.rows(ctx)
  return offer
}
