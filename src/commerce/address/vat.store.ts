import type { Context } from '../../kernel/context.ts'
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
    where tenant_uuid = ${tenant} and vat_number = ${number} and vat_validation_status = 'pending'
    returning uuid`.rows({ db })
  const change = JSON.stringify({ vat_validation_status: status, vat_validated_at: toIsoOffset(at) })
  await query`update cart set address = address || ${change}::jsonb
    where tenant_uuid = ${tenant} and status = 'open' and address ->> 'vat_number' = ${number}
      and address ->> 'vat_validation_status' = 'pending'`.changed({ db })
  await query`update subscription set buyer = buyer || ${change}::jsonb
    where tenant_uuid = ${tenant} and status <> 'terminated' and buyer ->> 'vat_number' = ${number}
      and buyer ->> 'vat_validation_status' = 'pending'`.changed({ db })
  return rows.map(({ uuid }) => uuid)
}
