import { bytesInJson } from '../../kernel/db/bulk.ts'
import type { Context } from '../../kernel/context.ts'
import type { OwnershipProofTable } from '../../kernel/db/rows.gen.ts'
import { assigned, type Change, query } from '../../kernel/db/query.ts'
import type { ProvenRecord } from './proof.rules.ts'

export type Proof = OwnershipProofTable

/** Under the lock of the offer. */
export async function findProof(ctx: Context, offer: string): Promise<Proof | undefined> {
  return query<Proof>`select * from ownership_proof where offer_uuid = ${offer}`.one(ctx)
}

/** An offer's proof begins anew: what there was of it is overwritten. */
export async function writeProofs(ctx: Context, proofs: readonly Proof[]): Promise<void> {
  const rows = proofs.map((proof) => ({ ...proof, code_digest: bytesInJson(proof.code_digest) }))
  await query`
    insert into ownership_proof
    select * from json_populate_recordset(null::ownership_proof, ${JSON.stringify(rows)})
    on conflict (offer_uuid) do update set
      type = excluded.type, status = excluded.status, description = excluded.description, email = excluded.email,
      mail_uuid = excluded.mail_uuid, code_digest = excluded.code_digest, tries_left = excluded.tries_left,
      expires_at = excluded.expires_at, organisation = excluded.organisation,
      maintainers = excluded.maintainers, chosen_at = excluded.chosen_at, statement = excluded.statement,
      proven_at = excluded.proven_at, next_look_at = excluded.next_look_at,
      doubted_since = excluded.doubted_since, told_by = excluded.told_by`.changed(ctx)
}

export async function updateProof(
  ctx: Context,
  offer: string,
  change: Omit<Change<OwnershipProofTable>, 'offer_uuid' | 'tenant_uuid'>,
): Promise<void> {
  await query`update ownership_proof set ${assigned(change)} where offer_uuid = ${offer}`.changed(ctx)
}

/** Records whose contact has answered a code for this company, of blocks that are still on the market. */
export async function provenRecords(ctx: Context, tenant: string): Promise<ProvenRecord[]> {
  return query<ProvenRecord>`
    select distinct o.registry, p.organisation, p.maintainers
    from ownership_proof p join offer o on o.uuid = p.offer_uuid
    where p.tenant_uuid = ${tenant} and o.tenant_uuid = ${tenant} and p.type = 'email' and p.status = 'passed'
      and o.proven`.rows(ctx)
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
  const rows = await query<{ offer_uuid: string }>`
    select offer_uuid from ownership_proof
    where tenant_uuid = ${tenant} and mail_uuid = ${mail} and status = 'pending' order by offer_uuid`.rows(ctx)
  return rows.map((row) => row.offer_uuid)
}

/** Offers whose proof is to be looked at, those due first in front. */
export async function offersToLookAt(ctx: Context, most: number): Promise<string[]> {
  const rows = await query<{ offer_uuid: string }>`
    select offer_uuid from ownership_proof where next_look_at <= ${ctx.now} order by next_look_at limit ${most}`.rows(
    ctx,
  )
  return rows.map((row) => row.offer_uuid)
}

/** Whether another company waits for a ROA for space of this block: one ROA cannot tell the two apart. */
export async function othersAwaitRoa(ctx: Context, block: string, tenant: string): Promise<boolean> {
  const rows = await query<{ awaited: boolean }>`
    select exists (select from offer o join ownership_proof p on p.offer_uuid = o.uuid
      where o.block && ${block}::cidr and not o.proven and o.status <> 'object_terminated'
        and o.tenant_uuid <> ${tenant} and p.type = 'roa' and p.status = 'pending') as awaited`.rows(ctx)
  return rows[0]?.awaited ?? false
}

/** Under a lock of the caller's, or for a look only: the row and its offer's block. */
export async function proofWithBlock(ctx: Context, offer: string): Promise<(Proof & { block: string }) | undefined> {
  return query<Proof & { block: string }>`
    select p.*, o.block from ownership_proof p join offer o on o.uuid = p.offer_uuid
    where p.offer_uuid = ${offer}`.one(ctx)
}
