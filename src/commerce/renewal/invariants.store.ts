import { promise, type Invariant } from '../../kernel/invariants.ts'
import { query } from '../../kernel/db/query.ts'

/** What renewals promise across rows. A lease that was made without a subscription is nobody's breach. */

const live = query`(select s.*, r.next_step, r.next_step_at from subscription s join renewal_step r using (uuid)
  where s.status <> 'terminated')`

const periodsTile = promise(
  'the billed periods of a subscription follow each other without gap or overlap, up to the one that runs',
  query`billed_period`,
  query`select format('%s is billed from %s to %s in %s periods; it says %s periods from %s to %s', s.name, p.first, p.last,
      p.n, s.period_number, s.started_at, s.period_end) as breach
    from subscription s left join (
      select subscription_uuid, min(starts_at) as first, max(ends_at) as last, count(*) as n, max(position) as position,
        sum(extract(epoch from ends_at - starts_at)) as covered
      from billed_period group by subscription_uuid
    ) p on p.subscription_uuid = s.uuid
    where (p.first, p.last, p.n, p.position) is distinct from (s.started_at, s.period_end, s.period_number, s.period_number)
      or p.covered <> extract(epoch from p.last - p.first)`,
)

const periodsPaid = promise(
  'every billed period has an invoice that was paid, or paid and refunded',
  query`billed_period`,
  query`select format('period %s of %s: invoice %s is %s', p.position, p.subscription_uuid, i.number, i.status) as breach
    from billed_period p join invoice i on i.uuid = p.invoice_uuid join subscription s on s.uuid = p.subscription_uuid
    where i.status not in ('paid', 'refunded') or i.tenant_uuid <> s.tenant_uuid or i.order_uuid <> p.order_uuid`,
)

const leasesAgree = promise(
  'a subscription and its lease have the same status, company and end of the period',
  query`subscription`,
  query`select format('%s: the subscription is %s until %s, the lease %s until %s', s.name, s.status, s.period_end, l.status,
      t.next_due_at) as breach
    from subscription s join lease l on l.uuid = s.lease_uuid left join lease_term t on t.uuid = l.uuid
    where s.status <> l.status or l.subscription_uuid <> s.uuid or l.tenant_uuid <> s.tenant_uuid
      or t.tenant_uuid is distinct from l.tenant_uuid
      or (l.status <> 'terminated' and t.next_due_at is distinct from s.period_end)`,
)

/** The replay of a test clock goes in half days; an outage of a day is for an operator to hear of. */
const stepsTaken = promise(
  'no step of a renewal is overdue by more than a day',
  query`${live} s`,
  (ctx) => query`select format('%s: "%s" was due at %s', s.name, s.next_step, s.next_step_at) as breach
    from ${live} s where s.next_step_at < ${ctx.now}::timestamptz - interval '1 day'`,
)

const stepsPlanned = promise(
  'a subscription has a next step exactly while it runs',
  query`subscription`,
  query`select format('%s is %s, and next is "%s"', s.name, s.status, r.next_step) as breach
    from subscription s left join renewal_step r using (uuid)
    where r.uuid is null or (s.status = 'terminated') <> (r.next_step is null)`,
)

const ordersWanted = promise(
  'every renewal order that waits is for the next period of a running subscription, and is billed once that has begun',
  query`sales_order where kind = 'renewal' and status = 'pending_payment'`,
  query`select format('order %s for %s: the subscription is %s until %s', o.uuid, o.period_start, coalesce(s.status, 'over'),
      s.period_end)
      as breach
    from sales_order o left join ${live} s on s.uuid = o.subscription_uuid
    left join lateral (select count(*) as n from invoice i where i.order_uuid = o.uuid and i.status = 'unpaid') billed
      on true
    where o.kind = 'renewal' and o.status = 'pending_payment' and (s.uuid is null
      or s.period_end <> o.period_start or billed.n <> (case when s.next_step in ('grace_first', 'grace_second', 'last_try')
        or (s.next_step = 'end' and s.next_step_at > s.period_end) then 1 else 0 end))`,
)

const renewalsDelivered = promise(
  'every renewal that is completed was paid in full and has its period',
  query`sales_order where kind = 'renewal' and status in ('completed', 'refunded')`,
  query`select format('order %s of %s: %s was paid, for %s periods', o.uuid, o.total_minor, coalesce(p.minor, 0),
      coalesce(b.n, 0)) as breach
    from sales_order o
    left join (select order_uuid, sum(amount_minor)::bigint as minor from payment
      where status in ('succeeded', 'refunding', 'refunded') group by order_uuid) p on p.order_uuid = o.uuid
    left join (select order_uuid, count(*) as n from billed_period group by order_uuid) b on b.order_uuid = o.uuid
    where o.kind = 'renewal' and (coalesce(p.minor, 0), coalesce(b.n, 0)) is distinct from
      (case when o.status in ('completed', 'refunded') then (o.total_minor - o.credits_minor, 1::bigint) else (0::bigint, 0::bigint) end)`,
)

const commitmentsEnd = promise(
  'no commitment outlives its lease',
  query`commitment where status = 'active'`,
  query`select format('the commitment for %s runs, its lease is over', l.block) as breach
    from commitment c join lease l on l.uuid = c.lease_uuid where c.status = 'active' and l.status = 'terminated'`,
)

const requestsOpen = promise(
  'a termination that is open is of a subscription that runs',
  query`termination_request where status in ('pending', 'approved')`,
  query`select format('request %s is %s, its subscription over', t.uuid, t.status) as breach
    from termination_request t join subscription s on s.uuid = t.subscription_uuid
    where t.status in ('pending', 'approved') and s.status = 'terminated'`,
)

export const renewalInvariants: readonly Invariant[] = [
  periodsTile,
  periodsPaid,
  leasesAgree,
  stepsTaken,
  stepsPlanned,
  ordersWanted,
  renewalsDelivered,
  commitmentsEnd,
  requestsOpen,
]
