import { uuidArray } from '../../kernel/db/arrays.ts'
import { insertAll } from '../../kernel/db/bulk.ts'
import type { Context } from '../../kernel/context.ts'
import { query } from '../../kernel/db/query.ts'
import type { BankDetailsTable } from '../../kernel/db/rows.gen.ts'

export type BankDetails = BankDetailsTable

/** All that are not over, the latest first, while nobody else asks for others: the company's row stands for the set. */
export async function lockDetails(ctx: Context, tenant: string): Promise<BankDetails[]> {
  await query`select from tenant where uuid = ${tenant} for no key update`.changed(ctx)
  return openDetails(ctx, tenant)
}

export async function openDetails(ctx: Context, tenant: string): Promise<BankDetails[]> {
  return query<BankDetails>`
    select * from bank_details where tenant_uuid = ${tenant} and status in ('requested', 'confirmed')
    order by requested_at desc, uuid desc`.rows(ctx)
}

export async function insertDetails(ctx: Context, details: BankDetails): Promise<void> {
  await insertAll(ctx, 'bank_details', [details])
}

/** Those that count now, of each of these holders. */
export async function detailsInForce(ctx: Context, tenants: readonly string[]): Promise<Map<string, BankDetails>> {
  const rows = await query<BankDetails>`
    select distinct on (tenant_uuid) * from bank_details
    where tenant_uuid = any(${uuidArray(tenants)}) and status = 'confirmed' and effective_at <= ${ctx.now}
    order by tenant_uuid, effective_at desc, uuid desc`.rows(ctx)
  return new Map(rows.map((details) => [details.tenant_uuid, details]))
}
