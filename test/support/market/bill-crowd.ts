import type pg from 'pg'

/**
 * Every lease there is, bought and billed for its first period, put straight into the tables: each row under the lease's
 * own name. The books are as true as those of real purchases.
 */

const commission = `round(price_minor * commission_bp / 10000.0)::bigint`

const line = `jsonb_build_object('type', 'lease', 'taxed', true, 'amount', price_minor, 'subject', uuid,
  'description', 'Lease of ' || block, 'from', null, 'to', null,
  'earner', jsonb_build_object('tenant', holder_uuid, 'name', text(block), 'commission', ${commission}))`

const statements = [
  `insert into cart (uuid, tenant_uuid, status, created_at, changed_at)
   select uuid, tenant_uuid, 'ordered', now(), now() from lease`,
  `insert into sales_order (uuid, tenant_uuid, kind, status, cart_uuid, buyer, lines, discounts, taxes, sub_total_minor,
     discount_minor, tax_minor, credits_minor, total_minor, placed_at)
   select uuid, tenant_uuid, 'purchase', 'completed', uuid, '{}', jsonb_build_array(${line}), '[]', '[]', price_minor, 0, 0,
     0, price_minor, now() from lease`,
  `insert into payment (uuid, tenant_uuid, order_uuid, provider, status, capture, amount_minor, created_at, started_at,
     settled_at)
   select uuid, tenant_uuid, uuid, 'sandbox', 'succeeded', true, price_minor, now(), now(), now() from lease`,
  `insert into invoice (uuid, tenant_uuid, series, year, position, number, status, order_uuid, seller, buyer, lines,
     discounts, taxes, sub_total_minor, discount_minor, tax_minor, total_minor, paid_minor, issued_at, due_at, paid_at)
   select uuid, tenant_uuid, 'INV', extract(year from now() at time zone 'UTC'), n,
     to_char(now() at time zone 'UTC', '"INV"-YYYY-') || lpad(n::text, 6, '0'), 'paid', uuid, '{}', '{}',
     jsonb_build_array(${line}), '[]', '[]', price_minor, 0, 0, price_minor, price_minor, now(), now(), now()
   from (select *, row_number() over (order by uuid) as n from lease) l`,
  `insert into document_number (series, year, last)
   select 'INV', extract(year from now() at time zone 'UTC'), count(*) from lease having count(*) > 0`,
  `insert into invoice_transaction (uuid, invoice_uuid, type, description, amount_minor, payment_uuid, happened_at)
   select uuid, uuid, 'payment', 'Payment', price_minor, uuid, now() from lease`,
  `insert into earning (uuid, tenant_uuid, invoice_uuid, subject_uuid, name, gross_minor, commission_minor, earned_at)
   select uuid, holder_uuid, uuid, uuid, text(block), price_minor, ${commission}, now() from lease`,
  `insert into ledger_entry (transfer_uuid, position, kind, source_uuid, account, tenant_uuid, amount_minor, happened_at)
   select uuid, position, 'invoice', uuid, account, case account when 'payable' then holder_uuid end, amount, now()
   from lease cross join lateral (values (1, 'payments', price_minor), (2, 'payable', ${commission} - price_minor),
     (3, 'commission', -${commission})) booked (position, account, amount)`,
  `insert into subscription (uuid, tenant_uuid, holder_uuid, lease_uuid, order_uuid, name, product_type, status,
     price_minor, commission_bp, buyer, anchor_day, period_number, period_start, period_end, started_at)
   select uuid, tenant_uuid, holder_uuid, uuid, uuid, text(block), 'ipv4', 'active', price_minor, commission_bp, '{}', 1,
     1, now(), now() + interval '1 month', now() from lease`,
  `insert into renewal_step (uuid, next_step, next_step_at) select uuid, 'order', now() + interval '28 days' from lease`,
  `insert into billed_period (subscription_uuid, position, starts_at, ends_at, order_uuid, invoice_uuid)
   select uuid, 1, period_start, period_end, uuid, uuid from subscription`,
]

const tables = [
  'cart',
  'sales_order',
  'payment',
  'invoice',
  'invoice_transaction',
  'earning',
  'ledger_entry',
  'subscription',
  'renewal_step',
  'billed_period',
]

export async function crowdPeriods(pool: pg.Pool): Promise<void> {
  for (const statement of statements) await pool.query(statement)
  for (const table of tables) await pool.query(`vacuum analyze ${table}`)
}
