import { insertAll } from '../../kernel/db/bulk.ts'
import type { Context } from '../../kernel/context.ts'
import type { VatCheckTable } from '../../kernel/db/rows.gen.ts'
import { toIsoOffset } from '../../kernel/time.ts'
import { query } from '../../kernel/db/query.ts'

/** The answer about a number, wherever the company's addresses and the copies of them wait for it. */
export async function settleVat(
  { db }: Context,
  tenant: string,
  number: string,
  status: 'valid' | 'invalid' | 'failed',
  at: Date | null,
): Promise<string[]> {
  const rows = await query<{ uuid: string }>`
    update customer_address set vat_validation_status = ${status}, vat_validated_at = ${at}
    where tenant_uuid = ${tenant} and vat_number = ${number} and vat_validation_status in ('pending', 'failed')
    returning uuid`.rows({ db })
  const change = JSON.stringify({ vat_validation_status: status, vat_validated_at: toIsoOffset(at) })
  await query`update cart set address = address || ${change}::jsonb
    where tenant_uuid = ${tenant} and status = 'open' and address ->> 'vat_number' = ${number}
      and address ->> 'vat_validation_status' in ('pending', 'failed')`.changed({ db })
  await query`update subscription set buyer = buyer || ${change}::jsonb
    where tenant_uuid = ${tenant} and status <> 'terminated' and buyer ->> 'vat_number' = ${number}
      and buyer ->> 'vat_validation_status' in ('pending', 'failed')`.changed({ db })
  return rows.map(({ uuid }) => uuid)
}

export type VatCheck = VatCheckTable

export async function insertVatCheck(ctx: Context, check: VatCheck): Promise<void> {
  await insertAll(ctx, 'vat_check', [check])
}

/** The latest first. */
export async function listVatChecks(
  ctx: Context,
  tenant: string,
  { perPage, offset }: { readonly perPage: number; readonly offset: number },
): Promise<{ rows: VatCheck[]; total: number }> {
  const own = query`from vat_check where tenant_uuid = ${tenant}`
  const rows = await query<VatCheck>`
    select * ${own} order by checked_at desc, uuid desc limit ${perPage} offset ${offset}`.rows(ctx)
  const { total } = await query<{ total: number }>`select count(*) as total ${own}`.only(ctx)
  return { rows, total }
}

/** Numbers that could not be checked, each once. */
export async function uncheckedNumbers(
  ctx: Context,
  most: number,
): Promise<{ tenant_uuid: string; vat_number: string; country_code: string }[]> {
  return query<{ tenant_uuid: string; vat_number: string; country_code: string }>`
    select distinct on (tenant_uuid, vat_number) tenant_uuid, vat_number, country_code from customer_address
    where vat_validation_status = 'failed' and removed_at is null and vat_number is not null
    order by tenant_uuid, vat_number limit ${most}`.rows(ctx)
}
