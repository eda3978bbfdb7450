import pg from 'pg'
import { newUuid } from '../../src/kernel/uuid.ts'
import { blockOf, price, type Buyer, type Shop } from './shop.ts'

/**
 * The limit: the rows that a purchase must leave, by bare prepared statements, one for each table and step, in the same
 * three transactions with the charge between them. No token, no checks, no reads, no HTTP; and free space kept as single
 * blocks, so that taking one is one deletion.
 */

const party = JSON.stringify({ company_name: 'Buyer', line_one: 'Main Street 1', city: 'New York', country_code: 'US' })
const lines = JSON.stringify([{ type: 'lease', amount: price, description: 'Lease' }])
const commission = price / 20

interface Statement {
  readonly name: string
  readonly text: string
}

const statements = new Map<string, Statement>()

/** Prepared once for each connection. */
function say(db: pg.PoolClient, text: string, ...values: unknown[]): Promise<pg.QueryResult> {
  let statement = statements.get(text)
  if (!statement) statements.set(text, (statement = { name: `bare_${statements.size}`, text }))
  return db.query({ ...statement, values })
}

export class BareShop {
  readonly #pool: pg.Pool
  readonly #shop: Shop
  readonly #next = new Map<Buyer, number>()

  constructor(shop: Shop, connections: number) {
    this.#shop = shop
    this.#pool = new pg.Pool({ connectionString: shop.databaseUrl, max: connections })
    // PostgreSQL is stopped after us, and may be faster.
    this.#pool.on('error', () => undefined)
  }

  async buy(buyer: Buyer): Promise<void> {
    const n = this.#next.get(buyer) ?? 0
    this.#next.set(buyer, n + 1)
    const ids = { allocation: newUuid(), reservation: newUuid(), order: newUuid(), payment: newUuid(), cart: newUuid() }
    const db = await this.#pool.connect()
    try {
      await this.#reserve(db, buyer, `${blockOf(buyer, n)}/24`, ids)
      await this.#claim(db, buyer, ids)
      await say(
        db,
        `insert into sandbox_charge (key, operation, reference, card, amount_minor, outcome, happened_at)
         values ($1, 'charge', $2, '4242424242424242', $3, 'succeeded', now())`,
        ids.payment,
        `sandbox_${ids.payment}`,
        price,
      )
      await this.#settle(db, buyer, `${blockOf(buyer, n)}/24`, ids)
    } finally {
      db.release()
    }
  }

