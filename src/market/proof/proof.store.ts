import type { Insertable, Selectable, Updateable } from 'kysely'
import type { Context } from '../../kernel/context.ts'
import type { OwnershipProofTable } from '../../kernel/db/rows.gen.ts'
import { query } from '../../kernel/db/query.ts'
import type { ProvenRecord } from './proof.rules.ts'

export type Proof = Selectable<OwnershipProofTable>

/** Under the lock of the offer. */
export async function findProof(ctx: Context, offer: string): Promise<Proof | undefined> {
  return query<Proof>`select * from ownership_proof where offer_uuid = ${offer}`.one(ctx)
}

/** An offer's proof begins anew: what there was of it is overwritten. */
export async function writeProofs(ctx: Context, proofs: readonly Insertable<OwnershipProofTable>[]): Promise<void> {
  await ctx.db
    .insertInto('ownership_proof')
    .values([...proofs])
    .onConflict((conflict) =>
      conflict.column('offer_uuid').doUpdateSet((eb) => ({
        type: eb.ref('excluded.type'),
        status: eb.ref('excluded.status'),
        description: eb.ref('excluded.description'),
        email: eb.ref('excluded.email'),
        mail_uuid: eb.ref('excluded.mail_uuid'),
        code_digest: eb.ref('excluded.code_digest'),
        tries_left: eb.ref('excluded.tries_left'),
        expires_at: eb.ref('excluded.expires_at'),
        organisation: eb.ref('excluded.organisation'),
        maintainers: eb.ref('excluded.maintainers'),
      })),
    )
    .execute()
}

export async function updateProof(
  ctx: Context,
  offer: string,
  change: Omit<Updateable<OwnershipProofTable>, 'offer_uuid' | 'tenant_uuid'>,
): Promise<void> {
  await ctx.db.updateTable('ownership_proof').set(change).where('offer_uuid', '=', offer).execute()
}

/** Records whose contact has answered a code for this company, of blocks that are still on the market. */
export async function provenRecords(ctx: Context, tenant: string): Promise<ProvenRecord[]> {
  return ctx.db
    .selectFrom('ownership_proof as proof')
    .innerJoin('offer', 'offer.uuid', 'proof.offer_uuid')
    .select(['offer.registry', 'proof.organisation', 'proof.maintainers'])
    .distinct()
    .where('proof.tenant_uuid', '=', tenant)
    .where('offer.tenant_uuid', '=', tenant)
    .where('proof.type', '=', 'email')
    .where('proof.status', '=', 'passed')
    .where('offer.proven', '=', true)
    .execute()
}

/** Offers whose code has lapsed unanswered, those that lapsed first in front. */
export async function offersWithLapsedProof(ctx: Context, most: number): Promise<string[]> {
  const rows = await query<{ offer_uuid: string }>`
    select offer_uuid from ownership_proof where status = 'pending' and expires_at <= ${ctx.now}
    order by expires_at limit ${most}`.rows(ctx)
  return rows.map((row) => row.offer_uuid)
}

export const nextProofLapse = () =>
  query<Date | null>`select min(expires_at) from ownership_proof where status = 'pending'`

/** Offers whose code was in that mail. */
export async function offersAwaiting(ctx: Context, tenant: string, mail: string): Promise<string[]> {
  const rows = await ctx.db
    .selectFrom('ownership_proof')
    .select('offer_uuid')
    .where('tenant_uuid', '=', tenant)
    .where('mail_uuid', '=', mail)
    .where('status', '=', 'pending')
    .orderBy('offer_uuid')
    .execute()
  return rows.map((row) => row.offer_uuid)
}
