import type { Context } from '../../kernel/context.ts'
import { query } from '../../kernel/db/query.ts'
import type { OfferCheckTable, OwnershipProofTable, PricingTable } from '../../kernel/db/rows.gen.ts'

/** What an answer about an offer needs beside its row. */
export interface OfferSurroundings {
  readonly offer_uuid: string
  readonly proof: Pick<OwnershipProofTable, 'type' | 'status' | 'description'>
  readonly checks: readonly Pick<OfferCheckTable, 'kind' | 'status' | 'description'>[]
  /** Those not withdrawn, the largest block first. */
  readonly pricings: readonly Pick<
    PricingTable,
    'uuid' | 'length' | 'price_minor' | 'wants_to_negotiate' | 'commitment_periods'
  >[]
  /** Of the commitments that run, the last to end. */
  readonly commitment_end: Date | null
}

/** By offer, in one statement however many there are. */
export async function surroundingsOf(ctx: Context, offers: readonly string[]): Promise<Map<string, OfferSurroundings>> {
  if (offers.length === 0) return new Map()
  const rows = await query<OfferSurroundings>`
    select p.offer_uuid,
      json_build_object('type', p.type, 'status', p.status, 'description', p.description) as proof,
      coalesce((select json_agg(json_build_object('kind', c.kind, 'status', c.status, 'description', c.description))
        from offer_check c where c.offer_uuid = p.offer_uuid), '[]') as checks,
      coalesce((select json_agg(json_build_object('uuid', s.uuid, 'length', s.length, 'price_minor', s.price_minor,
          'wants_to_negotiate', s.wants_to_negotiate, 'commitment_periods', s.commitment_periods) order by s.length)
        from pricing s where s.offer_uuid = p.offer_uuid and s.withdrawn_at is null), '[]') as pricings,
      (select max(m.ends_at) from commitment m where m.offer_uuid = p.offer_uuid and m.status = 'active')
        as commitment_end
    from ownership_proof p where p.offer_uuid = any(${offers}::uuid[])`.rows(ctx)
  return new Map(rows.map((row) => [row.offer_uuid, row]))
}
