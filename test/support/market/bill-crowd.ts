import type pg from 'pg'

/** Every lease there is, billed for its first period, put straight into the tables under the lease's own name. */

const statements = [
  `insert into sales_order (uuid, tenant_uuid, kind, status, buyer, lines, discounts, taxes, sub_total_minor,
     discount_minor, tax_minor, credits_minor, total_minor, placed_at)
   select uuid, tenant_uuid, 'purchase', 'completed', '{}', '[]', '[]', '[]', 0, 0, 0, 0, 0, now() from lease`,
  `insert into invoice (uuid, tenant_uuid, series, year, position, number, status, order_uuid, seller, buyer, lines,
     discounts, taxes, sub_total_minor, discount_minor, tax_minor, total_minor, issued_at, due_at)
   select uuid, tenant_uuid, 'INV', 2026, row_number() over (), 'INV-crowd-' || row_number() over (), 'paid', uuid, '{}',
     '{}', '[]', '[]', '[]', 0, 0, 0, 0, now(), now() from lease`,
  `insert into subscription (uuid, tenant_uuid, holder_uuid, lease_uuid, order_uuid, name, product_type, status,
     price_minor, commission_bp, buyer, anchor_day, period_number, period_start, period_end, started_at)
   select uuid, tenant_uuid, holder_uuid, uuid, uuid, text(block), 'ipv4', 'active', price_minor, commission_bp, '{}', 1,
     1, now(), now() + interval '1 month', now() from lease`,
  `insert into renewal_step (uuid, next_step, next_step_at) select uuid, 'order', now() + interval '28 days' from lease`,
  `insert into billed_period (subscription_uuid, position, starts_at, ends_at, order_uuid, invoice_uuid)
   select uuid, 1, period_start, period_end, uuid, uuid from subscription`,
]

export async function crowdPeriods(pool: pg.Pool): Promise<void> {
  for (const statement of statements) await pool.query(statement)
  for (const table of ['sales_order', 'invoice', 'subscription', 'renewal_step', 'billed_period'])
    await pool.query(`vacuum analyze ${table}`)
}
