import { newUuid } from '../../src/kernel/uuid.ts'
import { price, type Buyer } from './shop.ts'

/**
 * The least that a purchase must leave: its rows by prepared statements, one for each table and step, in the same three
 * transactions with the charge between them. No checks, no reads; and free space kept as single blocks, so that taking
 * one is one deletion.
 */

const party = JSON.stringify({ company_name: 'Buyer', line_one: 'Main Street 1', city: 'New York', country_code: 'US' })
const lines = JSON.stringify([{ type: 'lease', amount: price, description: 'Lease' }])
const commission = price / 20

export interface Statement {
  /** Prepared once for each connection. */
  readonly name: string
  readonly text: string
  readonly values: unknown[]
}

const names = new Map<string, string>()

function say(text: string, ...values: unknown[]): Statement {
  let name = names.get(text)
  if (name === undefined) names.set(text, (name = `least_${names.size}`))
  return { name, text, values }
}

/** One that is being made. */
export interface Purchase {
  readonly buyer: Buyer
  readonly holder: string
  readonly block: string
  readonly allocation: string
  readonly reservation: string
  readonly cart: string
  readonly order: string
  readonly payment: string
}

export const newPurchase = (buyer: Buyer, holder: string, block: string): Purchase => ({
  buyer,
  holder,
  block,
  allocation: newUuid(),
  reservation: newUuid(),
  cart: newUuid(),
  order: newUuid(),
  payment: newUuid(),
})

export const reserve = ({ buyer, holder, block, ...ids }: Purchase): Statement[] => [
  say('select lock_offer($1)', buyer.offer),
  say(
    `insert into allocation (uuid, tenant_uuid, offer_uuid, block, status, since, until)
     values ($1, $2, $3, $4, 'held', now(), now() + interval '20 minutes')`,
    ids.allocation,
    buyer.tenant,
    buyer.offer,
    block,
  ),
  say('delete from free_block where block = $1', block),
  say(
    `insert into reservation (uuid, tenant_uuid, holder_uuid, offer_uuid, pricing_uuid, allocation_uuid, token, block,
       ip_price, price_minor, contract_months, status, negotiated, created_at, decided_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, '0.390625', $9, 1, 'accepted', false, now(), now())`,
    ids.reservation,
    buyer.tenant,
    holder,
    buyer.offer,
    buyer.pricing,
    ids.allocation,
    ids.reservation,
    block,
    price,
  ),
  log(buyer.tenant, 'reservation.made', ids.reservation),
]

/** A cart as it is ordered; or as it is first asked for, to be ordered later. */
export const openCart = ({ buyer, cart }: Purchase, status: 'open' | 'ordered'): Statement =>
  say(
    `insert into cart (uuid, tenant_uuid, status, address, created_at, changed_at) values ($1, $2, $3, $4, now(), now())`,
    cart,
    buyer.tenant,
    status,
    party,
  )

export const chooseMethod = ({ buyer, cart }: Purchase): Statement =>
  say('update cart set payment_method_uuid = $2, changed_at = now() where uuid = $1', cart, buyer.method)

export const orderCart = ({ cart }: Purchase): Statement =>
  say(`update cart set status = 'ordered' where uuid = $1 and status = 'open'`, cart)

export const claim = ({ buyer: { tenant, method }, ...ids }: Purchase): Statement[] => [
  say(`update allocation set status = 'claimed', until = null where uuid = $1 and status = 'held'`, ids.allocation),
  say('update reservation set claimed_by = $2 where uuid = $1', ids.reservation, ids.order),
  say(
    `insert into sales_order (uuid, tenant_uuid, kind, status, cart_uuid, buyer, lines, discounts, taxes, sub_total_minor,
       discount_minor, tax_minor, credits_minor, total_minor, payment_method_uuid, placed_at)
     values ($1, $2, 'purchase', 'draft', $3, $4, $5, '[]', '[]', $6, 0, 0, 0, $6, $7, now())`,
    ids.order,
    tenant,
    ids.cart,
    party,
    lines,
    price,
    method,
  ),
  say(
    `insert into payment (uuid, tenant_uuid, order_uuid, method_uuid, provider, status, capture, amount_minor, created_at, started_at)
     values ($1, $2, $3, $4, 'sandbox', 'started', true, $5, now(), now())`,
    ids.payment,
    tenant,
    ids.order,
    method,
    price,
  ),
  log(tenant, 'sales_order.placed', ids.order),
]

/** By itself, between the two transactions. */
export const charge = ({ payment }: Purchase): Statement =>
  say(
    `insert into sandbox_charge (key, operation, reference, card, amount_minor, outcome, happened_at)
     values ($1, 'charge', $2, '4242424242424242', $3, 'succeeded', now())`,
    payment,
    `sandbox_${payment}`,
    price,
  )

