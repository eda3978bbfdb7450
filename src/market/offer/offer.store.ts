import type { Context } from '../../kernel/context.ts'
import type { OfferTable } from '../../kernel/db/rows.gen.ts'
import { assigned, type Change, query } from '../../kernel/db/query.ts'
import type { CommitmentDiscount } from '../pricing/discount.rules.ts'

export interface Offer extends Omit<OfferTable, 'commitment_discounts'> {
  readonly commitment_discounts: readonly CommitmentDiscount[]
}

/** Listed, and neither proven nor ended: in words that its index knows. */
export const unproven = query<boolean>`not proven and status <> 'object_terminated'`

export async function findOffer(ctx: Context, tenant: string, uuid: string): Promise<Offer | undefined> {
  return query<Offer>`select * from offer where uuid = ${uuid} and tenant_uuid = ${tenant}`.one(ctx)
}

/** Alone with the offer until the transaction ends: its row as it is then, whoever holds it. */
export async function lockOffer(ctx: Context, uuid: string): Promise<Offer | undefined> {
  // The first waits until nobody else has it, so that the next one reads it as they have left it.
  const [, offer] = await Promise.all([
    query`select lock_offer(${uuid})`.rows(ctx),
    query<Offer>`select * from offer where uuid = ${uuid}`.one(ctx),
  ])
  return offer
}

type NewOffer = Pick<
  Offer,
  | 'uuid'
  | 'tenant_uuid'
  | 'block'
  | 'registry'
  | 'status'
  | 'hidden'
  | 'reservation_token'
  | 'minimum_split'
  | 'maximum_split'
  | 'own_asns'
  | 'commitment_discounts'
  | 'maintainer_id'
  | 'authorised_by'
  | 'authorisation'
  | 'authorised_at'
  | 'created_at'
>

const given = query`
  uuid, tenant_uuid, block, registry, status, hidden, reservation_token, minimum_split, maximum_split, own_asns,
  commitment_discounts, maintainer_id, authorised_by, authorisation, authorised_at, created_at`

/** In the order given. */
export async function insertOffers(ctx: Context, offers: readonly NewOffer[]): Promise<Offer[]> {
  const rows = await query<Offer>`
    insert into offer (${given})
    select ${given} from json_populate_recordset(null::offer, ${JSON.stringify(offers)}) returning *`.rows(ctx)
  const byUuid = new Map(rows.map((row) => [row.uuid, row]))
  return offers.flatMap(({ uuid }) => byUuid.get(uuid) ?? [])
}

/** Everything but the status, which only `move` writes. */
export type OfferChange = Omit<
  Change<OfferTable>,
  'status' | 'uuid' | 'tenant_uuid' | 'block' | 'commitment_discounts'
> & { readonly commitment_discounts?: readonly CommitmentDiscount[] | undefined }

export async function updateOffer(
  ctx: Context,
  uuid: string,
  { commitment_discounts: discounts, ...plain }: OfferChange,
): Promise<Offer> {
  const change = { ...plain, commitment_discounts: discounts && JSON.stringify(discounts) }
  return query<Offer>`update offer set ${assigned(change)} where uuid = ${uuid} returning *`.only(ctx)
}
