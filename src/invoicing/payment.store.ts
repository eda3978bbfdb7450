import { sql, type Selectable } from 'kysely'
import { insertAll } from '../kernel/bulk.ts'
import type { Context } from '../kernel/context.ts'
import { point } from '../kernel/db.ts'
import type { PaymentMethodTable, PaymentTable } from '../kernel/rows.gen.ts'

export type Payment = Selectable<PaymentTable>
export type PaymentMethod = Selectable<PaymentMethodTable>

/** How a company pays: the one that is named, else the default one; nothing where it has none or has removed it. */
export async function methodFor(ctx: Context, tenant: string, uuid: string | null): Promise<PaymentMethod | undefined> {
  return ctx.db
    .selectFrom('payment_method')
    .selectAll()
    .where('tenant_uuid', '=', tenant)
    .where('removed_at', 'is', null)
    .where((eb) => (uuid === null ? eb('is_default', '=', true) : eb('uuid', '=', uuid)))
    .executeTakeFirst()
}

const byUuid = point<Payment>('payment_by_uuid', (db) =>
  db.selectFrom('payment').selectAll().where('uuid', '=', '').compile(),
)

export async function findPayment(ctx: Context, uuid: string): Promise<Payment | undefined> {
  return (await byUuid(ctx, uuid))[0]
}

/** By what the provider calls it. */
export async function findPaymentByReference(
  ctx: Context,
  provider: Payment['provider'],
  reference: string,
): Promise<Payment | undefined> {
  return ctx.db
    .selectFrom('payment')
    .selectAll()
    .where('provider_reference', '=', reference)
    .where('provider', '=', provider)
    .executeTakeFirst()
}

export async function insertPayments(ctx: Context, payments: readonly Payment[]): Promise<void> {
  await insertAll(ctx, 'payment', payments)
}

/** Alone with them until the transaction ends; in one order. */
export async function lockPayments(ctx: Context, uuids: readonly string[]): Promise<Payment[]> {
  return ctx.db
    .selectFrom('payment')
    .selectAll()
    .where('uuid', 'in', [...uuids])
    .orderBy('uuid')
    .forUpdate()
    .execute()
}

export interface PaymentFacts {
  readonly uuid: string
  readonly reference: string | null
  readonly failure: string | null
  readonly actionUrl: string | null
}

/** Everything but the status, which only `moveAll` writes. */
export async function noteOutcomes(ctx: Context, facts: readonly PaymentFacts[]): Promise<void> {
  await sql`
    update payment set provider_reference = coalesce(told.reference, provider_reference), failure = told.failure,
      action_url = told.action_url, settled_at = ${ctx.now}
    from unnest(${facts.map(({ uuid }) => uuid)}::uuid[], ${facts.map(({ reference }) => reference)}::text[],
      ${facts.map(({ failure }) => failure)}::text[], ${facts.map(({ actionUrl }) => actionUrl)}::text[])
      as told (subject, reference, failure, action_url)
    where uuid = told.subject`.execute(ctx.db)
}

/** Started longer than a minute ago in real time and not settled: whoever started them is gone. */
export async function paymentsLeftBehind(ctx: Context, most: number): Promise<Payment[]> {
  return ctx.db
    .selectFrom('payment')
    .selectAll()
    .where('status', 'in', ['started', 'refunding'])
    .where('started_at', '<', sql<Date>`${ctx.realNow}::timestamptz - interval '1 minute'`)
    .orderBy('started_at')
    .limit(most)
    .execute()
}