export function settle(purchase: Purchase): Statement[] {
  const { buyer, holder, block, ...ids } = purchase
  const { tenant, method, offer, pricing } = buyer
  const [lease, subscription] = [newUuid(), newUuid()]
  return [
    say('select lock_offer($1)', offer),
    say(
      `update payment set status = 'succeeded', provider_reference = $2, settled_at = now() where uuid = $1 and status = 'started'`,
      ids.payment,
      `sandbox_${ids.payment}`,
    ),
    say(`update allocation set status = 'leased' where uuid = $1 and status = 'claimed'`, ids.allocation),
    say('update reservation set bought_at = now() where uuid = $1', ids.reservation),
    say(
      `insert into lease (uuid, tenant_uuid, holder_uuid, offer_uuid, pricing_uuid, allocation_uuid, reservation_uuid, block,
         registry, status, price_minor, commission_bp, subscription_uuid, created_at)
       values ($1, $2, $3, $4, $5, $6, $7, $8, 'ripencc', 'active', $9, 500, $10, now())`,
      lease,
      tenant,
      holder,
      offer,
      pricing,
      ids.allocation,
      ids.reservation,
      block,
      price,
      subscription,
    ),
    say(
      `insert into lease_term (uuid, tenant_uuid, period_start, next_due_at)
       values ($1, $2, now(), now() + interval '1 month')`,
      lease,
      tenant,
    ),
    say(
      `update offer set live_leases = live_leases + 1, run_rate_minor = run_rate_minor + $2, used_addresses = used_addresses + 256
       where uuid = $1`,
      offer,
      price,
    ),
    say(
      `insert into subscription (uuid, tenant_uuid, holder_uuid, lease_uuid, order_uuid, name, product_type, status,
         price_minor, commission_bp, buyer, payment_method_uuid, anchor_day, period_number, period_start, period_end,
         started_at)
       values ($1, $2, $3, $4, $5, $6, 'ipv4', 'active', $7, 500, $8, $9, 15, 1, now(), now() + interval '1 month',
         now())`,
      subscription,
      tenant,
      holder,
      lease,
      ids.order,
      block,
      price,
      party,
      method,
    ),
    say(
      `insert into renewal_step (uuid, next_step, next_step_at) values ($1, 'order', now() + interval '28 days')`,
      subscription,
    ),
    say(`update sales_order set status = 'completed', completed_at = now() where uuid = $1`, ids.order),
    log(tenant, 'sales_order.complete', ids.order),
    say(
      `insert into outbox_event (uuid, tenant_uuid, type, data, happened_at) values ($1, $2, 'invoice.issued', '{}', now())`,
      newUuid(),
      tenant,
    ),
    ...bill(purchase, lease, subscription),
  ]
}

/** Last, because others wait for the next number. */
function bill({ buyer: { tenant }, holder, ...ids }: Purchase, lease: string, subscription: string): Statement[] {
  const invoice = newUuid()
  return [
    say(
      `insert into document_number as number (series, year, last) values ('INV', 2026, 1)
       on conflict (series, year) do update set last = number.last + 1`,
    ),
    say(
      `insert into invoice (uuid, tenant_uuid, series, year, position, number, status, order_uuid, seller, buyer, lines,
         discounts, taxes, sub_total_minor, discount_minor, tax_minor, total_minor, paid_minor, issued_at, due_at, paid_at)
       select $1, $2, series, year, last, series || '-' || year || '-' || last, 'paid', $3, '{}', $4, $5, '[]', '[]', $6, 0, 0,
         $6, $6, now(), now(), now()
       from document_number where series = 'INV' and year = 2026`,
      invoice,
      tenant,
      ids.order,
      party,
      lines,
      price,
    ),
    say(
      `insert into invoice_transaction (uuid, invoice_uuid, type, description, amount_minor, payment_uuid, happened_at)
       values ($1, $2, 'payment', 'Payment', $3, $4, now())`,
      newUuid(),
      invoice,
      price,
      ids.payment,
    ),
    say(
      `insert into earning (uuid, tenant_uuid, invoice_uuid, subject_uuid, name, gross_minor, commission_minor, earned_at)
       values ($1, $2, $3, $4, 'Lease', $5, $6, now())`,
      newUuid(),
      holder,
      invoice,
      lease,
      price,
      commission,
    ),
    say(
      `insert into ledger_entry (transfer_uuid, position, kind, source_uuid, account, tenant_uuid, amount_minor, happened_at)
       values ($1, 1, 'invoice', $2, 'payments', null, $4, now()),
         ($1, 2, 'invoice', $2, 'payable', $3, $5::bigint - $4, now()),
         ($1, 3, 'invoice', $2, 'commission', null, -$5::bigint, now())`,
      newUuid(),
      invoice,
      holder,
      price,
      commission,
    ),
    say(
      `insert into billed_period (subscription_uuid, position, starts_at, ends_at, order_uuid, invoice_uuid)
       values ($1, 1, now(), now() + interval '1 month', $2, $3)`,
      subscription,
      ids.order,
      invoice,
    ),
  ]
}

const log = (tenant: string, action: string, subject: string): Statement =>
  say(
    `insert into audit_deed (uuid, tenant_uuid, happened_at, actor_kind, actor_id, request_id, action, subject_kind, subject_uuid, data)
     values ($1, $2, now(), 'system', 'bench', 'bench', $3, 'bench', $4, '{}')`,
    newUuid(),
    tenant,
    action,
    subject,
  )
