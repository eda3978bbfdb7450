import type { Context } from '../../kernel/context.ts'
import { query } from '../../kernel/db/query.ts'
import type { OfferTable, ProofDocumentTable } from '../../kernel/db/rows.gen.ts'

/** Documents by which an operator is to be convinced, and who is. */

export type ProofDocument = ProofDocumentTable
export type DocumentHead = Pick<ProofDocument, 'uuid' | 'name' | 'media_type' | 'kept_at'> & { readonly size: number }

export async function countDocuments(ctx: Context, offer: string): Promise<number> {
  const row = await query<{ count: number }>`
    select count(*) as count from proof_document where offer_uuid = ${offer}`.only(ctx)
  return row.count
}

/** The same document again is one document. */
export async function insertDocument(ctx: Context, row: ProofDocument): Promise<DocumentHead> {
  return query<DocumentHead>`
    insert into proof_document (uuid, offer_uuid, tenant_uuid, name, media_type, digest, content, kept_at)
    values (${row.uuid}, ${row.offer_uuid}, ${row.tenant_uuid}, ${row.name}, ${row.media_type}, ${row.digest},
      ${row.content}, ${row.kept_at})
    on conflict (offer_uuid, digest) do update set name = excluded.name
    returning uuid, name, media_type, kept_at, length(content) as size`.only(ctx)
}

export async function listDocuments(ctx: Context, offer: string): Promise<DocumentHead[]> {
  return query<DocumentHead>`
    select uuid, name, media_type, kept_at, length(content) as size from proof_document
    where offer_uuid = ${offer} order by kept_at, uuid`.rows(ctx)
}

export async function findDocument(ctx: Context, offer: string, uuid: string): Promise<ProofDocument | undefined> {
  return query<ProofDocument>`
    select * from proof_document where uuid = ${uuid} and offer_uuid = ${offer}`.one(ctx)
}

export interface Review {
  readonly offer_uuid: string
  readonly tenant_uuid: string
  readonly company: string
  readonly block: string
  readonly registry: OfferTable['registry']
  readonly statement: string | null
  readonly organisation: string | null
  readonly chosen_at: Date
  readonly documents: readonly { readonly uuid: string; readonly name: string; readonly size: number }[]
  readonly consents: readonly { readonly person_uuid: string; readonly person: string; readonly reason: string }[]
}

const waiting = query`from ownership_proof p join offer o on o.uuid = p.offer_uuid join tenant t on t.uuid = p.tenant_uuid
  where p.type = 'operator' and p.status = 'pending' and o.status = 'auth_pending' and p.chosen_at is not null`

/** Those that wait longest first. */
export async function pageOfReviews(
  ctx: Context,
  { perPage, offset }: { readonly perPage: number; readonly offset: number },
): Promise<{ rows: Review[]; total: number }> {
  const [rows, [counted]] = await Promise.all([
    query<Review>`
      select p.offer_uuid, p.tenant_uuid, t.title as company, o.block, o.registry, p.statement, p.organisation, p.chosen_at,
        coalesce((select json_agg(json_build_object('uuid', d.uuid, 'name', d.name, 'size', length(d.content))
          order by d.kept_at, d.uuid) from proof_document d where d.offer_uuid = p.offer_uuid), '[]') as documents,
        coalesce((select json_agg(json_build_object('person_uuid', n.uuid, 'person', n.name, 'reason', c.reason)
          order by c.given_at) from proof_consent c join person n on n.uuid = c.person_uuid
          where c.offer_uuid = p.offer_uuid), '[]') as consents
      ${waiting} order by p.chosen_at, p.offer_uuid limit ${perPage} offset ${offset}`.rows(ctx),
    query<{ total: number }>`select count(*) as total ${waiting}`.rows(ctx),
  ])
  return { rows, total: counted?.total ?? 0 }
}

/** Under the lock of the offer: how many are convinced now; null: this one was before. */
export async function addConsent(
  ctx: Context,
  given: { readonly offer: string; readonly tenant: string; readonly person: string; readonly reason: string },
): Promise<number | null> {
  const added = await query`
    insert into proof_consent (offer_uuid, tenant_uuid, person_uuid, reason, given_at)
    values (${given.offer}, ${given.tenant}, ${given.person}, ${given.reason}, ${ctx.now})
    on conflict do nothing`.changed(ctx)
  if (added === 0) return null
  const row = await query<{ count: number }>`
    select count(*) as count from proof_consent where offer_uuid = ${given.offer}`.only(ctx)
  return row.count
}

export async function dropConsents(ctx: Context, offer: string): Promise<void> {
  await query`delete from proof_consent where offer_uuid = ${offer}`.changed(ctx)
}
