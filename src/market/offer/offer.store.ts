import type { Insertable, Selectable, Updateable } from 'kysely'
import type { Context } from '../../kernel/context.ts'
import type { OfferTable } from '../../kernel/db/rows.gen.ts'
import { query } from '../../kernel/db/query.ts'

export type Offer = Selectable<OfferTable>

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

/** In the order given. */
export async function insertOffers(ctx: Context, offers: readonly Insertable<OfferTable>[]): Promise<Offer[]> {
  const rows = await ctx.db
    .insertInto('offer')
    .values([...offers])
    .returningAll()
    .execute()
  const byUuid = new Map(rows.map((row) => [row.uuid, row]))
  return offers.flatMap(({ uuid }) => byUuid.get(uuid) ?? [])
}

/** Everything but the status, which only `move` writes. */
export type OfferChange = Omit<Updateable<OfferTable>, 'status' | 'uuid' | 'tenant_uuid' | 'block'>

export async function updateOffer(ctx: Context, uuid: string, change: OfferChange): Promise<Offer> {
  return ctx.db.updateTable('offer').set(change).where('uuid', '=', uuid).returningAll().executeTakeFirstOrThrow()
}
