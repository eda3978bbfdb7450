import { sql, type Insertable, type Selectable, type Updateable } from 'kysely'
import type { Context } from '../../kernel/context.ts'
import { hot, point } from '../../kernel/db/pool.ts'
import type { OfferTable } from '../../kernel/db/rows.gen.ts'
import { query } from '../../kernel/db/query.ts'

export type Offer = Selectable<OfferTable>

/** Listed, and neither proven nor ended: in words that its index knows. */
export const unproven = query<boolean>`not proven and status <> 'object_terminated'`

const ofTenant = point<Offer>('offer_of_tenant', (db) =>
  db.selectFrom('offer').selectAll().where('uuid', '=', '').where('tenant_uuid', '=', '').compile(),
)

export async function findOffer(ctx: Context, tenant: string, uuid: string): Promise<Offer | undefined> {
  return (await ofTenant(ctx, uuid, tenant))[0]
}

/** Alone with the offer until the transaction ends: its row as it is then, whoever holds it. */
export async function lockOffer(ctx: Context, uuid: string): Promise<Offer | undefined> {
  const [, [offer]] = await Promise.all([takeOffer(ctx, uuid), byUuid(ctx, uuid)])
  return offer
}

/** Waits until nobody else has it; what is read in the next statement is as they have left it. */
const takeOffer = hot('take_offer', (db) => sql`select lock_offer(${''})`.compile(db))

const byUuid = point<Offer>('offer_by_uuid', (db) =>
  db.selectFrom('offer').selectAll().where('uuid', '=', '').compile(),
)

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
