import { uuidArray } from '../../kernel/db/arrays.ts'
import { insertAll } from '../../kernel/db/bulk.ts'
import type { Context } from '../../kernel/context.ts'
import type { LeaseTable, LetterTable, OfferTable } from '../../kernel/db/rows.gen.ts'
import { query } from '../../kernel/db/query.ts'

export type Letter = LetterTable

/** A letter with what decides whether it is in force, or may be released. */
export interface LetterInPlace extends Letter {
  readonly lease_status: LeaseTable['status']
  /** Since when the lease has been suspended. */
  readonly lease_suspended_at: Date | null
  /** The holder's authorisation, by which letters for the offer are issued. */
  readonly authorisation: OfferTable['authorisation']
  /** What the lessee is called. */
  readonly lessee: string
  readonly registry: OfferTable['registry']
  /** The registry's maintainer that the holder has named. */
  readonly maintainer_id: string | null
}

export async function insertLetters(ctx: Context, letters: readonly Letter[]): Promise<void> {
  await insertAll(ctx, 'letter', letters)
}

const inPlace = query`
  select t.*, l.status as lease_status, l.suspended_at as lease_suspended_at, o.authorisation, o.registry,
    o.maintainer_id, c.title as lessee
  from letter t join lease l on l.uuid = t.lease_uuid join offer o on o.uuid = t.offer_uuid
    join tenant c on c.uuid = t.tenant_uuid`

/** Whoever's it is: for those who show the code. */
export async function findLetterByCode(ctx: Context, code: string): Promise<LetterInPlace | undefined> {
  return query<LetterInPlace>`${inPlace} where t.code = ${code}`.one(ctx)
}

export async function findLetterOfLessee(
  ctx: Context,
  lessee: string,
  uuid: string,
): Promise<LetterInPlace | undefined> {
  return query<LetterInPlace>`${inPlace} where t.uuid = ${uuid} and t.tenant_uuid = ${lessee}`.one(ctx)
}

export async function findLetterOfHolder(
  ctx: Context,
  holder: string,
  uuid: string,
): Promise<LetterInPlace | undefined> {
  return query<LetterInPlace>`${inPlace} where t.uuid = ${uuid} and t.holder_uuid = ${holder}`.one(ctx)
}

/** Whoever's they are. */
export async function findLetters(ctx: Context, uuids: readonly string[]): Promise<LetterInPlace[]> {
  return query<LetterInPlace>`${inPlace} where t.uuid = any(${uuids}::uuid[]) order by t.uuid`.rows(ctx)
}

/**
 * Alone with them until the transaction ends, as they are then. Their leases come first: what ends a lease has it, and then
 * wants its letters.
 */
export async function lockLetters(ctx: Context, uuids: readonly string[]): Promise<LetterInPlace[]> {
  const leases = query`
    select from lease where uuid in (select lease_uuid from letter where uuid = any(${uuids}::uuid[]))
    order by uuid for no key update`
  const rows = query`select from letter where uuid = any(${uuids}::uuid[]) order by uuid for no key update`
  const [, , letters] = await Promise.all([leases.changed(ctx), rows.changed(ctx), findLetters(ctx, uuids)])
  return letters
}

/** Live ones of leases that have ended in this transaction, and so are locked; with the time of that end. */
export async function lockLettersOfEnded(
  ctx: Context,
  leases: readonly string[],
): Promise<{ letter: Letter; endedAt: Date }[]> {
  const rows = await query<Letter & { lease_ended_at: Date }>`
    select t.*, l.ended_at as lease_ended_at from letter t join lease l on l.uuid = t.lease_uuid
    where t.lease_uuid = any(${uuidArray(leases)}) and t.status in ('pending', 'active') and l.status = 'terminated'
    order by t.uuid for no key update of t`.rows(ctx)
  return rows.map(({ lease_ended_at: endedAt, ...letter }) => ({ letter, endedAt }))
}

/** When leases end, of which that is known. */
export async function leaseEnds(ctx: Context, leases: readonly string[]): Promise<ReadonlyMap<string, Date | null>> {
  const rows = await query<Pick<LeaseTable, 'uuid' | 'expires_at'>>`
    select uuid, expires_at from lease where uuid = any(${uuidArray(leases)})`.rows(ctx)
  return new Map(rows.map(({ uuid, expires_at }) => [uuid, expires_at]))
}

export async function setCompanyConfirmed(ctx: Context, uuid: string): Promise<void> {
  await query`update letter set company_confirmed_at = ${ctx.now}, company_confirmed_by = 'holder' where uuid = ${uuid}`.changes(
    1,
    ctx,
  )
}

/** What an order bought, and still lives. */
export async function liveLettersOfOrder(ctx: Context, order: string): Promise<string[]> {
  const rows = await query<{ uuid: string }>`
    select uuid from letter where order_uuid = ${order} and status in ('pending', 'active') order by uuid`.rows(ctx)
  return rows.map(({ uuid }) => uuid)
}