  async #reserve(db: pg.PoolClient, { tenant, offer, pricing }: Buyer, block: string, ids: Ids): Promise<void> {
    await say(db, 'begin')
    await say(db, 'select lock_offer($1)', offer)
    await say(
      db,
      `insert into allocation (uuid, tenant_uuid, offer_uuid, block, status, since, until)
       values ($1, $2, $3, $4, 'held', now(), now() + interval '20 minutes')`,
      ids.allocation,
      tenant,
      offer,
      block,
    )
    await say(db, 'delete from free_block where block = $1', block)
    await say(
      db,
      `insert into reservation (uuid, tenant_uuid, holder_uuid, offer_uuid, pricing_uuid, allocation_uuid, token, block,
         ip_price, price_minor, contract_months, status, negotiated, created_at, decided_at)
       values ($1, $2, $3, $4, $5, $6, $7, $8, '0.390625', $9, 1, 'accepted', false, now(), now())`,
      ids.reservation,
      tenant,
      this.#shop.holder,
      offer,
      pricing,
      ids.allocation,
      ids.reservation,
      block,
      price,
    )
    await this.#log(db, tenant, 'reservation.made', ids.reservation)
    await say(db, 'commit')
  }

  async #claim(db: pg.PoolClient, { tenant, method }: Buyer, ids: Ids): Promise<void> {
    await say(db, 'begin')
    await say(
      db,
      `insert into cart (uuid, tenant_uuid, status, address, created_at, changed_at) values ($1, $2, 'ordered', $3, now(), now())`,
      ids.cart,
      tenant,
      party,
    )
    await say(
      db,
      `update allocation set status = 'claimed', until = null where uuid = $1 and status = 'held'`,
      ids.allocation,
    )
    await say(db, 'update reservation set claimed_by = $2 where uuid = $1', ids.reservation, ids.order)
    await say(
      db,
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
    )
    await say(
      db,
      `insert into payment (uuid, tenant_uuid, order_uuid, method_uuid, provider, status, capture, amount_minor, created_at, started_at)
       values ($1, $2, $3, $4, 'sandbox', 'started', true, $5, now(), now())`,
      ids.payment,
      tenant,
      ids.order,
      method,
      price,
    )
    await this.#log(db, tenant, 'sales_order.placed', ids.order)
    await say(db, 'commit')
  }

  async #settle(db: pg.PoolClient, buyer: Buyer, block: string, ids: Ids): Promise<void> {
    const { tenant, method, offer, pricing } = buyer
    const [lease, subscription, invoice] = [newUuid(), newUuid(), newUuid()]
    await say(db, 'begin')
    await say(db, 'select lock_offer($1)', offer)
    await say(
      db,
      `update payment set status = 'succeeded', provider_reference = $2, settled_at = now() where uuid = $1 and status = 'started'`,
      ids.payment,
      `sandbox_${ids.payment}`,
    )
    await say(db, `update allocation set status = 'leased' where uuid = $1 and status = 'claimed'`, ids.allocation)
    await say(db, 'update reservation set bought_at = now() where uuid = $1', ids.reservation)
    await say(
      db,
      `insert into lease (uuid, tenant_uuid, holder_uuid, offer_uuid, pricing_uuid, allocation_uuid, reservation_uuid, block,
         registry, status, price_minor, commission_bp, subscription_uuid, created_at)
       values ($1, $2, $3, $4, $5, $6, $7, $8, 'ripencc', 'active', $9, 500, $10, now())`,
      lease,
      tenant,
      this.#shop.holder,
      offer,
      pricing,
      ids.allocation,
      ids.reservation,
      block,
      price,
      subscription,
    )
    await say(
      db,
      `insert into lease_term (uuid, tenant_uuid, period_start, next_due_at)
       values ($1, $2, now(), now() + interval '1 month')`,
      lease,
      tenant,
    )
    await say(
      db,
      `update offer set live_leases = live_leases + 1, run_rate_minor = run_rate_minor + $2, used_addresses = used_addresses + 256
       where uuid = $1`,
      offer,
      price,
    )
    await say(
      db,
      `insert into subscription (uuid, tenant_uuid, holder_uuid, lease_uuid, order_uuid, name, product_type, status,
         price_minor, commission_bp, buyer, payment_method_uuid, anchor_day, period_number, period_start, period_end,
         started_at)
       values ($1, $2, $3, $4, $5, $6, 'ipv4', 'active', $7, 500, $8, $9, 15, 1, now(), now() + interval '1 month',
         now())`,
      subscription,
      tenant,
      this.#shop.holder,
      lease,
      ids.order,
      block,
      price,
      party,
      method,
    )
    await say(
      db,
      `insert into renewal_step (uuid, next_step, next_step_at) values ($1, 'order', now() + interval '28 days')`,
      subscription,
    )
    await say(db, `update sales_order set status = 'completed', completed_at = now() where uuid = $1`, ids.order)
    await this.#log(db, tenant, 'sales_order.complete', ids.order)
    await say(
      db,
      `insert into outbox_event (uuid, tenant_uuid, type, data, happened_at) values ($1, $2, 'invoice.issued', '{}', now())`,
      newUuid(),
      tenant,
    )
    await this.#bill(db, buyer, { ...ids, lease, subscription, invoice })
    await say(db, 'commit')
  }

  /** Last, because others wait for the next number. */
  async #bill(
    db: pg.PoolClient,
    { tenant }: Buyer,
    ids: Ids & { readonly lease: string; readonly subscription: string; readonly invoice: string },
  ): Promise<void> {
    const { rows } = await say(
      db,
      `insert into document_number as number (series, year, last) values ('INV', 2026, 1)
       on conflict (series, year) do update set last = number.last + 1 returning last`,
    )
    await say(
      db,
      `insert into invoice (uuid, tenant_uuid, series, year, position, number, status, order_uuid, seller, buyer, lines,
         discounts, taxes, sub_total_minor, discount_minor, tax_minor, total_minor, paid_minor, issued_at, due_at, paid_at)
       values ($1, $2, 'INV', 2026, $3, $4, 'paid', $5, '{}', $6, $7, '[]', '[]', $8, 0, 0, $8, $8, now(), now(), now())`,
      ids.invoice,
      tenant,
      rows[0].last,
      `INV-2026-${rows[0].last}`,
      ids.order,
      party,
      lines,
      price,
    )
    await say(
      db,
      `insert into invoice_transaction (uuid, invoice_uuid, type, description, amount_minor, payment_uuid, happened_at)
       values ($1, $2, 'payment', 'Payment', $3, $4, now())`,
      newUuid(),
      ids.invoice,
      price,
      ids.payment,
    )
    await say(
      db,
      `insert into earning (uuid, tenant_uuid, invoice_uuid, subject_uuid, name, gross_minor, commission_minor, earned_at)
       values ($1, $2, $3, $4, 'Lease', $5, $6, now())`,
      newUuid(),
      this.#shop.holder,
      ids.invoice,
      ids.lease,
      price,
      commission,
    )
    await say(
      db,
      `insert into ledger_entry (transfer_uuid, position, kind, source_uuid, account, tenant_uuid, amount_minor, happened_at)
       values ($1, 1, 'invoice', $2, 'payments', null, $4, now()),
         ($1, 2, 'invoice', $2, 'payable', $3, $5::bigint - $4, now()),
         ($1, 3, 'invoice', $2, 'commission', null, -$5::bigint, now())`,
      newUuid(),
      ids.invoice,
      this.#shop.holder,
      price,
      commission,
    )
    await say(
      db,
      `insert into billed_period (subscription_uuid, position, starts_at, ends_at, order_uuid, invoice_uuid)
       values ($1, 1, now(), now() + interval '1 month', $2, $3)`,
      ids.subscription,
      ids.order,
      ids.invoice,
    )
  }

  async #log(db: pg.PoolClient, tenant: string, action: string, subject: string): Promise<void> {
    await say(
      db,
      `insert into audit_deed (uuid, tenant_uuid, happened_at, actor_kind, actor_id, request_id, action, subject_kind, subject_uuid, data)
       values ($1, $2, now(), 'system', 'bench', 'bench', $3, 'bench', $4, '{}')`,
      newUuid(),
      tenant,
      action,
      subject,
    )
  }

  close(): Promise<void> {
    return this.#pool.end()
  }
}

interface Ids {
  readonly allocation: string
  readonly reservation: string
  readonly order: string
  readonly payment: string
  readonly cart: string
}
