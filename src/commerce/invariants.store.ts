import { promise, type Invariant } from '../kernel/invariants.ts'
import { query, type Query } from '../kernel/db/query.ts'

/** What orders promise across rows. */

const unpaid = query`status in ('draft', 'pending_payment')`
const waiting = query`(select * from sales_order where kind = 'purchase' and ${unpaid})`
const bought = query`(select * from sales_order where kind = 'purchase' and status in ('completed', 'refunded'))`

const linesOf = (orders: Query<unknown>, type: 'lease' | 'letter') =>
  query`(select o.*, line from ${orders} o cross join jsonb_array_elements(o.lines) line
    where line ->> 'type' = ${type})`

const linesClaimed = promise(
  'every line of an order that awaits its money has its block claimed, and is in no cart',
  query`${linesOf(waiting, 'lease')} o`,
  query`select format('order %s: the block of %s is %s', o.uuid, line ->> 'description', coalesce(a.status, 'nowhere'))
      as breach
    from ${linesOf(waiting, 'lease')} o
    left join reservation r on r.uuid = (line ->> 'reservation')::uuid
    left join allocation a on a.uuid = r.allocation_uuid
    where (a.status, r.claimed_by, r.tenant_uuid) is distinct from ('claimed', o.uuid, o.tenant_uuid)`,
)

const claimsOrdered = promise(
  'every claim is a line of an order that awaits its money',
  query`allocation where status = 'claimed'`,
  query`select format('%s is claimed by %s', a.block, coalesce(r.claimed_by::text, 'nobody')) as breach
    from allocation a left join reservation r on r.allocation_uuid = a.uuid
    left join ${waiting} o on o.uuid = r.claimed_by and o.tenant_uuid = a.tenant_uuid
      and o.lines @> jsonb_build_array(jsonb_build_object('reservation', r.uuid))
    where a.status = 'claimed' and o.uuid is null`,
)

const letterLinesClaimed = promise(
  'letters are claimed exactly where they are a line of an order that awaits its money',
  query`${linesOf(waiting, 'letter')} o`,
  query`select format('the letters %s are claimed by %s, and a line of %s', coalesce(n.uuid::text, o.line ->> 'letters'),
      coalesce(n.claimed_by::text, 'nobody'), coalesce(o.uuid::text, 'no such order')) as breach
    from (select * from letter_line where claimed_by is not null) n
    full join ${linesOf(waiting, 'letter')} o on (o.line ->> 'letters')::uuid = n.uuid
      and (o.uuid, o.tenant_uuid) = (n.claimed_by, n.tenant_uuid)
    where n.uuid is null or o.uuid is null`,
)

const lettersDelivered = promise(
  'every purchase that is completed has a letter for each subnet it names',
  query`${linesOf(bought, 'letter')} o`,
  query`select format('order %s names %s subnets, and has %s letters', coalesce(o.uuid, t.order_uuid), coalesce(o.n, 0),
      coalesce(t.n, 0)) as breach
    from (
      select uuid, sum(jsonb_array_length(line -> 'metadata' -> 'loa' -> 'subnets')) as n
      from ${linesOf(bought, 'letter')} o group by uuid
    ) o left join (select order_uuid, count(*) as n from letter group by 1) t on t.order_uuid = o.uuid
    where t.n is distinct from o.n`,
)

const purchasesDelivered = promise(
  'every purchase that is completed has a lease, a subscription and a billed period for each block, and one invoice with its entries',
  query`${bought} o`,
  query`select format('order %s has %s blocks, %s subscriptions with their lease and first period, %s invoices', o.uuid,
      wanted.n, coalesce(delivered.n, 0), coalesce(billed.n, 0)) as breach
    from ${bought} o
    cross join lateral (
      select count(*) as n from jsonb_array_elements(o.lines) line where line ->> 'type' = 'lease'
    ) wanted
    left join (
      select s.order_uuid, l.tenant_uuid, count(*) as n from subscription s join lease l on l.uuid = s.lease_uuid
      join billed_period p on p.subscription_uuid = s.uuid and p.position = 1 and p.order_uuid = s.order_uuid
      group by 1, 2
    ) delivered on delivered.order_uuid = o.uuid and delivered.tenant_uuid = o.tenant_uuid
    left join (
      select i.order_uuid, i.total_minor, i.tenant_uuid, count(*) as n
      from invoice i left join (
        select source_uuid from ledger_entry where kind = 'invoice' group by 1
      ) booked on booked.source_uuid = i.uuid
      where i.series <> 'CN' and i.status in ('paid', 'refunded')
        and (i.sub_total_minor = 0 or booked.source_uuid is not null)
      group by 1, 2, 3
    ) billed on billed.order_uuid = o.uuid and (billed.total_minor, billed.tenant_uuid) = (o.total_minor, o.tenant_uuid)
    where coalesce(delivered.n, 0) <> wanted.n or billed.n is distinct from 1`,
)

const purchasesPaid = promise(
  'a purchase is completed exactly when it has been paid in full',
  query`sales_order where kind = 'purchase'`,
  query`select format('order %s of %s is %s; %s was paid, and %s by credits', o.uuid, o.total_minor, o.status, paid.minor,
      o.credits_minor) as breach
    from sales_order o cross join lateral (
      select coalesce(sum(amount_minor), 0) as minor from payment
      where order_uuid = o.uuid and status in ('succeeded', 'refunding', 'refunded')
    ) paid
    where o.kind = 'purchase' and paid.minor <>
      case when o.status in ('paid', 'completed', 'refunded') then o.total_minor - o.credits_minor else 0 end`,
)

const creditsHeld = promise(
  'the credits that are held are those of orders that await their money',
  query`credit_account`,
  query`select format('%s has %s held; its orders hold %s', coalesce(a.tenant_uuid, o.tenant_uuid),
      coalesce(a.held_minor, 0), coalesce(o.minor, 0)) as breach
    from credit_account a full join (
      select tenant_uuid, sum(credits_minor) as minor from sales_order where ${unpaid} group by tenant_uuid
    ) o using (tenant_uuid) where coalesce(a.held_minor, 0) <> coalesce(o.minor, 0)`,
)

const usesCounted = promise(
  'a discount code counts the orders that use it',
  query`discount_code`,
  query`select format('%s says %s uses; %s orders use it', d.code, d.uses, o.n) as breach
    from discount_code d cross join lateral (
      select count(*) as n from sales_order where discount_code_uuid = d.uuid and status not in ('cancelled', 'expired')
    ) o where d.uses <> o.n`,
)

const cartsOrdered = promise(
  'a cart is in checkout exactly while its order is a draft, and ordered once it has another',
  query`cart`,
  query`select format('cart %s is %s; its order is %s', c.uuid, c.status, coalesce(o.status, 'not there')) as breach
    from cart c left join (
      select distinct on (cart_uuid) cart_uuid, status from sales_order where cart_uuid is not null
      order by cart_uuid, uuid desc
    ) o on o.cart_uuid = c.uuid
    where case c.status when 'checkout' then o.status is distinct from 'draft'
      when 'ordered' then coalesce(o.status, 'draft') = 'draft'
      else coalesce(o.status, 'cancelled') <> 'cancelled' end`,
)

export const orderInvariants: readonly Invariant[] = [
  linesClaimed,
  claimsOrdered,
  letterLinesClaimed,
  lettersDelivered,
  purchasesDelivered,
  purchasesPaid,
  creditsHeld,
  usesCounted,
  cartsOrdered,
]
